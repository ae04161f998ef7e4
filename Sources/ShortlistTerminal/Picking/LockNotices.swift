import Synchronization

/// Tells a picker that its source has to wait for a file.
///
///     let locks = LockNotices()
///     let table = SQLiteTable(path: path, table: "t", onLock: { locks.post(path) })
///     let outcome = try await pick(from: .loading(table), locks: locks)
public final class LockNotices: Sendable {
  private let take = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Creates one for a picker.
  public init() {}

  /// Says that another program has locked a file, from any thread.
  ///
  /// Nobody hears it while there is no picker.
  public func post(_ path: String) { take.withLock { $0 }?(path) }

  /// Hands what is said from now on to somebody else.
  func hand(to take: (@Sendable (String) -> Void)?) { self.take.withLock { $0 = take } }
}
