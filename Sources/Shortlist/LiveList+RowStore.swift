import ShortlistCore

extension LiveList {
  /// Applies the foreign commits of a store, for the lifetime of the list.
  func follow(_ store: any RowStore) {
    self.store = store
    let updates = updates
    let wakeups = store.wakeups
    Task { [weak self] in
      for await _ in wakeups {
        // Errors have been reported already; the store signals when to try again.
        do {
          guard try await self?.receiveForeignChanges() != nil else { break }
        } catch { continue }
      }
      updates.finish()
    }
  }

  private func receiveForeignChanges() async throws {
    guard let store else { return }
    try await storeLock.withLock { _ = try await catchUp(with: store) }
  }

  /// Applies what others have committed so far.
  ///
  /// - Returns: Whether all rows were reread.
  /// - Throws: The reason why the store cannot be read, after reporting it.
  private func catchUp(with store: any RowStore) async throws -> Bool {
    let changes: StoredChanges
    do {
      changes = try await store.foreignChanges(in: engine.table)
    } catch let error as CancellationError {
      throw error
    } catch {
      stop(error)
      throw error
    }
    return try adopt(changes)
  }

  /// Applies what others have committed, after the store was read.
  ///
  /// - Returns: Whether all rows were reread.
  private func adopt(_ changes: StoredChanges) throws -> Bool {
    resume()
    guard let table = changes.table else {
      try receive(changes)
      return false
    }
    try receive(table)
    try receive(StoredChanges(steps: changes.steps))
    return true
  }

  /// Applies what others have committed, if the store has it in memory and no write is in progress.
  ///
  /// Call it before a query. The shared results belong to the latest rows. A list of earlier rows
  /// cannot use them, and sorts all of its rows again.
  ///
  /// - Throws: `SourceError` if the list has no room for it.
  func catchUpWithPending() throws {
    guard let store = store as? any PendingRowStore else { return }
    try storeLock.withLockIfAvailable {
      // While it applies some, there may be more, but a busy writer must not keep it here.
      for _ in 0..<4 {
        guard let changes = store.popPendingChanges() else { return }
        _ = try adopt(changes)
      }
    }
  }

  /// Catches up before a write; refuses the write if the store cannot be read or was reread.
  private func catchUpToWrite(to store: any RowStore) async throws {
    do {
      if try await !catchUp(with: store) { return }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw WriteError(index: 0, reason: (error as? SourceError)?.reason ?? "\(error)")
    }
    throw WriteError.readAnew
  }

  /// Applies what others have committed.
  ///
  /// - Throws: `SourceError` if the list has no room for it.
  func receive(_ changes: StoredChanges) throws {
    if changes.isEmpty { return }
    (store as? any DeliveringRowStore)?.deliver()
    for part in changes.parts(merging: engine.prefersOneStep) {
      let outcome = try engine.store(part)
      if outcome.revision != publishedRevision {
        publish(outcome.changes, outcome.selection, cause: .others)
      }
      selectionFilters.signal(outcome.selection?.events ?? [])
    }
  }

  /// Adopts a table that was reread.
  private func receive(_ table: RowTable) throws {
    let (query, dropped) = wanted.fitting(table.schema)
    let isOther = table.schema != engine.table.schema
    let selection = try engine.takeOver(table, query: query)
    wanted = query
    let droppedRules = selectionFilters.removeAll(notFitting: table.schema)
    if !droppedRules.isEmpty { observeLimits() }
    publish(
      .reset, selection, cause: .others, state: isOther ? state : nil,
      dropped: dropped + droppedRules, changesRules: !droppedRules.isEmpty)
    selectionFilters.signal(selection?.events ?? [])
    prepareSearch()
  }

  /// Changes rows in their store, and shows what the store has afterwards.
  func write(
    _ operations: [RowOperation], to store: any RowStore, ifRevision: Int?
  ) async throws -> ApplyOutcome<RowID> {
    try await write(to: store, ifRevision: ifRevision) { table in
      try table.checkRoom(for: operations)
      return try await store.write(operations, in: table)
    }
  }

  /// Runs `body`, which writes to a store, and shows what the store has afterwards.
  func write(
    to store: any RowStore, ifRevision: Int? = nil,
    _ body: (RowTable) async throws -> StoreOutcome
  ) async throws -> ApplyOutcome<RowID> {
    try await storeLock.withLock {
      try beginRequest(ifRevision: ifRevision)
      try await catchUpToWrite(to: store)
      let written = try await body(engine.table)
      return try adopt(written, from: store) {
        var outcome = try engine.store(written.own)
        outcome.inserted = written.inserted
        publish(outcome)
        return outcome
      }
    }
  }

  /// Applies what others had committed before a transaction, and then, in `body`, the transaction.
  private func adopt<Outcome>(
    _ written: StoreOutcome, from store: any RowStore, _ body: () throws -> Outcome
  ) throws -> Outcome {
    do {
      try receive(written.foreign)
      sealUpdates()
      (store as? any DeliveringRowStore)?.deliver()
      return try body()
    } catch {
      // There is no room for it.
      stop(error)
      throw error
    }
  }

  /// Finds the row with a text, or inserts one into the store, and selects it.
  func writeSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    to store: any RowStore, ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID> {
    try await storeLock.withLock {
      try beginRequest(ifRevision: ifRevision)
      try await catchUpToWrite(to: store)
      try updateRules()
      let suggested = try engine.suggestedRow(
        text, in: attribute, values: values, equality: equality)
      guard case .new(let row) = suggested else {
        return try commitSuggestionToEngine(
          text, in: attribute, values: values, selects: selects, equality: equality)
      }
      // Try it on a copy first: a row that the selection refuses must not be written.
      var trial = engine.detached
      let tried = try trial.commitSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality)
      guard tried.id != nil else { return tried }
      let written = try await store.write([.insert(row)], in: engine.table)
      return try adopt(written, from: store) {
        let outcome = try engine.acceptSuggestion(
          written.inserted.first, with: written.own, selects: selects)
        publish(PendingChanges(outcome.changes), SelectionChange(outcome.selection))
        selectionFilters.signal(outcome.selection.events)
        return outcome
      }
    }
  }
}

extension WriteError {
  /// The refusal of a write that was decided on rows that no longer exist.
  static var readAnew: Self {
    Self(
      index: 0, reason: "the table or its file is another one now; the rows were read anew")
  }
}
