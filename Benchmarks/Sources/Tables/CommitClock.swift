import GRDBSQLite
import Synchronization

/// Takes the time of the `COMMIT` of whatever connection commits.
///
/// SQLite tells of the beginning and the end of each statement on all connections that are opened
/// after `install`.
enum CommitClock {
  private struct State {
    var start: ContinuousClock.Instant?
    var end: ContinuousClock.Instant?
  }

  private static let state = Mutex(State())

  /// Begins to listen, before any connection is opened.
  static func install() {
    typealias Extension =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> CInt
    let listen: Extension = { connection, _, _ in
      unsafe sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
        { event, _, statement, _ in
          unsafe CommitClock.take(isEnd: event == SQLITE_TRACE_PROFILE, OpaquePointer(statement))
          return 0
        }, nil)
    }
    // SQLite declares what it calls as a function without parameters.
    unsafe sqlite3_auto_extension(unsafeBitCast(listen, to: (@convention(c) () -> Void).self))
  }

  /// Begins anew.
  static func reset() { state.withLock { $0 = State() } }

  /// The beginning and the end of the first commit since then.
  static var commit: (start: ContinuousClock.Instant, end: ContinuousClock.Instant)? {
    state.withLock { state in
      guard let start = state.start, let end = state.end else { return nil }
      return (start, end)
    }
  }

  @unsafe private static func take(isEnd: Bool, _ statement: OpaquePointer?) {
    let now = ContinuousClock().now
    guard let sql = unsafe sqlite3_sql(statement), unsafe isCommit(sql) else { return }
    state.withLock { state in
      if !isEnd, state.start == nil { state.start = now }
      if isEnd, state.start != nil, state.end == nil { state.end = now }
    }
  }

  @unsafe private static func isCommit(_ sql: UnsafePointer<CChar>) -> Bool {
    "COMMIT".utf8.enumerated().allSatisfy { unsafe UInt8(bitPattern: sql[$0]) == $1 }
  }
}
