/// The durability of an acknowledged write.
///
///     let players = try await PickList(sqlite: "app.db", table: "player", synchronous: .normal)
public enum Synchronous: String, Hashable, Sendable, CaseIterable {
  /// The write survives a crash of the program and of the machine.
  case full
  /// The write survives a crash of the program. With a rollback journal it mostly survives a crash
  /// of the machine too; with a write-ahead log, a power failure may lose the last transactions.
  case normal

  /// The corresponding value of SQLite's `PRAGMA synchronous`.
  ///
  /// Deleting the rollback journal is the commit, and `FULL` does not sync its directory
  /// afterwards: after a power failure the journal could reappear. With a write-ahead log both
  /// values are the same.
  var pragma: String {
    switch self {
    case .full: "EXTRA"
    case .normal: "NORMAL"
    }
  }
}
