import Synchronization

/// The best of the rows that several workers come across.
final class BestRows: Sendable {
  /// A row and its merit.
  private typealias Row = (merit: UInt32, slot: UInt32)

  private let count: Int
  private let order: RowOrder
  private let columns: [Column]
  /// The best rows so far, in order.
  private let rows = Mutex<[Row]>([])
  /// The last of them, once there are enough: its merit in the upper half, and how early its slot is
  /// in the lower one, where slots break ties.
  private let last = Atomic<UInt64>(0)

  /// Rows of which `count` are wanted; those of the same merit are in an order.
  init(_ count: Int, order: RowOrder, columns: [Column]) {
    self.count = count
    self.order = order
    self.columns = columns
  }

  /// The best rows, in order.
  var slots: [UInt32] { rows.withLock { $0.map(\.slot) } }

  /// Whether a row that has at most such a merit is surely not among the best.
  func cannotTake(_ merit: UInt32, _ slot: UInt32) -> Bool {
    key(merit, slot, greatest: true) < last.load(ordering: .relaxed)
  }

  /// The least merit with which a row may be among the best, if its slot is not before `slot`; more
  /// than any row can have if there is none.
  func leastMerit(_ slot: UInt32) -> UInt64 {
    let merit = UInt32(truncatingIfNeeded: last.load(ordering: .relaxed) >> 32)
    return UInt64(merit) + (cannotTake(merit, slot) ? 1 : 0)
  }

  /// Takes a row if it is among the best so far.
  func take(_ merit: UInt32, _ slot: UInt32) {
    if cannotTake(merit, slot) { return }
    rows.withLock { rows in
      let place = rows.indices.partitionPoint { isBefore(rows[$0], (merit, slot)) }
      if place == count { return }
      rows.insert((merit, slot), at: place)
      if rows.count > count { rows.removeLast() }
      guard rows.count == count, let worst = rows.last else { return }
      last.store(key(worst.merit, worst.slot, greatest: false), ordering: .relaxed)
    }
  }

  /// A number that descends from better to worse rows; where the values of rows break ties, the least
  /// or the greatest that a row of this merit can have.
  private func key(_ merit: UInt32, _ slot: UInt32, greatest: Bool) -> UInt64 {
    let isBySlot = order.keys.isEmpty && order.keyColumns.isEmpty
    let early = isBySlot ? UInt32.max - slot : greatest ? UInt32.max : 0
    return UInt64(merit) << 32 | UInt64(early)
  }

  private func isBefore(_ a: Row, _ b: Row) -> Bool {
    a.merit != b.merit ? a.merit > b.merit : order.isBefore(a.slot, b.slot, in: columns)
  }
}
