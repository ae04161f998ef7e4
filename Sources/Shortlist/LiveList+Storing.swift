import ShortlistCore

extension LiveList {
  /// Whether what the list is asked to change is written to where its rows come from.
  ///
  /// It is not known before all rows are read.
  public var isStored: Bool { store != nil }

  /// Takes in what others commit to a store, as long as the list is held.
  func keepUp(with store: any RowStore) {
    self.store = store
    let updates = updates
    let news = store.news
    Task { [weak self] in
      for await _ in news {
        do {
          guard try await self?.takeForeignChanges() != nil else { break }
        } catch {
          await self?.stop(error)
          break
        }
      }
      updates.finish()
    }
  }

  private func takeForeignChanges() async throws {
    guard let store else { return }
    try await storeGate.pass {
      try take(try await store.foreignChanges(in: engine.table))
    }
  }

  /// Takes in what others have committed.
  ///
  /// - Throws: `SourceError` if the list has no room for it.
  func take(_ changes: StoredChanges) throws {
    if changes.rows.isEmpty { return }
    let outcome = try engine.store(changes)
    if outcome.revision != toldRevision {
      announce(outcome.changes, outcome.selection, cause: .others)
    }
    signal(outcome.selection?.events ?? [])
  }

  /// Takes in what was written; if the list has no room for what the store made of it, the list stops.
  private func takeWritten<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      stop(error)
      throw error
    }
  }

  /// Changes rows in their store, and shows what it then has.
  func write(
    _ operations: [RowOperation], to store: any RowStore, ifRevision: Int?
  ) async throws -> ApplyOutcome {
    try await storeGate.pass {
      try require(ifRevision)
      try engine.table.checkRoom(for: operations)
      let written = try await store.write(operations, in: engine.table)
      try takeWritten { try take(written.foreign) }
      updates.part()
      var outcome = try takeWritten { try engine.store(written.own) }
      outcome.inserted = written.inserted
      tell(outcome)
      return outcome
    }
  }

  /// Takes the row that has a text, or makes a new one of it in the store, and selects it.
  func writeSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    to store: any RowStore, ifRevision: Int?
  ) async throws -> SuggestionOutcome {
    try await storeGate.pass {
      try require(ifRevision)
      try askFilters()
      let suggested = try engine.suggestedRow(
        text, in: attribute, values: values, equality: equality)
      guard case .new(let row) = suggested else {
        return try commitInMemory(
          text, in: attribute, values: values, selects: selects, equality: equality)
      }
      // If the selection refuses the row, it is not written.
      var trial = engine
      let tried = try trial.commitSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality)
      guard tried.id != nil else { return tried }
      let written = try await store.write([.insert(row)], in: engine.table)
      try takeWritten { try take(written.foreign) }
      updates.part()
      let outcome = try takeWritten {
        try engine.takeSuggestion(written.inserted.first, with: written.own, selects: selects)
      }
      tell(outcome.changes, SelectionChange(outcome.selection))
      signal(outcome.selection.events)
      return outcome
    }
  }
}
