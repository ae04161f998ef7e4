/// The filters of a query, with their operands as a list of its schema compares them.
struct QueryFilters: Sendable {
  /// A group of filters.
  private struct Group: Sendable {
    let name: String
    let `operator`: RefinementOperator
    /// The filters as they were given, and as they are compared.
    let filters: [(given: Filter, checked: Filter)]
  }

  /// The filter text, as filters that all must hold.
  private var text: [Filter] = []
  private var groups: [Group] = []

  /// No filters.
  init() {}

  /// The filters of a query.
  ///
  /// - Throws: `InvalidRequest` naming the attribute; `FilterError`.
  init(_ query: ListQuery, schema: ListSchema) throws {
    if let filter = try Filter(parsing: query.filters, schema: schema) {
      if case .all(let parts) = filter { text = parts } else { text = [filter] }
    }
    let count = query.groups.groups.reduce(0) { $0 + $1.filters.count }
    if count > Filter.mostTerms {
      throw InvalidRequest("filters: there are \(count), which are more than \(Filter.mostTerms)")
    }
    groups = try query.groups.groups.map { group in
      Group(
        name: group.name, operator: group.operator,
        filters: try group.filters.map { ($0, try $0.checked(against: schema)) })
    }
  }

  /// The filters, which all must hold, but for some members of groups.
  func parts(without isLeftOut: (FilterGroups.Member) -> Bool = { _ in false }) -> [Filter] {
    text
      + groups.flatMap { group in
        let kept = group.filters.filter { !isLeftOut(.init($0.given, in: group.name)) }
          .map(\.checked)
        return group.operator == .and || kept.count < 2 ? kept : [.any(kept)]
      }
  }

  /// The filters but for those groups that count their attribute as if they were not there: the `or`
  /// groups that have a filter of it.
  func parts(countingValuesOf attribute: String) -> [Filter] {
    let own = Set(disjunctiveGroups(of: attribute).map(BinaryString.init))
    return own.isEmpty ? parts() : parts { own.contains(BinaryString($0.group)) }
  }

  /// Whether an `or` group has a filter of an attribute.
  func isDisjunctive(_ attribute: String) -> Bool { !disjunctiveGroups(of: attribute).isEmpty }

  private func disjunctiveGroups(of attribute: String) -> [String] {
    groups.filter { group in
      group.operator == .or && group.filters.contains { $0.checked.hasAttribute(attribute) }
    }.map(\.name)
  }

  /// The values of an attribute that groups ask for.
  func selectedValues(of attribute: String) -> [CellValue] {
    groups.flatMap(\.filters).compactMap { filter in
      guard case .equals(let name, let value) = filter.checked,
        BinaryString(name) == BinaryString(attribute)
      else { return nil }
      return value
    }
  }

  /// Whether all filters hold for a row.
  func hold(for slot: UInt32, in table: RowTable) -> Bool {
    text.allSatisfy { $0.holds(for: slot, in: table) }
      && groups.allSatisfy { group in
        group.operator == .and
          ? group.filters.allSatisfy { $0.checked.holds(for: slot, in: table) }
          : group.filters.contains { $0.checked.holds(for: slot, in: table) }
      }
  }

  /// Whether there are none.
  var isEmpty: Bool { text.isEmpty && groups.isEmpty }
}

extension Filter {
  /// Whether the filter is one of an attribute, or has one in it.
  func hasAttribute(_ attribute: String) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.hasAttribute(attribute) }
    case .not(let part): part.hasAttribute(attribute)
    case .isNull(let name), .isNotNull(let name), .equals(let name, _), .compares(let name, _, _),
      .inRange(let name, _, _):
      BinaryString(name) == BinaryString(attribute)
    }
  }
}
