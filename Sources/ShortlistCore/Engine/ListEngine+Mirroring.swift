extension ListEngine {
  /// The ids of all rows, whether they match or not, in source order.
  ///
  /// - Complexity: O(rows)
  public var allIDs: [RowID] {
    var ids: [RowID] = []
    ids.reserveCapacity(table.count)
    table.rows.forEach { ids.append(table.id($0)) }
    return ids
  }

  /// The shown sections with the ids of their visible rows.
  ///
  /// - Complexity: O(visible rows)
  public var visibleSections: [Changeset<RowID>.Section] {
    visible.sections.map { .init(name: $0.name, ids: $0.slots.map(table.id)) }
  }
}
