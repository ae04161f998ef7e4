extension ListEngine {
  /// The rows whose text begins with another, whatever the query is.
  ///
  /// Both are folded, white space at the ends of both does not count, and `*` and `?` are characters
  /// like others.
  ///
  ///     let found = try engine.suggestions(for: "zo", in: "name")
  ///     found.items.map(\.text)  // Zo, Zoë, zoe
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - attribute: The attribute that is compared, which must be a text.
  ///   - first: The number of the first row that is wanted.
  ///   - limit: So many rows at most are wanted.
  /// - Returns: These of them, ascending, how many there are, and the rows that have the text itself.
  /// - Throws: `InvalidRequest` for an attribute that is not there or is no text.
  /// - Complexity: O(w log n + limit), where texts begin with w kinds of white space, after O(n log n)
  ///   once for an attribute
  public mutating func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20
  ) throws(InvalidRequest) -> Suggestions {
    let (texts, order) = try textOrder(of: attribute)
    let typed = TypedText(text)
    let positions = order.positions(beginningWith: typed.folded)
    let equal = order.slots(equalling: typed)
    return Suggestions(
      revision: revision,
      items: order.slots(at: positions, from: first, limit: limit).map { slot in
        Suggestions.Item(id: table.id(slot), text: texts[slot] ?? "")
      },
      total: positions.reduce(0) { $0 + $1.count }, exact: equal.exact.map(table.id),
      similar: equal.similar.map(table.id))
  }

  /// Takes the row that has a text, or makes a new one of it, and selects it, in one step.
  ///
  /// If the selection refuses the new row, it is not made.
  ///
  /// - Parameters:
  ///   - text: The text; white space at its ends does not count.
  ///   - attribute: The attribute that has the text, or gets it.
  ///   - values: What else a new row has. Its id, if that is not a whole number: of whole numbers it
  ///     gets the one after the greatest.
  ///   - selects: Whether the row is to be selected.
  ///   - equality: Which texts are taken for this one.
  /// - Returns: Which row it is, and what became of the selection.
  /// - Throws: `InvalidRequest` for an empty text and an attribute that is not there or is no text;
  ///   `WriteRefusal` if there cannot be such a row. Nothing is changed then.
  /// - Complexity: As `suggestions` and one insert; O(n) for an id
  public mutating func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues = [:], selects: Bool = true,
    equality: TextEquality = .exact
  ) throws -> SuggestionOutcome {
    let row: RowValues
    switch try suggestedRow(text, in: attribute, values: values, equality: equality) {
    case .existing(let id):
      let selection = select(.select(selects ? [id] : []))
      return SuggestionOutcome(
        revision: revision, id: id, isCreated: false, selection: selection)
    case .new(let values): row = values
    }
    // A trial: the list itself stays as it is if the selection refuses.
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

  /// What a suggestion would take.
  package enum SuggestedRow {
    /// The row that has the text.
    case existing(RowID)
    /// A new row, of these values.
    case new(RowValues)
  }

  /// The row that has a text, or what a new one would be.
  ///
  /// - Throws: What `commitSuggestion` throws before anything is done.
  package mutating func suggestedRow(
    _ text: String, in attribute: String, values: RowValues, equality: TextEquality
  ) throws -> SuggestedRow {
    let found = try suggestions(for: text, in: attribute, limit: 0)
    let typed = TypedText(text)
    if typed.isEmpty { throw InvalidRequest("text: it is empty") }
    if let id = found.existing(equality) { return .existing(id) }
    var row = values
    if let id = try newID(besides: values) { row.members.append(id) }
    row.members.append(.init(attribute, .text(String(decoding: typed.shown, as: UTF8.self))))
    return .new(row)
  }

  /// Takes in a row that was written to the store of the rows, and selects it, in one step.
  package mutating func takeSuggestion(
    _ id: RowID?, with changes: StoredChanges, selects: Bool
  ) throws(SourceError) -> SuggestionOutcome {
    let before = revision
    let stored = try store(changes)
    let selection = select(.select(selects ? [id].compactMap(\.self) : []))
    if revision > before { revision = before + 1 }
    var outcome = SuggestionOutcome(
      revision: revision, id: id, isCreated: true, selection: selection, changes: stored.changes)
    outcome.selection.revision = revision
    return outcome
  }

  /// The id of a new row that has none; nil if it has one, or it is not for us to give.
  private func newID(besides values: RowValues) throws(WriteRefusal) -> RowValues.Member? {
    guard let name = table.idAttribute, table.schema.type(of: name) == .integer,
      values.members.last(where: { $0.name == name })?.value.isNull != false
    else { return nil }
    let report = NumberReport(
      name, table.wholeColumn(name), among: table.rows, buckets: nil, workers: workers)
    guard case .integer(let greatest)? = report.range?.upperBound else {
      return .init(name, .integer(1))
    }
    guard greatest < Int.max else {
      throw WriteRefusal(index: 0, reason: "no \(name) is greater than \(greatest)")
    }
    return .init(name, .integer(greatest + 1))
  }

  private mutating func textOrder(
    of attribute: String
  ) throws(InvalidRequest) -> (TextColumn, TextOrder) {
    guard let index = table.schema.index(of: attribute) else {
      throw InvalidRequest("attribute: there is no attribute \(attribute)")
    }
    guard case .text(let texts) = table.columns[index] else {
      throw InvalidRequest("attribute: \(attribute) is no text")
    }
    return (texts, TextOrder(results.order([SortKey(attribute)], of: table), of: texts))
  }
}
