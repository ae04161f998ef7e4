import Synchronization

/// The committed transactions that were read from a server's log, until a list has seen them.
///
/// The thread that reads the log adds transactions. The thread of the list takes their changes.
final class DecodedChanges: Sendable {
  private let state = Mutex(State(0, nil))
  /// The number of parts that have begun in this process.
  private static let parts = Mutex(0)

  private struct State {
    /// The number of a part of the log without a gap, unique among all streams.
    var part: Int
    /// A snapshot that sees all that was committed before the part; nil if no log is read.
    var start: Snapshot?
    /// All of the log before this position is here.
    var reached: UInt64 = 0
    var transactions: [DecodedTransaction] = []
    /// The number of changes, and their size in bytes.
    var (count, bytes) = (0, 0)

    init(_ part: Int, _ start: Snapshot?) { (self.part, self.start) = (part, start) }
  }

  /// What is known of the changes since a snapshot.
  enum Answer {
    case changes([RowChange])
    /// The log has not been read that far.
    case isBehind
    /// Some changes are not here.
    case isGone
  }

  /// Whether a log is read.
  var isLive: Bool { state.withLock { $0.start != nil } }

  /// Begins a part of the log, after a snapshot.
  func begin(after start: Snapshot) {
    let part = Self.parts.withLock { parts in
      parts += 1
      return parts
    }
    state.withLock { $0 = State(part, start) }
  }

  /// Ends the part: the log is not read any more.
  func end() { state.withLock { $0 = State($0.part, nil) } }

  /// Adds a transaction; returns whether it changed the table.
  func add(_ transaction: DecodedTransaction) -> Bool {
    state.withLock { state in
      state.reached = max(state.reached, transaction.end)
      if transaction.changes.isEmpty { return false }
      state.transactions.append(transaction)
      state.count += transaction.changes.count
      state.bytes += transaction.changes.reduce(0) { $0 + $1.size }
      if state.count > LogicalDecoder.maxChanges || state.bytes > LogicalDecoder.maxBytes {
        for index in state.transactions.indices { state.transactions[index].changes = [.all] }
        state.count = state.transactions.count
        state.bytes = state.count * RowChange.all.size
      }
      return true
    }
  }

  /// Records how far the log has been read; returns whether that is further than before.
  func reach(_ position: UInt64) -> Bool {
    state.withLock { state in
      defer { state.reached = max(state.reached, position) }
      return position > state.reached
    }
  }

  /// How far the log has been read.
  var reached: UInt64 { state.withLock(\.reached) }

  /// Returns the part of the log that has all changes since a snapshot; nil if none does.
  func part(since snapshot: Snapshot) -> Int? {
    state.withLock { state in
      state.start.flatMap { snapshot.includes($0) ? state.part : nil }
    }
  }

  /// Returns the changes of the transactions that one snapshot sees, and an older one does not.
  ///
  /// It forgets those that the older one sees.
  ///
  /// - Parameters:
  ///   - part: The part of the log that has them.
  ///   - old: The older snapshot.
  ///   - new: The newer snapshot.
  ///   - own: The numbers of transactions to leave out.
  ///   - end: A position in the log behind all transactions that the newer one sees.
  /// - Returns: The changes in their order, or why they are not known.
  func changes(
    in part: Int, from old: Snapshot, to new: Snapshot, but own: Set<UInt64>, before end: UInt64
  ) -> Answer {
    state.withLock { state in
      if state.part != part || state.start == nil { return .isGone }
      if state.reached < end { return .isBehind }
      state.transactions.removeAll { old.sees($0.number) }
      state.count = state.transactions.reduce(0) { $0 + $1.changes.count }
      state.bytes = state.transactions.reduce(0) { $1.changes.reduce($0) { $0 + $1.size } }
      let seen = state.transactions.filter {
        new.sees($0.number) && !own.contains(new.whole($0.number))
      }
      return .changes(seen.flatMap(\.changes))
    }
  }

  /// Returns whether there are transactions that a snapshot does not see.
  func hasMore(than snapshot: Snapshot) -> Bool {
    state.withLock { $0.transactions.contains { !snapshot.sees($0.number) } }
  }
}
