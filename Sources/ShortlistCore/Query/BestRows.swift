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
  /// The key of the last of the best rows once there are enough: its merit in the upper half; in
  /// the lower half, how early its slot is if slots break ties.
  private let last = Atomic<UInt64>(0)

  /// Creates a collection of the best `count` rows; `order` breaks ties of merit.
  init(_ count: Int, order: RowOrder, columns: [Column]) {
    self.count = count
    self.order = order
    self.columns = columns
  }

  /// The best rows, in order.
  var slots: [UInt32] { rows.withLock { $0.map(\.slot) } }

  /// Whether a row with at most this merit is certainly not among the best.
  func cannotInsert(_ merit: UInt32, _ slot: UInt32) -> Bool {
    key(merit, slot, greatest: true) < last.load(ordering: .relaxed)
  }

  /// Returns the least merit that a row at `slot` or later needs to be among the best.
  ///
  /// If no merit suffices, the result exceeds every possible merit.
  func leastMerit(_ slot: UInt32) -> UInt64 {
    let merit = UInt32(truncatingIfNeeded: last.load(ordering: .relaxed) >> 32)
    return UInt64(merit) + (cannotInsert(merit, slot) ? 1 : 0)
  }

  /// Inserts a row if it is among the best so far.
  func insert(_ merit: UInt32, _ slot: UInt32) {
    if cannotInsert(merit, slot) { return }
    rows.withLock { rows in
      let place = rows.indices.partitionPoint { isBefore(rows[$0], (merit, slot)) }
      if place == count { return }
      rows.insert((merit, slot), at: place)
      if rows.count > count { rows.removeLast() }
      guard rows.count == count, let worst = rows.last else { return }
      last.store(key(worst.merit, worst.slot, greatest: false), ordering: .relaxed)
    }
  }

  /// Returns a key that is greater for better rows.
  ///
  /// If column values break ties, it is the least or the greatest key that a row of this merit can
  /// have.
  private func key(_ merit: UInt32, _ slot: UInt32, greatest: Bool) -> UInt64 {
    let isBySlot = order.keys.isEmpty && order.keyColumns.isEmpty
    let early = isBySlot ? UInt32.max - slot : greatest ? UInt32.max : 0
    return UInt64(merit) << 32 | UInt64(early)
  }

  private func isBefore(_ a: Row, _ b: Row) -> Bool {
    a.merit != b.merit ? a.merit > b.merit : order.isBefore(a.slot, b.slot, in: columns)
  }
}
