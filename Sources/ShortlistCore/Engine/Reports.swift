/// A section's name and the number of rows in it that match.
public struct SectionCount: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Rows in the section, visible or not.
  public var count: Int
}

/// What a change of the query did.
public struct QueryOutcome: Hashable, Sendable {
  /// The revision after the change.
  public var revision: Int
  /// Rows that match.
  public var total: Int
  /// All rows known.
  public var count: Int
  /// The shown sections, in order.
  public var sections: [SectionCount]
  /// What changed among the visible rows; nil if nothing did.
  public var changes: VisibleChanges?
}

/// A section and its window.
public struct SectionReport: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Rows in the section.
  public var count: Int
  /// The visible rows, as positions within the section.
  public var window: Range<Int>
  /// The range that was asked for, with the length and the offset of the moment; nil if everything
  /// is shown.
  ///
  /// Set again, also as a copy with another length, it means the same range.
  public var options: RangeOptions?

  /// Visible rows.
  public var visible: Int { window.count }
  /// The distance of the window from its pin.
  public var offset: Int { options?.pin == .end ? fromEnd : fromBeginning }
  /// Rows before the window.
  public var fromBeginning: Int { window.lowerBound }
  /// Rows after the window.
  public var fromEnd: Int { count - window.upperBound }
}

/// The shown sections and their windows.
public struct SectionsReport: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// Rows that match.
  public var total: Int
  /// The shown sections, in order.
  public var sections: [SectionReport]
}

/// What a change of a window did.
public struct WindowOutcome: Hashable, Sendable {
  /// The revision after the change.
  public var revision: Int
  /// The shown sections, in order.
  public var sections: [SectionReport]
  /// What changed among the visible rows; nil if nothing did.
  public var changes: VisibleChanges?
}

/// What a transaction did.
public struct ApplyOutcome: Hashable, Sendable {
  /// The revision after the transaction.
  public var revision: Int
  /// What changed among the visible rows; nil if nothing did.
  public var changes: VisibleChanges?
  /// The ids of the rows inserted, in the order of the operations.
  public var inserted: [RowID]
  /// What it did to the selection; nil if no selected row is gone.
  public var selection: SelectionUpdate?
}

/// Visible rows of one section.
public struct RowsReport: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// The attributes of the rows, in order.
  public var attributes: [String]
  /// The rows, as values of `attributes`.
  public var rows: [[CellValue]]
  /// If asked for: for each row, and each of `attributes`, the matched parts.
  public var highlights: [[Highlights]]?
  /// If asked for: whether each row is selected.
  public var isSelected: [Bool]?
}

/// Visible ids.
public struct IDsReport: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// The ids in shown order.
  public var ids: [RowID]
}

/// Where a row is.
public struct RowPosition: Hashable, Sendable {
  /// The index of its section among the shown sections.
  public var section: Int
  /// Its index within the section's window; nil if it is outside of it.
  public var row: Int?
  /// Its index within the whole section.
  public var index: Int
}

/// Where rows are; nil for a row that does not match or does not exist.
public struct PositionsReport: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// One for each id asked for.
  public var positions: [RowPosition?]
}

/// A run of visible rows in shown order across sections, ready to be drawn.
///
/// Positions are those among the visible rows of all sections: without a window that is all that
/// match.
public struct Page: Hashable, Sendable {
  /// One row.
  public struct Line: Hashable, Sendable {
    /// What identifies the row.
    public var id: RowID
    /// The index of its section among the shown sections.
    public var section: Int
    /// All values, in the order of the schema.
    public var values: [CellValue]
    /// For each value the parts that the search matched; empty if they were not asked for.
    public var highlights: [Highlights]
    /// Whether the row is selected.
    public var isSelected: Bool
  }

  /// A section that a line of the page is in.
  public struct Heading: Hashable, Sendable {
    /// Its index among the shown sections.
    public var section: Int
    /// Its name.
    public var name: String
    /// Visible rows in it.
    public var count: Int
    /// Rows in it, visible or not.
    public var total: Int
    /// The position of its first visible row.
    public var start: Int
  }

  /// The revision this was read at.
  public var revision: Int
  /// Rows that match, visible or not.
  public var total: Int
  /// All rows known.
  public var count: Int
  /// Visible rows.
  public var visible: Int
  /// The position of the first line.
  public var start: Int
  /// The rows.
  public var lines: [Line]
  /// The sections of the lines, in order.
  public var headings: [Heading]
  /// Whether the list is grouped; if not, its one heading is not to be shown.
  public var isSectioned: Bool
  /// Selected rows in all.
  public var selected: Int
  /// The positions of the rows asked for, of those that are visible.
  public var positions: [RowID: Int]
}
