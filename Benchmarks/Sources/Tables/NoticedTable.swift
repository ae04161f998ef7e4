import Shortlist
import ShortlistSQLite
import Synchronization

/// A table that remembers when it said last that others have committed something.
final class NoticedTable: RowSource, RowStore {
  let wakeups = Wakeups()
  private let table: SQLiteTable
  private let noticed = Mutex<ContinuousClock.Instant?>(nil)

  init(_ table: SQLiteTable) {
    self.table = table
    let commits = table.wakeups
    Task { [weak self, wakeups] in
      for await _ in commits {
        self?.noticed.withLock { $0 = ContinuousClock().now }
        wakeups.signal()
      }
    }
  }

  var name: String { table.name }

  /// When others were seen to have committed, for the first time since the last call.
  func takeNoticed() -> ContinuousClock.Instant? {
    noticed.withLock { noticed in
      defer { noticed = nil }
      return noticed
    }
  }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try table.read(into: &builder, progress: progress)
  }

  func foreignChanges(in shown: RowTable) async throws -> StoredChanges {
    try await table.foreignChanges(in: shown)
  }

  func write(_ operations: [RowOperation], in shown: RowTable) async throws -> StoreOutcome {
    try await table.write(operations, in: shown)
  }
}
