import Synchronization

/// Notifies a picker that its source is waiting for a locked file.
///
///     let locks = LockNotices()
///     let table = SQLiteTable(path: path, table: "t", onLock: { locks.post(path) })
///     let outcome = try await pick(from: .loading(table), locks: locks)
public final class LockNotices: Sendable {
  private let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Creates a notifier for a picker.
  public init() {}

  /// Reports that another program has locked a file.
  ///
  /// Can be called from any thread.
  ///
  /// Has no effect while there is no picker.
  public func post(_ path: String) { receiver.withLock { $0 }?(path) }

  /// Sets the receiver of notices; nil for none.
  func setReceiver(_ receiver: (@Sendable (String) -> Void)?) {
    self.receiver.withLock { $0 = receiver }
  }
}
