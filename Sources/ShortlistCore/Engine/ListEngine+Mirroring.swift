extension ListEngine {
  /// The ids of all rows in source order, including those that do not match.
  ///
  /// - Complexity: O(rows); O(rows log rows) if rows were inserted between others
  package var allIDs: [RowID] { table.allIDs }

  /// The shown sections with the ids of their visible rows.
  ///
  /// - Complexity: O(visible rows)
  package var visibleSections: [Changeset<RowID>.Section] {
    visible.sections.map { .init(name: $0.name, ids: $0.slots.map(table.id)) }
  }
}
