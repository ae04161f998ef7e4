/// Adjacent rows that locate a scroll position again after the list changes.
package struct ScrollAnchors: Hashable, Sendable {
  /// The position of the first anchor before the change.
  package var start = 0
  /// The row ids.
  package var ids: [RowID] = []

  /// Creates anchors that locate nothing.
  package init() {}

  /// Creates anchors from the lines of a snapshot.
  ///
  /// - Complexity: O(lines)
  package init(_ snapshot: ListSnapshot) {
    start = snapshot.start
    ids = snapshot.lines.map(\.id)
  }

  /// Returns the position of a row after the change, computed from the nearest anchor that is still
  /// present.
  ///
  /// At equal distance, the anchor below takes priority over the one above.
  ///
  /// - Parameters:
  ///   - position: The position before the change.
  ///   - positions: The positions of rows after the change.
  /// - Returns: The position after the change; nil if no anchor is left.
  /// - Complexity: O(a log a) for a anchors
  package func position(now position: Int, _ positions: [RowID: Int]) -> Int? {
    if positions.isEmpty { return nil }
    for index in nearest(to: position) {
      if let now = positions[ids[index]] { return max(0, now - (start + index - position)) }
    }
    return nil
  }

  /// The indices of the anchors, the nearest to a position before the change first.
  func nearest(to position: Int) -> [Int] {
    let place = position - start
    return ids.indices.sorted { a, b in
      let (near, far) = (abs(a - place), abs(b - place))
      return near == far ? a > b : near < far
    }
  }
}
