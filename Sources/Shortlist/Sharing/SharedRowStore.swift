/// A store through which one list accesses the rows that it shares with others.
struct SharedRowStore: PendingRowStore {
  let rows: SharedRows
  let changes: Subscription<SharedRowUpdate>
  /// Sets the items of inserted rows.
  var finish: @Sendable (inout RowTable, [RowID]) -> Void = { _, _ in }

  var wakeups: Wakeups { changes.wakeups }

  func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    if let error = rows.failure { throw error }
    return popPendingChanges() ?? StoredChanges()
  }

  func popPendingChanges() -> StoredChanges? {
    rows.failure == nil ? changes.popFirst()?.changes : nil
  }

  func write(_ operations: [RowOperation], in table: RowTable) async throws -> StoreOutcome {
    try await rows.write(operations, of: changes, finish: finish)
  }
}

extension SharedRowStore: ShortlistStore {
  func save(_ shortlist: NamedShortlist) async throws { try await kept.save(shortlist) }

  func savedShortlist(named name: String) async throws -> NamedShortlist? {
    try await kept.savedShortlist(named: name)
  }

  func savedShortlists() async throws -> [SavedShortlist] { try await kept.savedShortlists() }

  func renameShortlist(_ name: String, to newName: String) async throws {
    try await kept.renameShortlist(name, to: newName)
  }

  func forgetShortlist(_ name: String) async throws { try await kept.forgetShortlist(name) }

  private var kept: any ShortlistStore {
    get throws(ShortlistStoreError) {
      guard let kept = rows.shortlists else { throw ShortlistStoreError() }
      return kept
    }
  }
}
