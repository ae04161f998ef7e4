/// The differences between the visible rows of one section before and after a change.
///
/// Positions are within the whole section. The edits are minimal: staying rows never move, and as
/// many of the other rows as possible keep their place between the staying rows.
///
/// A row that moves to another section is a delete here and an insert there.
struct VisibleEdits: Hashable, Sendable {
  /// A repositioned row that must be moved.
  struct Move: Hashable, Sendable {
    /// The position before.
    var from: Int
    /// The position after.
    var to: Int
    /// Whether a member of the row changed as well.
    var isUpdated: Bool
  }

  /// Positions before, ascending, of rows that are visible before but not after.
  var deletes: [Int]
  /// Positions after, ascending, of rows that are visible after but not before.
  var inserts: [Int]
  /// Rows that are visible before and after and must be moved, ascending by their positions before.
  var moves: [Move]
  /// Positions before, ascending, of changed rows that are visible before and after and do not
  /// move.
  var updates: [Int]

  /// Whether there is nothing to report.
  var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }
}

extension VisibleEdits {
  /// Compares the visible rows before and after a batch or a change of the window.
  ///
  /// - Parameters:
  ///   - before: The visible rows before, as positions before.
  ///   - after: The visible rows after, as positions after.
  ///   - batch: The changes to the section; empty if only the window changed.
  /// - Complexity: O(d log d + r) for d touched rows and r rows that come into view or leave it
  init(from before: Range<Int>, to after: Range<Int>, by batch: SectionBatch) {
    let ranksBefore = batch.ranks(before: before)
    let ranksAfter = batch.ranks(after: after)
    let gone = ranksBefore.parts(outside: ranksAfter)
    deletes = batch.positions(beforeOf: gone.below) + batch.positions(beforeOf: gone.above)
    let new = ranksAfter.parts(outside: ranksBefore)
    inserts = batch.positions(afterOf: new.below) + batch.positions(afterOf: new.above)

    var repositioned: [(from: Int, to: Int)] = []
    for (to, origin) in zip(batch.inserted, batch.origins) where after.contains(to) {
      if let from = origin, before.contains(from) {
        repositioned.append((from, to))
      } else {
        inserts.append(to)
      }
    }
    if repositioned.count > 1 { repositioned.sort { $0.from < $1.from } }
    let stillVisible = repositioned.map(\.from)
    for from in batch.removed where before.contains(from) && !stillVisible.includes(from) {
      deletes.append(from)
    }
    if deletes.count > 1 { deletes.sort() }
    if inserts.count > 1 { inserts.sort() }

    // A repositioned row can keep its place if it lies between the same two visible staying rows
    // before and after. All such rows form one sequence, as a row in a higher gap is higher both
    // before and after.
    let common = ranksBefore.clamped(to: ranksAfter)
    var kept: [Int] = []
    if !repositioned.isEmpty {
      let fitting = repositioned.filter { row in
        common.nearest(batch.rank(before: row.from)) == common.nearest(batch.rank(after: row.to))
      }
      kept = LongestIncreasing.run(in: fitting.map(\.to)).map { fitting[$0].from }
    }
    moves = []
    for (from, to) in repositioned where !kept.includes(from) {
      moves.append(Move(from: from, to: to, isUpdated: batch.updated.includes(from)))
    }
    updates = []
    for position in batch.updated where before.contains(position) {
      let isShown =
        batch.removed.includes(position)
        ? kept.includes(position) : common.contains(batch.rank(before: position))
      if isShown { updates.append(position) }
    }
  }
}

extension Range<Int> {
  /// Returns the parts of the range below and above another range, which may be empty.
  fileprivate func parts(outside other: Self) -> (below: Self, above: Self) {
    let low = Swift.min(Swift.max(lowerBound, other.lowerBound), upperBound)
    let high = Swift.max(Swift.min(upperBound, other.upperBound), low)
    return (lowerBound..<low, high..<upperBound)
  }

  /// Returns the number clamped to the bounds, both included.
  fileprivate func nearest(_ number: Int) -> Int {
    Swift.min(Swift.max(number, lowerBound), upperBound)
  }
}
