extension RemoteEngine {
  /// Returns the rows whose text begins with a typed text, as `ListEngine.suggestions` does.
  package func suggestions(
    for text: String, in attribute: String, from first: Int, limit: Int, server: some RowServer
  ) throws -> Suggestions<RowID> {
    guard let column = schema.index(of: attribute) else {
      throw InvalidRequestError("attribute: there is no attribute \(attribute)")
    }
    guard schema.entries[column].type == .text else {
      throw InvalidRequestError("attribute: \(attribute) is no text")
    }
    let typed = TypedText(text)
    let (shown, folded) = (
      String(decoding: typed.shown, as: UTF8.self), String(decoding: typed.folded, as: UTF8.self)
    )
    let order = RemoteOrder(keys: [RowSortKey(column: column, isDescending: false)])
    let matching = RowCondition(tests: [.begins(column, folded)])
    let total = try server.count(matching)
    let start = min(max(0, first), total)
    let range = start..<start + min(max(0, limit), total - start)
    let items = limit > 0 && start < total ? try server.rows(matching, by: order, range) : []
    func firstID(_ tests: [RowTest]) throws -> RowID? {
      typed.isEmpty
        ? nil : try server.rows(RowCondition(tests: tests), by: order, 0..<1).first?.id
    }
    return Suggestions(
      revision: revision,
      items: items.map { .init(id: $0.id, text: $0.values[column].text) }, total: total,
      exact: try firstID([.trimmed(column, shown)]),
      similar: try firstID([.trimmedFolded(column, folded), .not(.trimmed(column, shown))]))
  }

  /// What `suggest.commit` has to do.
  package enum Suggested {
    /// It is done: there was a row, or the selection refuses a new one.
    case done(SuggestionOutcome<RowID>)
    /// A row with these values must be inserted.
    case new(RowValues)
  }

  /// Finds the row with a text and selects it, or returns the row to insert.
  package mutating func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    from server: some RowServer
  ) throws -> Suggested {
    let found = try suggestions(for: text, in: attribute, from: 0, limit: 0, server: server)
    let typed = TypedText(text)
    if typed.isEmpty { throw InvalidRequestError("text: it is empty") }
    if let id = found.existing(equality) {
      let selection = try select(
        .select(selects ? [id] : []), idLimit: 1000, refusedIDLimit: 1000, from: server)
      return .done(
        SuggestionOutcome(revision: revision, id: id, isCreated: false, selection: selection))
    }
    var row = values
    if let id = try newID(besides: values, from: server) { row.members.append(id) }
    // A row that the selection refuses must not be written.
    var trial = held
    var tried = try trial.commitSuggestion(
      text, in: attribute, values: row, selects: selects, equality: equality)
    if tried.id == nil {
      tried.revision = revision
      tried.selection.revision = revision
      return .done(tried)
    }
    row.members.append(.init(attribute, .text(String(decoding: typed.shown, as: UTF8.self))))
    return .new(row)
  }

  /// Selects a row that was inserted, within the revision of the insertion.
  package mutating func acceptSuggestion(
    _ id: RowID?, changes: VisibleChanges<RowID>?, selects: Bool, from server: some RowServer
  ) throws -> SuggestionOutcome<RowID> {
    let before = revision
    var selection = try select(
      .select(selects ? [id].compactMap(\.self) : []), idLimit: 1000, refusedIDLimit: 1000,
      from: server)
    revision = before
    selection.revision = before
    return SuggestionOutcome(
      revision: revision, id: id, isCreated: true, selection: selection, changes: changes)
  }

  private func newID(
    besides values: RowValues, from server: some RowServer
  ) throws -> RowValues.Member? {
    guard let name = held.table.idAttribute, schema.type(of: name) == .integer,
      let column = schema.index(of: name),
      values.members.last(where: { $0.name == name })?.value.isNull != false
    else { return nil }
    let extent = try server.extent(of: column, RowCondition())
    guard case .integer(let greatest)? = extent.range?.upperBound else {
      return .init(name, .integer(1))
    }
    guard greatest < Int.max else {
      throw WriteError(index: 0, reason: "no \(name) is greater than \(greatest)")
    }
    return .init(name, .integer(greatest + 1))
  }
}
