extension ListEngine {
  /// Takes over a table with other rows, and perhaps other attributes.
  ///
  /// A row with an id that was there before is the same: it stays selected. Ranges stay; controls of
  /// attributes that are gone are disconnected, and rules about them apply no more. All is to be shown
  /// anew.
  ///
  /// - Parameters:
  ///   - other: The table.
  ///   - query: What is shown of it.
  /// - Returns: What became of the selection; nil if nothing did.
  /// - Throws: What `setQuery(_:isCancelled:)` throws. The list then stays as it was.
  /// - Complexity: O(rows), and what the query costs
  package mutating func takeOver(_ other: RowTable, query: ListQuery) throws -> SelectionUpdate? {
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
    ranges.removeAll { other.schema.type(of: $0.attribute)?.isOrdered != true }
    table = other
    (self.query, filters, plan) = (ListQuery(), QueryFilters(), nil)
    results = ResultCache()
    listing = results.sourceListing(of: other)
    placeWindows()
    revision += 1
    _ = try setQuery(query)
    return pruned
  }
}

extension RowTable {
  /// The slots of a table that was just read: each has a row.
  fileprivate var slotsInTable: Range<UInt32> { 0..<UInt32(slots) }
}
