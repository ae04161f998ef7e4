/// What a list shows at one revision: its counts, a run of visible rows, and the selection.
///
/// A snapshot answers a `SnapshotRequest`. Positions count the visible rows of all sections in
/// shown order; without a window, these are all matching rows.
package struct ListSnapshot: Hashable, Sendable {
  /// A visible row.
  package struct Line: Hashable, Sendable {
    /// The id of the row.
    package var id: RowID
    /// The index of the row's section among the shown sections.
    package var section: Int
    /// All values, in the order of the schema.
    package var values: [CellValue]
    /// The parts of each value that the search matched; empty unless requested.
    package var highlights: [Highlights]
    /// Whether the row is selected.
    package var isSelected: Bool
  }

  /// A section that contains at least one line of the snapshot.
  package struct Heading: Hashable, Sendable {
    /// The index of the section among the shown sections.
    package var section: Int
    /// The name of the section.
    package var name: String
    /// The number of visible rows in the section.
    package var count: Int
    /// The number of rows in the section, visible or not.
    package var total: Int
    /// The position of the first visible row of the section.
    package var start: Int
  }

  /// The revision that the snapshot describes.
  package var revision: Int
  /// Whether rows are still being read.
  ///
  /// If so, the ids are row numbers, and all attributes are text.
  package var isReading = false
  /// The attributes.
  package var schema: ListSchema
  /// The number of matching rows, visible or not.
  package var total: Int
  /// The number of all rows in the list.
  package var count: Int
  /// The number of visible rows.
  package var visible: Int
  /// The position of the first line.
  package var start: Int
  /// The rows.
  package var lines: [Line]
  /// The sections of the lines, in order.
  package var headings: [Heading]
  /// Whether the list is grouped into sections; if not, its single heading must not be shown.
  package var isSectioned: Bool
  /// The number of all selected rows.
  package var selected: Int
  /// The number of selected rows in each shown section; empty unless requested, and while no row is
  /// selected.
  package var selectedSections: [SelectedSectionsReport.Section] = []
  /// Selected rows in pick order; nil unless requested.
  package var selectedRows: SelectedRowsReport?
  /// The row that could be created from the searched text; nil if there is none, and unless
  /// requested.
  package var creatable: CreatableRow?
  /// Which of `total` and `count` are estimates; none unless requested.
  package var estimates: CountEstimates = []
  /// Whether the rows stay on a server; false unless estimates were requested.
  package var isRemote = false
  /// The positions of the requested rows that are visible, by id.
  package var positions: [RowID: Int]

  /// The number of selected rows that do not match the query; 0 unless `selectedSections` was
  /// requested.
  package var selectedElsewhere: Int {
    selectedSections.isEmpty ? 0 : selected - selectedSections.reduce(0) { $0 + $1.selected }
  }

  /// Returns the selected rows of a section; nil unless `selectedSections` was requested.
  package func selection(of heading: Heading) -> SelectedSectionsReport.Section? {
    selectedSections.indices.contains(heading.section) ? selectedSections[heading.section] : nil
  }
}
