import Shortlist

/// The range of rows that is marked by moving the cursor.
struct MarkedRange: Hashable, Sendable {
  /// The row where a range starts: the last one marked.
  var anchor: RowID?
  /// Whether the range in progress has marked rows; nil once any other key is pressed.
  ///
  /// The next move replaces them, so that the range can shrink.
  private var hasMarked: Bool?

  /// Whether the next move replaces the rows that the range has marked.
  var replacesLast: Bool { hasMarked == true }

  /// Starts a range at a row, unless one is in progress.
  ///
  /// - Returns: The row where the range starts.
  mutating func begin(at row: RowID) -> RowID {
    if hasMarked != nil, let anchor { return anchor }
    (anchor, hasMarked) = (row, false)
    return row
  }

  /// Takes whether the last request has marked a range.
  mutating func answer(hasMarked: Bool) {
    if self.hasMarked != nil { self.hasMarked = hasMarked }
  }

  /// Ends the range in progress; the next one can still start at the last row marked.
  mutating func end() { hasMarked = nil }
}
