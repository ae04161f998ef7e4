/// The name of a section and the number of matching rows in it.
///
///     for section in try await picker.group(by: \.city).sections {
///       print(section.name, section.count)  // Bonn 12
///     }
public struct SectionCount: Hashable, Sendable {
  /// The name of the section.
  public var name: String
  /// The number of rows in the section, visible or not.
  public var count: Int
}

/// The outcome of a change of the query.
///
///     let outcome = try await picker.search("mü")
///     print("\(outcome.total) of \(outcome.count)")
public struct QueryOutcome<ID: PickListID>: Sendable {
  /// The revision after the change.
  public var revision: Int
  /// The number of matching rows.
  public var total: Int
  /// The number of all rows in the list.
  public var count: Int
  /// The shown sections, in order.
  public var sections: [SectionCount]
  /// The changes of the visible rows, to be computed.
  package var pending: PendingChanges
  /// Which of `total` and `count` are estimates.
  package var estimates: CountEstimates = []

  /// The changes of the visible rows; nil if there are none.
  ///
  /// - Complexity: O(v log v) for v visible rows, at each access; O(1) if more than 10,000 rows are
  ///   visible
  public var changes: VisibleChanges<ID>? { pending.changes(of: ID.self) }
}

extension QueryOutcome: Equatable {
  /// Whether two outcomes are equal.
  ///
  /// - Complexity: That of ``changes`` if all else is equal
  public static func == (a: Self, b: Self) -> Bool {
    a.revision == b.revision && a.total == b.total && a.count == b.count
      && a.estimates == b.estimates && a.sections == b.sections && a.changes == b.changes
  }
}

/// A section and its window.
///
///     for section in try await picker.windows.sections {
///       print("\(section.visible) of \(section.count), \(section.fromEnd) of them below")
///     }
public struct SectionReport: Hashable, Sendable {
  /// The name of the section.
  public var name: String
  /// The number of rows in the section.
  public var count: Int
  /// The visible rows, as positions within the section.
  public var window: Range<Int>
  /// The requested range with its current length and offset; nil if everything is shown.
  ///
  /// Setting these options again, or a copy of them with another current length, requests the same
  /// range.
  public var options: RangeOptions?

  /// The number of visible rows.
  public var visible: Int { window.count }
  /// The distance of the window from its pin.
  public var offset: Int { options?.pin == .end ? fromEnd : fromBeginning }
  /// The number of rows before the window.
  public var fromBeginning: Int { window.lowerBound }
  /// The number of rows after the window.
  public var fromEnd: Int { count - window.upperBound }
}

/// The shown sections and their windows.
///
///     let report = try await picker.windows
///     let visible = report.sections.reduce(0) { $0 + $1.visible }
///     print("\(visible) of \(report.total)")
public struct SectionsReport: Hashable, Sendable {
  /// The revision at which the report was read.
  public var revision: Int
  /// The number of matching rows.
  public var total: Int
  /// The shown sections, in order.
  public var sections: [SectionReport]
}

/// The outcome of a change of a window.
///
///     let outcome = try await picker.show(.fixed(length: 50, offset: 100))
///     print(outcome.sections[0].window)  // 100..<150
public struct WindowOutcome<ID: PickListID>: Sendable {
  /// The revision after the change.
  public var revision: Int
  /// The shown sections, in order.
  public var sections: [SectionReport]
  /// The changes of the visible rows, to be computed.
  package var pending: PendingChanges

  /// The changes of the visible rows; nil if there are none.
  ///
  /// - Complexity: O(v log v) for v visible rows, at each access; O(1) if more than 10,000 rows are
  ///   visible
  public var changes: VisibleChanges<ID>? { pending.changes(of: ID.self) }
}

extension WindowOutcome: Equatable {
  /// Whether two outcomes are equal.
  ///
  /// - Complexity: That of ``changes`` if all else is equal
  public static func == (a: Self, b: Self) -> Bool {
    a.revision == b.revision && a.sections == b.sections && a.changes == b.changes
  }
}

/// The outcome of a transaction.
///
///     let outcome = try await picker.insert([ann, bob])
///     print(outcome.revision, outcome.inserted)
public struct ApplyOutcome<ID: PickListID>: Hashable, Sendable {
  /// The revision after the transaction.
  public var revision: Int
  /// The changes of the visible rows; nil if there are none.
  public var changes: VisibleChanges<ID>?
  /// The ids of the inserted rows, in the order of the operations.
  public var inserted: [ID]
  /// The update of the selection; nil if no selected row was deleted.
  public var selection: SelectionChange<ID>?
}

extension QueryOutcome {
  /// Creates the outcome for items from that for their rows.
  package init(_ rows: QueryOutcome<RowID>) {
    (revision, total, count) = (rows.revision, rows.total, rows.count)
    (sections, pending, estimates) = (rows.sections, rows.pending, rows.estimates)
  }
}

extension WindowOutcome {
  /// Creates the outcome for items from that for their rows.
  package init(_ rows: WindowOutcome<RowID>) {
    (revision, sections, pending) = (rows.revision, rows.sections, rows.pending)
  }
}

extension ApplyOutcome {
  /// Creates the outcome for items from that for their rows.
  package init(_ rows: ApplyOutcome<RowID>) {
    revision = rows.revision
    changes = rows.changes.map(VisibleChanges<ID>.init)
    inserted = rows.inserted.compactMap(ID.init(rowID:))
    selection = rows.selection.map(SelectionChange<ID>.init)
  }
}

/// Visible rows of one section.
package struct RowsReport: Hashable, Sendable {
  /// The revision at which the report was read.
  package var revision: Int
  /// The attributes of the rows, in order.
  package var attributes: [String]
  /// The rows, as values of `attributes`.
  package var rows: [[CellValue]]
  /// The matched parts of each value of each row, in the order of `attributes`; nil unless
  /// requested.
  package var highlights: [[Highlights]]?
  /// Whether each row is selected; nil unless requested.
  package var isSelected: [Bool]?
}

/// Visible ids.
package struct IDsReport: Hashable, Sendable {
  /// The revision at which the report was read.
  package var revision: Int
  /// The ids in shown order.
  package var ids: [RowID]
}

/// The position of a row.
package struct RowPosition: Hashable, Sendable {
  /// The index of the row's section among the shown sections.
  package var section: Int
  /// The index of the row within the section's window; nil if it is outside the window.
  package var row: Int?
  /// The index of the row within the whole section.
  package var index: Int
}

/// The positions of rows.
package struct PositionsReport: Hashable, Sendable {
  /// The revision at which the report was read.
  package var revision: Int
  /// The position for each requested id; nil for a row that does not match or does not exist.
  package var positions: [RowPosition?]
}
