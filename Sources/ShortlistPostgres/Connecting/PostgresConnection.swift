import Shortlist
import ShortlistCore
import ShortlistPlatform

/// A connection to a server, for one thread at a time, which it blocks.
///
/// It waits for its socket with `poll`, and asks the server to stop a statement once its flag is
/// set.
// Unchecked: its owner calls it from one serial queue or one thread; the library's handles have no
// other user.
@safe final class PostgresConnection: @unchecked Sendable {
  let pq: LibPQ
  private let address: PostgresAddress
  private let handle: OpaquePointer
  /// Ends waiting when it is set.
  var isCancelled: CancellationFlag
  /// Whether the server has snapshots (version 13 or newer).
  private(set) var hasSnapshots = false
  /// Whether the server is a replica, as far as that is known.
  private(set) var isReplica = false
  /// Whether the session has the functions that fold texts.
  var hasFolding = false
  /// Whether it reads the server's log; then its statements have no parameters, and their rows are
  /// texts.
  private let replicates: Bool

  /// Connects to a server; if it `writes`, to one that is no replica.
  ///
  /// - Throws: `SourceError` if it cannot be reached or refuses; `CancellationError`.
  init(
    to address: PostgresAddress, writes: Bool = false, replicates: Bool = false,
    until isCancelled: CancellationFlag
  ) throws {
    guard let pq = try? LibPQ.loaded else { throw address.error("\(LibraryMissingError())") }
    guard address.isSound else {
      throw address.error(
        """
        the address is no connection URL (postgresql://user@host/database); special characters of \
        a user or password need percent-encoding
        """)
    }
    self.pq = pq
    self.address = address
    self.isCancelled = isCancelled
    self.replicates = replicates
    // What stands before the URL is a default; what stands after it holds in any case.
    let options =
      [
        ("fallback_application_name", "shortlist"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
        ("dbname", address.url), ("client_encoding", "UTF8"),
      ] + (writes || replicates ? [("target_session_attrs", "read-write")] : [])
      + (replicates ? [("replication", "database")] : [])
    let started = unsafe CStrings(options.map(\.0)).with { names in
      unsafe CStrings(options.map(\.1)).with { values in
        unsafe pq.connectStart(names, values, 1)
      }
    }
    guard let handle = unsafe started else { throw address.error("there is no memory left") }
    unsafe self.handle = unsafe handle
    _ = unsafe pq.setNoticeProcessor(handle, { _, _ in }, nil)
    try finishConnecting()
    _ = unsafe pq.setNonblocking(handle, 1)
    do { try prepare() } catch let failure as PostgresError {
      throw address.error(failure.reason)
    }
  }

  deinit { unsafe pq.finish(handle) }

  private func finishConnecting() throws {
    let end = ContinuousClock.now + .seconds(15)
    var events = POLLOUT
    while true {
      if unsafe pq.socket(handle) >= 0 {
        while !isReady(events, for: .milliseconds(100)) {
          if isCancelled.isSet { throw CancellationError() }
          if ContinuousClock.now > end { throw address.error("the server does not answer") }
        }
      }
      switch unsafe pq.connectPoll(handle) {
      case 1: events = POLLIN
      case 2: events = POLLOUT
      case 3: return
      default: throw address.error(lastMessage)
      }
    }
  }

  /// Sets what the texts of values look like, and the limits of statements.
  private func prepare() throws {
    // Scans begin at the first row. Expressions are not compiled: that takes seconds for the long
    // ones of searches, more than their rows. Servers of other makers do not know these settings.
    let found = try query(
      """
      SELECT set_config('DateStyle', 'ISO, YMD', false), set_config('TimeZone', 'UTC', false),
      set_config('IntervalStyle', 'postgres', false), set_config('bytea_output', 'hex', false),
      set_config('standard_conforming_strings', 'on', false),
      set_config('statement_timeout', '0', false), set_config('lock_timeout', '10s', false),
      (SELECT string_agg(set_config(name, 'off', false), '') FROM pg_settings
        WHERE name IN ('synchronize_seqscans', 'jit')),
      (SELECT count(*)::text FROM pg_proc WHERE proname = 'pg_current_snapshot')
      """)
    hasSnapshots = found.text(0, 8) != "0"
  }

  /// Returns how far the server's log is, or what a replica has taken in of it, and notes whether
  /// it is one; nil if the server has no such log.
  func logPosition() throws -> UInt64? {
    if !hasSnapshots { return nil }
    let found = try query(
      """
      SELECT pg_is_in_recovery()::text, pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery()
      THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END, '0/0')::text
      """)
    isReplica = found.text(0, 0) == "true"
    return found.text(0, 1).flatMap { UInt64($0) }
  }

  /// Returns a position in the server's log behind all transactions that have ended.
  func logEnd() throws -> UInt64 {
    let found = try query("SELECT (pg_current_wal_insert_lsn() - '0/0')::text").text(0, 0)
    guard let end = found.flatMap({ UInt64($0) }) else { throw lost() }
    // At the beginning of a page, it is behind the page's header. What was read ends before it.
    let (page, longestHeader) = (UInt64(8192), UInt64(40))
    return end % page <= longestHeader ? end - end % page : end
  }

  /// Lets the server flush its log to the disk, because it sends no more than that.
  func flushLog() throws {
    try query("BEGIN READ WRITE")
    try query("SET LOCAL synchronous_commit = local")
    try query("SELECT pg_logical_emit_message(true, 'shortlist', '')")
    try query("COMMIT")
  }

  /// Whether texts may be invalid UTF-8, because the database has no encoding.
  var hasUncheckedTexts: Bool {
    guard let encoding = unsafe pq.parameterStatus(handle, "server_encoding") else { return false }
    return unsafe String(cString: encoding) == "SQL_ASCII"
  }

  // MARK: Statements

  /// Carries out a statement, and returns its rows in binary form.
  ///
  /// - Throws: `PostgresError`, `CancellationError`
  @discardableResult
  func query(_ sql: String, _ parameters: [String?] = []) throws -> ResultRows {
    try send(sql, parameters)
    var rows: ResultRows?
    var failure: PostgresError?
    while let result = try nextResult() {
      if let failed = self.failure(of: result) { failure = failure ?? failed }
      rows = result
    }
    if let failure { throw isCancelled.isSet ? CancellationError() : failure }
    guard let rows else { throw lost() }
    return rows
  }

  /// Begins a `COPY … TO STDOUT (FORMAT binary)` of a query; `CopiedRows` reads it.
  ///
  /// A query takes no parameters here; the caller quotes.
  func copy(_ query: String) throws -> CopiedRows {
    try send("COPY (\(query)) TO STDOUT (FORMAT binary)", [])
    guard let result = try nextResult() else { throw lost() }
    if let failure = failure(of: result) {
      while try nextResult() != nil {}
      throw isCancelled.isSet ? CancellationError() : failure
    }
    return CopiedRows(self)
  }

  /// Reads the next message of a `COPY`.
  ///
  /// - Returns: The message, which the caller frees; nil at the end.
  func nextMessage() throws -> UnsafeRawBufferPointer? {
    while true {
      var start: UnsafeMutableRawPointer?
      let count = Int(unsafe pq.getCopyData(handle, &start, 1))
      if count > 0 { return unsafe UnsafeRawBufferPointer(start: start, count: count) }
      if count == 0 {
        try wait(POLLIN)
        try consume()
        continue
      }
      // The end, or an error.
      var failure: PostgresError?
      while let result = try nextResult() { failure = failure ?? self.failure(of: result) }
      if isCancelled.isSet { throw CancellationError() }
      if let failure { throw failure }
      if count == -2 { throw lost() }
      return nil
    }
  }

  /// Begins to stream the server's log.
  func stream(_ command: String) throws {
    try send(command, [])
    guard let result = try nextResult() else { throw lost() }
    if let failure = failure(of: result) { throw failure }
  }

  /// Returns the next message of a stream; nil if there is none in time.
  func streamed(within time: Duration) throws -> [UInt8]? {
    for isLast in [false, true] {
      var start: UnsafeMutableRawPointer?
      let count = Int(unsafe pq.getCopyData(handle, &start, 1))
      if count > 0 {
        defer { unsafe pq.free(start) }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
      }
      if count < 0 {
        if let result = try nextResult(), let failure = failure(of: result) { throw failure }
        throw lost()
      }
      if isLast || !isReady(POLLIN, for: time) { break }
      try consume()
    }
    return nil
  }

  /// Sends a message to the server while it streams.
  func answer(_ message: [UInt8]) throws {
    let isSent = unsafe message.withUnsafeBytes { bytes in
      // There is one byte at least.
      unsafe pq.putCopyData(
        handle, bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self),
        CInt(clamping: bytes.count))
    }
    guard isSent == 1 else { throw lost() }
    try flush()
  }

