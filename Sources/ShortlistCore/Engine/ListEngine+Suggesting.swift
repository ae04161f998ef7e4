extension ListEngine {
  /// Returns the rows whose text begins with a typed text, regardless of the query.
  ///
  /// Both texts are folded, white space at their ends is ignored, and `*` and `?` are ordinary
  /// characters.
  ///
  ///     let found = try engine.suggestions(for: "zo", in: "name")
  ///     found.items.map(\.text)  // Zo, Zoë, zoe
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - attribute: The text attribute to compare.
  ///   - first: The index of the first row to return.
  ///   - limit: The maximum number of rows to return.
  /// - Returns: The rows in ascending order, the number of all matches, and the rows that have
  ///   the text itself.
  /// - Throws: `InvalidRequestError` for an attribute that does not exist or is not a text.
  /// - Complexity: O(w log n + limit) if texts begin with w different sequences of white space,
  ///   after O(n log n) once for each attribute
  package mutating func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20
  ) throws(InvalidRequestError) -> Suggestions<RowID> {
    let (texts, order) = try textOrder(of: attribute)
    let typed = TypedText(text)
    let positions = order.positions(beginningWith: typed.folded)
    let equal = order.slots(equalling: typed)
    return Suggestions(
      revision: revision,
      items: order.slots(at: positions, from: first, limit: limit).map { slot in
        Suggestions<RowID>.Item(id: table.id(slot), text: texts[slot] ?? "")
      },
      total: positions.reduce(0) { $0 + $1.count }, exact: equal.exact.map(table.id),
      similar: equal.similar.map(table.id))
  }

  /// Selects the row that has a text, creating the row if there is none, in one step.
  ///
  /// If the selection refuses the new row, the row is not created.
  ///
  /// - Parameters:
  ///   - text: The text; white space at its ends is ignored.
  ///   - attribute: The text attribute that has, or receives, the text.
  ///   - values: The other values of a new row. They must include an id that is not an integer; a
  ///     missing integer id becomes the greatest existing one plus 1.
  ///   - selects: Whether to select the row.
  ///   - equality: Which existing texts count as equal to `text`.
  /// - Returns: The row, and the effect on the selection.
  /// - Throws: `InvalidRequestError` for an empty text, or an attribute that does not exist or is
  ///   not a text; `WriteError` if the row cannot be created. The list is then unchanged.
  /// - Complexity: The cost of `suggestions` and one insert; O(n) to generate an id
  package mutating func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues = [:], selects: Bool = true,
    equality: TextEquality = .exact
  ) throws -> SuggestionOutcome<RowID> {
    let row: RowValues
    switch try suggestedRow(text, in: attribute, values: values, equality: equality) {
    case .existing(let id):
      let selection = select(.select(selects ? [id] : []))
      return SuggestionOutcome(
        revision: revision, id: id, isCreated: false, selection: selection)
    case .new(let values): row = values
    }
    // Work on a copy, so that the list stays unchanged if the selection refuses the row.
    var trial = self
    let applied = try trial.apply([.insert(row)])
    let id = applied.inserted[0]
    var selection = trial.select(.select(selects ? [id] : []))
    let isRefused = selects && !selection.added.contains(id)
    if isRefused {
      selection.undoChange(count: self.selection.count)
    } else {
      trial.revision = revision + 1
      self = trial
    }
    selection.revision = revision
    return SuggestionOutcome(
      revision: revision, id: isRefused ? nil : id, isCreated: !isRefused, selection: selection,
      changes: isRefused ? nil : applied.changes)
  }

  /// The row that a suggestion refers to.
  package enum SuggestedRow {
    /// An existing row that has the text.
    case existing(RowID)
    /// A new row with these values.
    case new(RowValues)
  }

  /// Returns the row that has a text, or the values of a new one.
  ///
  /// - Throws: The errors that `commitSuggestion` throws before it changes anything.
  /// - Complexity: The cost of `suggestions`; O(n) to generate an id
  package mutating func suggestedRow(
    _ text: String, in attribute: String, values: RowValues, equality: TextEquality
  ) throws -> SuggestedRow {
    let found = try suggestions(for: text, in: attribute, limit: 0)
    let typed = TypedText(text)
    if typed.isEmpty { throw InvalidRequestError("text: it is empty") }
    if let id = found.existing(equality) { return .existing(id) }
    var row = values
    if let id = try newID(besides: values) { row.members.append(id) }
    row.members.append(.init(attribute, .text(String(decoding: typed.shown, as: UTF8.self))))
    return .new(row)
  }

  /// Inserts a row that was written to the row store, and selects it, in one step.
  ///
  /// - Complexity: The cost of `store(_:)`
  package mutating func acceptSuggestion(
    _ id: RowID?, with changes: StoredChanges, selects: Bool
  ) throws(SourceError) -> SuggestionOutcome<RowID> {
    let before = revision
    let stored = try store(changes)
    let selection = select(.select(selects ? [id].compactMap(\.self) : []))
    if revision > before { revision = before + 1 }
    var outcome = SuggestionOutcome(
      revision: revision, id: id, isCreated: true, selection: selection, changes: stored.changes)
    outcome.selection.revision = revision
    return outcome
  }

  /// Returns a generated id for a new row; nil if `values` contains one or the id attribute is not
  /// an integer.
  private func newID(besides values: RowValues) throws(WriteError) -> RowValues.Member? {
    guard let name = table.idAttribute, table.schema.type(of: name) == .integer,
      values.members.last(where: { $0.name == name })?.value.isNull != false
    else { return nil }
    let report = NumberReport(
      name, table.wholeColumn(name), among: table.rows, buckets: nil, workers: workers)
    guard case .integer(let greatest)? = report.range?.upperBound else {
      return .init(name, .integer(1))
    }
    guard greatest < Int.max else {
      throw WriteError(index: 0, reason: "no \(name) is greater than \(greatest)")
    }
    return .init(name, .integer(greatest + 1))
  }

  private mutating func textOrder(
    of attribute: String
  ) throws(InvalidRequestError) -> (TextColumn, TextOrder) {
    guard let index = table.schema.index(of: attribute) else {
      throw InvalidRequestError("attribute: there is no attribute \(attribute)")
    }
    guard case .text(let texts) = table.columns[index] else {
      throw InvalidRequestError("attribute: \(attribute) is no text")
    }
    return (
      texts, TextOrder(results[table.version].order([SortKey(attribute)], of: table), of: texts)
    )
  }
}
