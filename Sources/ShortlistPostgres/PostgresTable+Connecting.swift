import Dispatch
import Shortlist
import ShortlistCore
import Synchronization

extension PostgresTable {
  /// Runs work with the connection, on the caller's thread, which must be the only one.
  ///
  /// If it fails, the transaction is rolled back, and a connection in an unknown state is closed.
  ///
  /// - Throws: What `work` throws, a `PostgresError` as a `SourceError`.
  func connected<Result>(
    until isCancelled: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    do { return try attempt(until: isCancelled, work) } catch let failure as PostgresError {
      throw address.error(failure.reason)
    }
  }

  /// Runs work as `connected` does, and throws a `PostgresError` as it is.
  func attempt<Result>(
    until isCancelled: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    began.withLock { $0 = .now }
    defer { began.withLock { $0 = nil } }
    let connection = try connect(until: isCancelled)
    do {
      let result = try work(connection)
      if address.hasSeveralServers, let now = try? connection.logPosition() {
        state.withLock { $0.reached = max($0.reached ?? 0, now) }
      }
      return result
    } catch {
      let isUsable =
        switch error {
        case let failure as PostgresError: !failure.isLost
        case is CancellationError: true
        default: error is WriteError || error is SchemaChangedError || error is LogBehindError
        }
      // The next search follows a cancelled one; it is not to wait for another connection.
      connection.isCancelled = CancellationFlag()
      if !isUsable || (try? connection.query("ROLLBACK")) == nil { disconnect() }
      guard error is LogBehindError else { throw error }
      state.withLock { $0.hasFlushed = true }
      defer { state.withLock { $0.hasFlushed = false } }
      // Without it, the log takes longer.
      if (try? connection.flushLog()) == nil { disconnect() }
      return try attempt(until: isCancelled, work)
    }
  }

  private func connect(until isCancelled: CancellationFlag) throws -> PostgresConnection {
    if let connection = state.withLock(\.connection) {
      connection.isCancelled = isCancelled
      return connection
    }
    let (reached, writes) = state.withLock { ($0.reached, $0.writes) }
    let connection = try PostgresConnection(to: address, writes: writes, until: isCancelled)
    if address.hasSeveralServers { try wait(for: reached ?? 0, on: connection, isCancelled) }
    state.withLock { ($0.connection, $0.isReplica) = (connection, connection.isReplica) }
    return connection
  }

  /// Waits until a replica has taken in what another server has shown.
  ///
  /// - Throws: `SourceError` if that takes more than ten seconds.
  private func wait(
    for reached: UInt64, on connection: PostgresConnection, _ isCancelled: CancellationFlag
  ) throws {
    let end = ContinuousClock.now + .seconds(10)
    while let now = try connection.logPosition(), connection.isReplica, now < reached {
      if isCancelled.isSet { throw CancellationError() }
      if .now > end { throw address.error("the replica is behind the rows that are shown") }
      PostgresConnection.pause(.milliseconds(50))
    }
  }

  /// Leaves a replica for the server that can write, which has all that was shown; its reads show
  /// what was written.
  func leaveReplica() {
    let isLeft = state.withLock { state in
      if !state.isReplica || state.writes { return false }
      state.writes = true
      return true
    }
    if isLeft { disconnect() }
  }

  /// Closes the connection.
  func disconnect() {
    state.withLock { state in
      state.connection = nil
      state.position?.isCertain = false
    }
  }

  /// Runs work on the queue of the connection.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func perform<Result: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Swift.Result { try work(flag) }) }
      }
    } onCancel: {
      flag.set()
    }
  }
}