  /// Waits for a notification.
  ///
  /// - Returns: Whether there was one.
  func isNotified(within time: Duration) throws -> Bool {
    if drainNotifications() { return true }
    guard isReady(POLLIN, for: time) else { return false }
    try consume()
    return drainNotifications()
  }

  private func drainNotifications() -> Bool {
    var isNotified = false
    while let notification = unsafe pq.notification(handle) {
      unsafe pq.free(notification)
      isNotified = true
    }
    return isNotified
  }

  private func send(_ sql: String, _ parameters: [String?]) throws {
    if isCancelled.isSet { throw CancellationError() }
    let isSent =
      replicates
      ? unsafe pq.sendSimpleQuery(handle, sql)
      : unsafe CStrings(parameters).with { values in
        unsafe pq.sendQuery(handle, sql, CInt(clamping: parameters.count), nil, values, nil, nil, 1)
      }
    guard isSent == 1 else { throw lost() }
    try flush()
  }

  private func flush() throws {
    while true {
      let left = unsafe pq.flush(handle)
      if left == 0 { return }
      guard left == 1 else { throw lost() }
      try wait(POLLIN | POLLOUT)
      try consume()
    }
  }

  private func nextResult() throws -> ResultRows? {
    while unsafe pq.isBusy(handle) != 0 {
      try wait(POLLIN)
      try consume()
    }
    return unsafe pq.getResult(handle).map { unsafe ResultRows($0, pq) }
  }

