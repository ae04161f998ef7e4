import Synchronization

/// The best rows found by several workers.
final class BestRows: Sendable {
  /// A row and its score.
  private typealias Row = (score: UInt32, slot: UInt32)

  private let count: Int
  private let order: RowOrder
  private let columns: [Column]
  /// The best rows so far, in order.
  private let rows = Mutex<[Row]>([])
  // These describe the last of the best rows, once there are enough. `insert` stores the key before
  // the score, and readers load the score before the key. So a reader may see a key that is too
  // strict for its score, and then the score is too low as well; it never sees one that is too lax.
  /// The score of the last row.
  private let lastScore = Atomic<UInt32>(0)
  /// The leading key of the last row in the order of rows with the same score.
  private let lastKey = Atomic<UInt64>(.max)

  /// Creates a collection of the best `count` rows; `order` breaks ties of score.
  init(_ count: Int, order: RowOrder, columns: [Column]) {
    self.count = count
    self.order = order
    self.columns = columns
  }

  /// Returns the best rows that a function inserts from the chunks of a table, in order.
  ///
  /// - Throws: `CancellationError` if the search was cancelled.
  static func find(
    _ count: Int, order: RowOrder, in table: RowTable, workers: Workers,
    isCancelled: @Sendable () -> Bool, _ insertRows: @Sendable (_ chunk: Int, BestRows) -> Void
  ) throws -> [UInt32] {
    let best = BestRows(count, order: order, columns: table.columns)
    _ = workers.map(table.chunks) { chunk in
      if !isCancelled() { insertRows(chunk, best) }
    }
    if isCancelled() { throw CancellationError() }
    return best.slots
  }

  /// The best rows, in order.
  var slots: [UInt32] { rows.withLock { $0.map(\.slot) } }

  /// Whether a row with at most this score is certainly not among the best.
  func cannotInsert(_ score: UInt32, _ slot: UInt32) -> Bool {
    let last = lastScore.load(ordering: .acquiring)
    if score != last { return score < last }
    let key = order.leadingKey(of: slot, in: columns)
    return key > lastKey.load(ordering: .relaxed)
  }

  /// Whether no row at `slot` or later with at most this score is among the best.
  func cannotInsert(_ score: UInt32, from slot: UInt32) -> Bool {
    let last = lastScore.load(ordering: .acquiring)
    if score != last { return score < last }
    return order.isBySlot && UInt64(slot) > lastKey.load(ordering: .relaxed)
  }

  /// Returns the least score that a row at `slot` or later needs to be among the best.
  ///
  /// If no score suffices, the result exceeds every possible score.
  func minScore(_ slot: UInt32) -> UInt64 {
    let score = lastScore.load(ordering: .acquiring)
    return UInt64(score) + (cannotInsert(score, from: slot) ? 1 : 0)
  }

  /// Inserts a row if it is among the best so far.
  func insert(_ score: UInt32, _ slot: UInt32) {
    if cannotInsert(score, slot) { return }
    rows.withLock { rows in
      if rows.count == count, let last = rows.last, isBefore(last, (score, slot)) { return }
      let place = rows.indices.partitionPoint { isBefore(rows[$0], (score, slot)) }
      rows.insert((score, slot), at: place)
      if rows.count > count { rows.removeLast() }
      guard rows.count == count, let worst = rows.last else { return }
      lastKey.store(order.leadingKey(of: worst.slot, in: columns), ordering: .relaxed)
      lastScore.store(worst.score, ordering: .releasing)
    }
  }

  private func isBefore(_ a: Row, _ b: Row) -> Bool {
    a.score != b.score ? a.score > b.score : order.isBefore(a.slot, b.slot, in: columns)
  }
}
