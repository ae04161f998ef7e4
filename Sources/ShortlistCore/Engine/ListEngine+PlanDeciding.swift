/// What a search means that depends on the rows: `attribute:text` is a value while a row has it,
/// and otherwise the beginning of a word; and words have typos while few rows have them as typed.
extension ListEngine {
  /// Returns the plan that an undecided one stands for.
  ///
  /// - Throws: `CancellationError` if the search was cancelled.
  mutating func resolved(
    _ plan: SearchPlan, isCancelled: @Sendable () -> Bool
  ) throws -> SearchPlan {
    if !plan.dependsOnRows { return plan }
    let (table, workers) = (table, workers)
    return try results[table.version].resolved(
      plan, of: table, workers: workers, isCancelled: isCancelled)
  }

  /// Decides again what the search means, because the rows are other ones now.
  mutating func decidePlan() {
    guard let undecidedPlan else { return }
    do {
      plan = try resolved(undecidedPlan) { false }
    } catch {
      preconditionFailure("This search cannot be cancelled: \(error).")
    }
  }

  /// Searches by a plan of the query in which it is decided what depends on the rows.
  mutating func setPlan(_ plan: SearchPlan) throws {
    listing = try results[table.version].listing(
      query, filters, plan, first: nil, table: table, workers: workers, isCancelled: { false })
    (self.plan, undecidedPlan) = (plan, nil)
    selection.tally.forget()
    placeWindows()
  }

  /// Returns the rows that a transaction may show or hide without touching them, because it decides
  /// what the search means.
  mutating func rowsDecided(by transaction: Transaction) -> [RowTransition] {
    guard let undecidedPlan else { return [] }
    var found = rowsOfValues(undecidedPlan, decidedBy: transaction)
    found.formUnion(rowsWithTypos(undecidedPlan, decidedBy: transaction))
    for slot in transaction.changes.compactMap(\.slot) { found[slot] = false }
    return found.slots.map {
      RowTransition(before: $0, after: $0, isChanged: false, keepsKey: true)
    }
  }

  /// Returns the rows with typos, if a transaction may decide whether words have any.
  ///
  /// - Complexity: O(changes) if many rows have the words as typed; otherwise O(rows / 64), plus
  ///   the search for rows with typos unless they are shown
  private mutating func rowsWithTypos(
    _ undecided: SearchPlan, decidedBy transaction: Transaction
  ) -> RowSet {
    if !undecided.typosDependOnRows { return RowSet(universe: table.slots) }
    let texts = undecided.texts
    let typed = rows(matching: texts.asTyped)
    let before = typed.count(upTo: Sizes.enough + transaction.changes.count)
    let least = before - transaction.changes.count { $0.slot.map { typed[$0] } == true }
    let coming = transaction.changes.count { !$0.isDeletion }
    let mayDecide = before < Sizes.enough ? least + coming >= Sizes.enough : least < Sizes.enough
    return mayDecide ? rows(matching: texts) : RowSet(universe: table.slots)
  }

  private mutating func rows(matching plan: SearchPlan) -> RowSet {
    let (table, workers) = (table, workers)
    do {
      return try results[table.version].rows(plan, [], of: table, workers: workers) { false }
    } catch {
      preconditionFailure("This search cannot be cancelled: \(error).")
    }
  }

  /// Returns the rows that a transaction may show or hide because it decides whether a value
  /// occurs.
  ///
  /// - Complexity: O(rows / 64) for each value, plus the number of returned rows
  private mutating func rowsOfValues(
    _ undecided: SearchPlan, decidedBy transaction: Transaction
  ) -> RowSet {
    let touched = transaction.changes.compactMap(\.slot)
    var found = RowSet(universe: table.slots)
    for term in undecided.clauses.joined() {
      guard case .value(let filter, let needle, let columns) = term.condition else { continue }
      var having = results[table.version].rows(filter, of: table, workers: workers)
      let occurs = having.count > 0
      for slot in touched { having[slot] = false }
      let column = columns[0].index
      if having.count > 0 || !occurs && !transaction.changes.contains(where: { $0.sets(column) }) {
        continue
      }
      found.formUnion(rows(matching: SearchPlan(needle, in: columns)))
    }
    return found
  }
}

extension ResultCache {
  /// Returns the plan that an undecided one stands for among the rows of a table.
  ///
  /// - Throws: `CancellationError` if the search was cancelled.
  mutating func resolved(
    _ plan: SearchPlan, of table: RowTable, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> SearchPlan {
    try plan.resolved {
      rows($0, of: table, workers: workers).count > 0
    } _: { plan in
      try rows(plan, [], of: table, workers: workers, isCancelled: isCancelled)
        .count(upTo: Sizes.enough) < Sizes.enough
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

  /// Whether the change only deletes the row.
  fileprivate var isDeletion: Bool { if case .delete = self { true } else { false } }

  /// Whether the change gives the row a value in a column.
  fileprivate func sets(_ column: Int) -> Bool {
    switch self {
    case .insert(_, let values), .replace(_, _, let values): !values[column].isNull
    case .update(_, let cells): cells.contains { $0.column == column && !$0.value.isNull }
    case .delete: false
    }
  }
}
