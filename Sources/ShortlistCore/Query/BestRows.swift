import Synchronization

/// The best rows found by several workers.
final class BestRows: Sendable {
  /// A row and its merit.
  private typealias Row = (merit: UInt32, slot: UInt32)

  private let count: Int
  private let order: RowOrder
  private let columns: [Column]
  /// The best rows so far, in order.
  private let rows = Mutex<[Row]>([])
  // These describe the last of the best rows, once there are enough. `insert` stores the key before
  // the merit, and readers load the merit before the key. So a reader may see a key that is too
  // strict for its merit, and then the merit is too low as well; it never sees one that is too lax.
  /// The merit of the last row.
  private let lastMerit = Atomic<UInt32>(0)
  /// The leading key of the last row in the order of rows with the same merit.
  private let lastKey = Atomic<UInt64>(.max)

  /// Creates a collection of the best `count` rows; `order` breaks ties of merit.
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

  /// Whether a row with at most this merit is certainly not among the best.
  func cannotInsert(_ merit: UInt32, _ slot: UInt32) -> Bool {
    let last = lastMerit.load(ordering: .acquiring)
    if merit != last { return merit < last }
    let key = order.leadingKey(of: slot, in: columns)
    return key > lastKey.load(ordering: .relaxed)
  }

  /// Whether no row at `slot` or later with at most this merit is among the best.
  func cannotInsert(_ merit: UInt32, from slot: UInt32) -> Bool {
    let last = lastMerit.load(ordering: .acquiring)
    if merit != last { return merit < last }
    return order.isBySlot && UInt64(slot) > lastKey.load(ordering: .relaxed)
  }

  /// Returns the least merit that a row at `slot` or later needs to be among the best.
  ///
  /// If no merit suffices, the result exceeds every possible merit.
  func leastMerit(_ slot: UInt32) -> UInt64 {
    let merit = lastMerit.load(ordering: .acquiring)
    return UInt64(merit) + (cannotInsert(merit, from: slot) ? 1 : 0)
  }

  /// Inserts a row if it is among the best so far.
  func insert(_ merit: UInt32, _ slot: UInt32) {
    if cannotInsert(merit, slot) { return }
    rows.withLock { rows in
      if rows.count == count, let last = rows.last, isBefore(last, (merit, slot)) { return }
      let place = rows.indices.partitionPoint { isBefore(rows[$0], (merit, slot)) }
      rows.insert((merit, slot), at: place)
      if rows.count > count { rows.removeLast() }
      guard rows.count == count, let worst = rows.last else { return }
      lastKey.store(order.leadingKey(of: worst.slot, in: columns), ordering: .relaxed)
      lastMerit.store(worst.merit, ordering: .releasing)
    }
  }

  private func isBefore(_ a: Row, _ b: Row) -> Bool {
    a.merit != b.merit ? a.merit > b.merit : order.isBefore(a.slot, b.slot, in: columns)
  }
}
