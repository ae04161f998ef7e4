import Shortlist

/// Sets the rules of a picker and makes the initial selection.
struct PickPreparation: Sendable {
  let options: SelectionOptions
  /// The limits, checked after the rules about rows.
  let limits: [SelectionRule]
  let mode: SelectionMode
  /// The attribute that identifies a row; nil for the default.
  let idAttribute: String?

  /// Prepares a list whose rows are all read.
  ///
  /// - Throws: `ProgramError` that names the option.
  func prepare(_ list: any ListProtocol) async throws {
    var rules: [SelectionRule] = []
    for name in options.require {
      rules.append(.required(name))
      let schema = await list.schema
      if schema.index(of: name) == nil {
        throw ProgramError("--require: \(schema.unknown(name))")
      }
    }
    for rule in options.rule {
      rules.append(.matching(rule.filter, reason: rule.reason))
      try await naming("--rule") {
        _ = try await list.setSelectionFilters(rules, mode: mode, ifRevision: nil)
      }
    }
    _ = try await list.setSelectionFilters(rules + limits, mode: mode, ifRevision: nil)
    if let filter = options.selectWhere { try await select(filter, in: list) }
    try await selectIDs(in: list)
  }

  private func naming(_ option: String, _ body: () async throws -> Void) async throws {
    do { try await body() } catch { throw ProgramError(option, error) }
  }

  /// Selects the rows that pass a filter, except those that a rule about rows refuses.
  private func select(_ filter: String, in list: any ListProtocol) async throws {
    let query = await list.query
    var outcome: SelectionOutcome<RowID>?
    try await naming("--select-where") {
      _ = try await list.updateQuery(ifRevision: nil) {
        $0.search = ""
        $0.groups = FilterGroups()
        $0.filters = filter
      }
      outcome = try await list.select(
        .all(), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    }
    _ = try await list.updateQuery(ifRevision: nil) { $0 = query }
    let counted = outcome?.refusals.first { [.maximum, .single].contains($0.rule) }
    if let counted {
      throw ProgramError("--select-where: \(counted.count) rows pass, but \(counted.reason)")
    }
  }

  /// Selects rows by their ids.
  private func selectIDs(in list: any ListProtocol) async throws {
    let names = options.select.flatMap(\.names)
    if names.isEmpty { return }
    let schema = await list.schema
    let type = schema.type(of: idAttribute ?? "id")
    let ids = names.map { Self.id($0, type) }
    let outcome = try await list.select(
      .select(ids), idLimit: 0, refusedIDLimit: 1, ifRevision: nil)
    guard let refusal = outcome.refusals.first else { return }
    switch refusal.rule {
    case .maximum, .single: throw ProgramError("--select: \(refusal.reason)")
    default:
      let id = refusal.ids.first.map { " \($0)" } ?? ""
      throw ProgramError("--select\(id): \(refusal.reason)")
    }
  }

  /// Returns the id that a text denotes for an id attribute of this type; without one, a number.
  private static func id(_ text: String, _ type: AttributeType?) -> RowID {
    switch type {
    case .integer, .number, nil: Double(text).map(RowID.init) ?? .text(text)
    case .text, .boolean, .date, .list: .text(text)
    }
  }
}
