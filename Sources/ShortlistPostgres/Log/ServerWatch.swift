import Dispatch
import Shortlist
import Synchronization

/// Watches a server for commits, on a connection and a thread of its own.
///
/// With a journal, the server notifies it. Without one, it polls which transactions there were, as
/// often as `pause` says, or once a second while a stream reads the server's log. It signals once
/// more whenever it has lost the connection or found it again, so that the list compares by itself.
final class ServerWatch: Sendable {
  /// The interval between polls.
  static let pause = Duration.milliseconds(50)

  private let address: PostgresAddress
  private let wakeups: Wakeups
  private let isStopped = CancellationFlag()
  /// The channel of the journal, if there is one; whether the server can show that nothing changed.
  private let state: Mutex<State>

  /// What to watch.
  struct State {
    /// The channel of the journal; nil if there is none.
    var channel: String?
    /// Whether the snapshot of the server shows that something may have changed.
    var hasVersions: Bool
    /// Whether to watch a server that can write.
    var writes = false
    /// The interval between polls; comparing many rows takes its time.
    var pause = ServerWatch.pause
    /// The changes in the server's log, if a stream reads it.
    var log: DecodedChanges?
  }

  init(_ address: PostgresAddress, _ wakeups: Wakeups, _ state: State) {
    self.address = address
    self.wakeups = wakeups
    self.state = Mutex(state)
  }

  /// Watches something else from now on.
  func change(to state: State) { self.state.withLock { $0 = state } }

  /// Ends watching, within the time of a pause.
  func stop() { isStopped.set() }

  /// Begins to watch.
  func start() {
    DispatchQueue(label: "PostgreSQL watch", qos: .userInitiated).async { self.run() }
  }

  private func run() {
    var backoff = 100
    while !isStopped.isSet {
      do {
        let writes = state.withLock(\.writes)
        let connection = try PostgresConnection(to: address, writes: writes, until: isStopped)
        backoff = 100
        try watch(on: connection, writes)
      } catch {
        if isStopped.isSet { return }
        wakeups.signal()
        sleep(.milliseconds(backoff))
        backoff = min(2 * backoff, 2000)
      }
    }
  }

  /// Watches until the connection is lost, or until the journal or the server is another one.
  private func watch(on connection: PostgresConnection, _ writes: Bool) throws {
    let channel = state.withLock(\.channel)
    if let channel { try connection.query("LISTEN \(channel.quoted)") }
    // Something may have been committed before.
    wakeups.signal()
    var last: String?
    var isAskedAgain = ContinuousClock.now
    while !isStopped.isSet {
      let state = state.withLock { $0 }
      if state.channel != channel || state.writes != writes { return }
      if channel == nil {
        // The stream signals commits. A change of the table's columns is not in the log.
        let isStreamed = state.log?.isLive == true
        sleep(isStreamed ? max(.seconds(1), state.pause) : state.pause)
      } else if try connection.isNotified(within: .milliseconds(100)) {
        wakeups.signal()
        continue
      } else if ContinuousClock.now < isAskedAgain + .seconds(1) {
        // A change of the table's columns sends no notification.
        continue
      }
      isAskedAgain = .now
      guard connection.hasSnapshots && (state.hasVersions || channel != nil) else {
        try connection.query("SELECT 1")
        wakeups.signal()
        continue
      }
      let snapshot = try connection.query("SELECT pg_current_snapshot()::text").text(0, 0)
      if snapshot != last { wakeups.signal() }
      last = snapshot
    }
  }

  /// Sleeps; a stop ends it.
  private func sleep(_ time: Duration) {
    let end = ContinuousClock.now + time
    while !isStopped.isSet, .now < end {
      PostgresConnection.pause(min(end - .now, .milliseconds(100)))
    }
  }
}
