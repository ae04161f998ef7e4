extension ListEngine {
  /// Replaces the table with one that has other rows, and possibly other attributes.
  ///
  /// Rows are matched by id and stay selected. Connected ranges stay if their attribute still is a
  /// number or a date. Rules about missing attributes are dropped. Clients must redraw all rows.
  ///
  /// - Parameters:
  ///   - other: The new table.
  ///   - query: The query for the new table.
  /// - Returns: The update of the selection; nil if there is none.
  /// - Throws: What `setQuery(_:isCancelled:)` throws. The list is then unchanged.
  /// - Complexity: O(rows), plus the cost of the query
  package mutating func takeOver(_ other: RowTable, query: ListQuery) throws -> SelectionChange<
    RowID
  >? {
    try query.check(schema: other.schema)
    let old = table
    var gone = old.rows
    let slots = other.slotsInTable.map { slot in
      guard let before = old.slot(of: other.id(slot)), gone[before] else {
        return PickRenumbering.gone
      }
      gone[before] = false
      return before
    }
    gone.formIntersection(selection.members.grown(to: gone.universe))
    let pruned = prune(
      gone.slots.map { RowTransition(before: $0, isChanged: true, keepsKey: false) })
    selection.keep(slots)
    selection.tally.forget()
    rules = rules.compactMap { try? InstalledRule($0.rule, schema: other.schema) }
    ranges.remove(notFitting: other.schema)
    table = other
    (self.query, filters) = (ListQuery(), QueryFilters())
    (plan, undecidedPlan) = (nil, nil)
    results[table.version] = ResultCache()
    listing = results[table.version].sourceListing(of: other)
    placeWindows()
    // The rows and the query change in one step.
    let next = revision + 1
    _ = try setQuery(query)
    revision = next
    return pruned
  }
}

extension RowTable {
  /// All slots of a table that was just read; none of them is empty.
  fileprivate var slotsInTable: Range<UInt32> { 0..<UInt32(slots) }
}
