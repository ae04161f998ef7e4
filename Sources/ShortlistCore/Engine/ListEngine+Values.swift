/// What the values in a search mean: `attribute:text` is a value while a row has it, and otherwise
/// the beginning of a word.
extension ListEngine {
  /// Returns a plan in which values that do not occur are beginnings of words.
  mutating func resolved(_ plan: SearchPlan) -> SearchPlan {
    if !plan.hasValues { return plan }
    let (table, workers) = (table, workers)
    return plan.resolved { results.rows($0, of: table, workers: workers).count > 0 }
  }

  /// Resolves the search again, because other values may occur now.
  mutating func resolveValues() {
    if let planOfValues { plan = resolved(planOfValues) }
  }

  /// Searches by a plan of the query in which it is decided what values mean.
  mutating func setPlan(_ plan: SearchPlan) throws {
    listing = try results.listing(
      query, filters, plan, first: nil, table: table, workers: workers, isCancelled: { false })
    (self.plan, planOfValues) = (plan, nil)
    selection.tally.forget()
    placeWindows()
  }

  /// Returns the rows that a transaction may show or hide without touching them, because it decides
  /// whether a value occurs.
  ///
  /// - Complexity: O(rows / 64) for each value, plus the number of returned rows
  mutating func rowsOfValues(decidedBy transaction: Transaction) -> [RowTransition] {
    guard let planOfValues else { return [] }
    let touched = transaction.changes.compactMap(\.slot)
    var found = RowSet(universe: table.slots)
    for term in planOfValues.clauses.joined() {
      guard case .value(let filter, let needle, let columns) = term.condition else { continue }
      var having = results.rows(filter, of: table, workers: workers)
      let occurs = having.count > 0
      for slot in touched { having[slot] = false }
      let column = columns[0].index
      if having.count > 0 || !occurs && !transaction.changes.contains(where: { $0.sets(column) }) {
        continue
      }
      let plan = SearchPlan(needle, in: columns)
      guard
        let rows = try? results.rows(
          plan, [], of: table, workers: workers, isCancelled: { false })
      else { preconditionFailure("This search cannot be cancelled.") }
      found.formUnion(rows)
    }
    for slot in touched { found[slot] = false }
    return found.slots.map {
      RowTransition(before: $0, after: $0, isChanged: false, keepsKey: true)
    }
  }
}

extension Transaction.Change {
  /// The slot of the row before; nil if it is new.
  fileprivate var slot: UInt32? {
    switch self {
    case .insert: nil
    case .update(let slot, _), .delete(let slot), .replace(let slot, _, _): slot
    }
  }

  /// Whether the change gives the row a value in a column.
  fileprivate func sets(_ column: Int) -> Bool {
    switch self {
    case .insert(_, let values), .replace(_, _, let values): !values[column].isNull
    case .update(_, let cells): cells.contains { $0.column == column && !$0.value.isNull }
    case .delete: false
    }
  }
}
