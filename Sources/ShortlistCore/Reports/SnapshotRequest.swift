/// What a `ListSnapshot` is to contain, besides the counts of the list.
///
///     SnapshotRequest(0..<50)                          // the first 50 rows
///     SnapshotRequest(.last(50), highlights: true)     // the last 50 rows
///     SnapshotRequest(locating: [id])                  // only where a row is
package struct SnapshotRequest: Hashable, Sendable {
  /// A run of visible rows.
  package enum Rows: Hashable, Sendable {
    /// The rows at these positions, as far as they exist.
    case at(Range<Int>)
    /// The last rows, at most this many.
    case last(Int)
    /// A screen of rows from a position on, one screen before and one after it.
    ///
    /// The position is the one before a change. The anchors locate it now; without them, it
    /// is the same.
    case screen(top: Int, height: Int, anchors: ScrollAnchors)
  }

  /// The rows.
  package var rows: Rows
  /// Whether to include the parts of the rows that the search matched.
  package var highlights: Bool
  /// The rows whose positions to include.
  package var locating: [RowID]
  /// Whether to include the number of selected rows in each section.
  package var selectedSections = false
  /// The selected rows to include, by their indices in pick order; nil for none.
  package var selectedRows: Range<Int>?
  /// The text attribute in which to look for the searched text, to see whether a row could be
  /// created from it; nil not to look.
  package var creating: String?
  /// Whether counts may be estimates of a server until exact ones are known.
  package var estimates = false

  /// Creates a request.
  package init(_ rows: Rows, highlights: Bool = false, locating ids: [RowID] = []) {
    self.rows = rows
    self.highlights = highlights
    locating = ids
  }

  /// Creates a request for the rows at these positions, as far as they exist; by default none.
  package init(_ range: Range<Int> = 0..<0, highlights: Bool = false, locating ids: [RowID] = []) {
    self.init(.at(range), highlights: highlights, locating: ids)
  }
}
