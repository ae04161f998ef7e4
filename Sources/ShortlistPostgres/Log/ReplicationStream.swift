import Dispatch
import Shortlist
import Synchronization
import ShortlistPlatform

/// Reads the changes of a table from the server's log, on a connection and a thread of its own.
///
/// It makes a temporary replication slot, which the server drops when the connection ends. It
/// signals each commit that changes the table, and whenever it begins or ceases to read.
final class ReplicationStream: Sendable {
  /// What to read.
  struct Target: Hashable, Sendable {
    var publication: String
    var table: LogicalDecoder.Table
  }

  /// The changes.
  let changes = DecodedChanges()
  private let address: PostgresAddress
  private let wakeups: Wakeups
  private let isStopped = CancellationFlag()
  private let target: Mutex<Target>
  /// Whether the last attempt to begin has failed.
  private let hasFailed = Mutex(false)

  init(_ address: PostgresAddress, _ wakeups: Wakeups, _ target: Target) {
    self.address = address
    self.wakeups = wakeups
    self.target = Mutex(target)
  }

  /// Reads something else from now on.
  func change(to target: Target) { self.target.withLock { $0 = target } }

  /// Ends reading, within 100 ms.
  func stop() { isStopped.set() }

  /// Begins to read.
  func start() {
    DispatchQueue(label: "PostgreSQL log", qos: .userInitiated).async { self.run() }
  }

  /// Waits until it reads or cannot read.
  func waitUntilLive(for time: Duration) {
    let end = ContinuousClock.now + time
    while !changes.isLive, !hasFailed.withLock({ $0 }), .now < end {
      PostgresConnection.pause(.milliseconds(2))
    }
  }

  private func run() {
    while !isStopped.isSet {
      var pause = Duration.zero
      let target = target.withLock { $0 }
      do {
        let connection = try PostgresConnection(to: address, replicates: true, until: isStopped)
        try read(target, on: connection)
      } catch let failure as PostgresError {
        // The server may have no slot left, or may not let the user read its log.
        pause = failure.isLost ? .seconds(1) : .seconds(60)
      } catch { pause = .seconds(10) }
      if changes.isLive {
        changes.end()
        wakeups.signal()
      }
      hasFailed.withLock { $0 = true }
      let end = ContinuousClock.now + pause
      while !isStopped.isSet, .now < end, self.target.withLock({ $0 }) == target {
        PostgresConnection.pause(.milliseconds(100))
      }
    }
  }

  /// Reads until the connection is lost, or until it is to read something else.
  private func read(_ target: Target, on connection: PostgresConnection) throws {
    try leaveRoom(on: connection)
    let slot = "shortlist_\(UInt64.random(in: 0...UInt64.max))".quoted
    // This waits for the transactions that are running, however long they take. It blocks nobody.
    try connection.query("SET lock_timeout = 0")
    try connection.query(
      "CREATE_REPLICATION_SLOT \(slot) TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT")
    let found = try connection.query("SELECT pg_current_snapshot()::text").text(0, 0)
    guard let snapshot = found.flatMap(Snapshot.init) else { return }
    try connection.stream(
      """
      START_REPLICATION SLOT \(slot) LOGICAL 0/0 \
      (proto_version '1', publication_names \(target.publication.quoted.literal))
      """)
    changes.begin(after: snapshot)
    wakeups.signal()
    var decoder = LogicalDecoder(target.table)
    var lastTold = (position: UInt64(0), time: ContinuousClock.now)
    var lastNews = ContinuousClock.now
    while !isStopped.isSet, self.target.withLock({ $0 }) == target {
      var wantsAnswer = false
      if let message = try connection.streamed(within: .milliseconds(100)) {
        switch try decoder.read(message) {
        case .reached(let position, let wanted):
          wantsAnswer = wanted
          // The columns of the table may have changed.
          if changes.reach(position), lastNews + .seconds(1) < .now {
            wakeups.signal()
            lastNews = .now
          }
        case .committed(let transaction):
          if changes.add(transaction) {
            wakeups.signal()
            lastNews = .now
          }
        case nil: break
        }
      }
      let isDue = lastTold.time + .seconds(changes.reached > lastTold.position ? 1 : 10) < .now
      if wantsAnswer || isDue {
        lastTold = (changes.reached, .now)
        try connection.answer(Self.status(lastTold.position))
      }
    }
  }

  /// Refuses to take more than half of the server's slots and senders: replicas need them, too.
  private func leaveRoom(on connection: PostgresConnection) throws {
    let found = try connection.query(
      """
      SELECT ((SELECT count(*) FROM pg_replication_slots) * 2 < current_setting('max_replication_slots')::int
        AND (SELECT count(*) FROM pg_stat_replication) * 2 <= current_setting('max_wal_senders')::int)::text
      """)
    if found.text(0, 0) != "true" {
      throw PostgresError(
        state: "53400", reason: "too few replication slots are left", isLost: false)
    }
  }

  /// The message that confirms to the server how far its log has been read.
  private static func status(_ position: UInt64) -> [UInt8] {
    // Written, flushed, applied; the time, which the server does not need; no answer is wanted.
    var message = [UInt8(ascii: "r")]
    for number in [position, position, position, 0] {
      for shift in stride(from: 56, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return message + [0]
  }
}
