package import Shortlist

/// How far the source of the list is read, and what waits for the rest of it.
package struct SourceReading: Hashable, Sendable {
  /// A list that has replaced the one whose rows are still shown.
  struct Replacing: Hashable {
    /// Whether its rows are shown only when all are read.
    let whenRead: Bool
    /// The revision at which it had too few rows to be shown.
    var early: Int?
  }

  /// The loading progress; nil once all rows are read.
  package var progress: LoadProgress?
  /// Whether loading has taken long enough to show its progress.
  var isDue = false
  /// The attributes known so far.
  var schema = ListSchema([])
  /// The first lines of the source, which are shown above the rows.
  package var head: [String] = []
  /// The locked file that the source last reported waiting for.
  ///
  /// Cleared by the next change of the list and, once all rows are read, by the next key.
  var lockedFile: String?
  /// Whether the list is prepared when all rows are read, and nothing can be picked before.
  var isPreparing = false
  /// Whether the choice is made and will be accepted as soon as all rows are read.
  package var isAccepting = false
  /// Non-nil while the screen still shows the rows of a list that was replaced.
  var replacing: Replacing?

  /// Whether rows are still being read.
  var isReading: Bool { progress != nil }

  /// Resets the state for another source.
  mutating func restart() {
    var new = SourceReading()
    (new.progress, new.isDue) = (LoadProgress(rows: 0, bytes: 0), isDue)
    new.replacing = replacing
    self = new
  }

  /// Returns the loading progress, after another text if there is one.
  func text(after separator: String) -> String {
    guard let progress, isDue else { return "" }
    let start = separator + "reading"
    guard let total = progress.totalBytes, total > 0 else { return start }
    return start + " \(min(99, progress.bytes * 100 / total))%"
  }

  /// Returns whether a page of a list that replaces another one has too little to be shown.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - isMissing: Whether it lacks the row of the cursor, which may come later.
  /// - Returns: Whether it has, which is false if no list is replaced.
  mutating func isTooEarly(_ page: ListSnapshot, isMissing: Bool) -> Bool {
    guard let whenRead = replacing?.whenRead else { return false }
    let isEarly = page.isReading && (whenRead || page.visible == 0 || isMissing)
    replacing?.early = isEarly ? page.revision : nil
    return isEarly
  }
}
