/// What a list shows at one revision: its counts, a run of visible rows, and the selection.
///
/// A snapshot answers a `SnapshotRequest`. Positions count the visible rows of all sections in shown
/// order; without a window, these are all matching rows.
public struct ListSnapshot: Hashable, Sendable {
  /// A visible row.
  public struct Line: Hashable, Sendable {
    /// The id of the row.
    public var id: RowID
    /// The index of the row's section among the shown sections.
    public var section: Int
    /// All values, in the order of the schema.
    public var values: [CellValue]
    /// The parts of each value that the search matched; empty unless requested.
    public var highlights: [Highlights]
    /// Whether the row is selected.
    public var isSelected: Bool
  }

  /// A section that contains at least one line of the snapshot.
  public struct Heading: Hashable, Sendable {
    /// The index of the section among the shown sections.
    public var section: Int
    /// The name of the section.
    public var name: String
    /// The number of visible rows in the section.
    public var count: Int
    /// The number of rows in the section, visible or not.
    public var total: Int
    /// The position of the first visible row of the section.
    public var start: Int
  }

  /// The revision that the snapshot describes.
  public var revision: Int
  /// Whether rows are still being read.
  ///
  /// If so, the ids are row numbers, and all attributes are text.
  public var isReading = false
  /// The attributes.
  public var schema: ListSchema
  /// The number of matching rows, visible or not.
  public var total: Int
  /// The number of all rows in the list.
  public var count: Int
  /// The number of visible rows.
  public var visible: Int
  /// The position of the first line.
  public var start: Int
  /// The rows.
  public var lines: [Line]
  /// The sections of the lines, in order.
  public var headings: [Heading]
  /// Whether the list is grouped into sections; if not, its single heading must not be shown.
  public var isSectioned: Bool
  /// The number of all selected rows.
  public var selected: Int
  /// The number of selected rows in each shown section; empty unless requested, and while no row is
  /// selected.
  public var selectedSections: [SelectedSectionsReport.Section] = []
  /// Selected rows in pick order; nil unless requested.
  public var selectedRows: SelectedRowsReport?
  /// The searched text, if a row could be created from it: if it is not empty and no row has it;
  /// nil unless requested.
  public var creatable: String?
  /// The positions of the requested rows that are visible, by id.
  public var positions: [RowID: Int]

  /// The number of selected rows that do not match the query; 0 unless `selectedSections` was
  /// requested.
  public var selectedElsewhere: Int {
    selectedSections.isEmpty ? 0 : selected - selectedSections.reduce(0) { $0 + $1.selected }
  }

  /// Returns the selected rows of a section; nil unless `selectedSections` was requested.
  public func selection(of heading: Heading) -> SelectedSectionsReport.Section? {
    selectedSections.indices.contains(heading.section) ? selectedSections[heading.section] : nil
  }
}
