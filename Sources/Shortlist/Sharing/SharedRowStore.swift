/// A store through which one list accesses the rows that it shares with others.
struct SharedRowStore: RowStore {
  let rows: SharedRows
  let changes: Subscription<SharedRowUpdate>

  var news: AsyncStream<Void> { changes.arrivals }

  func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    if let error = rows.failure { throw error }
    guard let update = changes.popFirst() else { return StoredChanges() }
    // The table may contain changes that are pending. Applying them again has no effect.
    return update.isReread ? StoredChanges(table: await rows.table) : StoredChanges(update.rows)
  }

  func write(_ operations: [RowOperation], in table: RowTable) async throws -> StoreOutcome {
    try await rows.write(operations, of: changes)
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
    get throws(ShortlistsNotKept) {
      guard let kept = rows.shortlists else { throw ShortlistsNotKept() }
      return kept
    }
  }
}