  private func consume() throws {
    if unsafe pq.consumeInput(handle) == 0 { throw lost() }
  }

  /// Waits until the socket is ready; when the flag is set, asks the server to stop, and waits on.
  private func wait(_ events: Int32) throws {
    var end: ContinuousClock.Instant?
    while !isReady(events, for: .milliseconds(100)) {
      guard isCancelled.isSet else { continue }
      if end == nil { cancelStatement() }
      if ContinuousClock.now > end ?? .now { throw CancellationError() }
      end = end ?? .now + .seconds(5)
    }
  }

  private func isReady(_ events: Int32, for time: Duration) -> Bool {
    // A connection that is lost has no socket; the library says so when it is called.
    if unsafe pq.socket(handle) < 0 { return true }
    var entry = pollfd(fd: unsafe pq.socket(handle), events: Int16(clamping: events), revents: 0)
    return unsafe poll(&entry, 1, time.milliseconds) != 0
  }

  /// Blocks the thread for some time.
  static func pause(_ time: Duration) { _ = poll(nil, 0, time.milliseconds) }

  private func cancelStatement() {
    let request = unsafe pq.getCancel(handle)
    defer { unsafe pq.freeCancel(request) }
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
      _ = unsafe pq.cancel(request, reason.baseAddress, 256)
    }
  }

  // MARK: Errors

  private func failure(of result: ResultRows) -> PostgresError? {
    // An empty query, a bad response, a fatal error.
    guard [0, 5, 7].contains(result.status) else { return nil }
    let state = result.error("C") ?? ""
    var reason = result.error("M") ?? lastMessage
    if let detail = result.error("D") { reason += ": " + detail }
    // Class 08 is about the connection; 57P01 to 57P03 say that the server ends or begins.
    let isLost =
      unsafe pq.status(handle) != 0 || state.hasPrefix("08") || state.hasPrefix("57P")
    return PostgresError(state: state, reason: address.redacted(reason), isLost: isLost)
  }

  private func lost() -> PostgresError {
    PostgresError(state: "", reason: lastMessage, isLost: true)
  }

  private var lastMessage: String {
    let message = unsafe pq.errorMessage(handle).map { unsafe String(cString: $0) } ?? ""
    return message.isEmpty ? "the connection was lost" : address.redacted(message)
  }
}

/// Texts as an array of C strings.
private struct CStrings {
  private var bytes: [CChar] = []
  private var starts: [Int?] = []

  init(_ texts: [String?]) {
    for text in texts {
      starts.append(text == nil ? nil : bytes.count)
      if let text { bytes += text.utf8.map { CChar(bitPattern: $0) } + [0] }
    }
  }

  func with<Result>(_ body: (LibPQ.Texts) throws -> Result) rethrows -> Result {
    try unsafe bytes.withUnsafeBufferPointer { bytes in
      let pointers =
        unsafe starts.map { start in
          unsafe start.flatMap { unsafe bytes.baseAddress?.advanced(by: $0) }
        }
        + [nil]
      return try unsafe pointers.withUnsafeBufferPointer { pointers in
        // There is one element at least.
        try unsafe body(pointers.baseAddress.unsafelyUnwrapped)
      }
    }
  }
}

extension Duration {
  /// The time in whole milliseconds, rounded up; 0 if it is over, because `poll` waits for ever for
  /// a negative time.
  fileprivate var milliseconds: CInt {
    CInt(clamping: Int64(max(0, (self / .milliseconds(1)).rounded(.up))))
  }
}
