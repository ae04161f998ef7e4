/// Rows that can be read by their ids.
package protocol RowReading: Sendable {
  /// The attributes.
  var schema: ListSchema { get }

  /// Returns the values of a row in the order of the schema; nil if there is no such row.
  func row(_ id: RowID) -> [CellValue]?

  /// Returns the items of rows; without those of rows that have none, or whose item is kept
  /// elsewhere.
  func items<Item: Sendable>(_ ids: [RowID], as type: Item.Type) -> [Item]
}

extension RowReading {
  package func items<Item: Sendable>(_ ids: [RowID], as type: Item.Type) -> [Item] { [] }

  /// Returns the item of a row; nil if there is none, or if it is kept elsewhere.
  package func item<Item: Sendable>(_ id: RowID, as type: Item.Type) -> Item? {
    items([id], as: type).first
  }
}

/// What a list has at one revision.
///
/// It has the rows that a `ReadRequest` named. A list in memory has all of its rows.
package protocol ListReading: RowReading {
  /// The revision.
  var revision: Int { get }
  /// The number of matching rows.
  var total: Int { get }
  /// The number of all rows.
  var count: Int { get }
  /// The number of selected rows.
  var selectedCount: Int { get }
  /// The shown sections with the ids of their visible rows.
  var visibleSections: [Changeset<RowID>.Section] { get }
  /// The ids of all rows in their own order.
  var allIDs: [RowID] { get }
  /// The ids of the selected rows in pick order.
  var selectedIDs: [RowID] { get }

  /// Returns whether a visible row is selected.
  func isSelected(_ id: RowID) -> Bool
}

/// What a query finds, without being the query of a list.
package struct QueryLookup: Sendable {
  /// The revision of the list.
  package var revision: Int
  /// The number of rows that match.
  package var total: Int
  /// The ids of the requested ones of them, in the sections that have one of them.
  package var sections: [Changeset<RowID>.Section]
  /// The requested counts and measurements.
  package var measures: Measures
  /// The rows with these ids, at that revision.
  package var rows: any RowReading

  /// Creates a result.
  package init(
    revision: Int, total: Int, sections: [Changeset<RowID>.Section], measures: Measures,
    rows: any RowReading
  ) {
    (self.revision, self.total, self.sections) = (revision, total, sections)
    (self.measures, self.rows) = (measures, rows)
    self.measures.revision = revision
  }
}

/// The rows to read of a list.
package enum ReadRequest: Hashable, Sendable {
  /// The visible rows.
  case visible
  /// These rows, as far as they exist.
  case rows([RowID])
  /// The selected rows.
  case selected
  /// All rows.
  case all
}

extension ListEngine: ListReading {
  /// The attributes.
  package var schema: ListSchema { table.schema }
  /// The number of all rows.
  package var count: Int { table.count }
  package func items<Item: Sendable>(_ ids: [RowID], as type: Item.Type) -> [Item] {
    table.items(ids, as: type)
  }
  /// The ids of the selected rows in pick order.
  package var selectedIDs: [RowID] { selection.prefix(selection.count).map(table.id) }
}
