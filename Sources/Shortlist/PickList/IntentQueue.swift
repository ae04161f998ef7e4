import Synchronization

/// A serial queue that carries out intents in the order in which they are added.
package final class IntentQueue: Sendable {
  private struct State {
    /// Waits until all intents added so far have ended.
    var last: (@Sendable () async -> Void)?
    /// Waits until all writes to a store added so far have ended.
    var lastWrite: (@Sendable () async -> Void)?
    /// The requested query.
    var query: ListQuery
    var queriesSoFar = 0
    /// The query change in progress that a newer one is merged with.
    var pending: PendingQuery?
  }

  private let state: Mutex<State>

  init(_ query: ListQuery) { state = Mutex(State(query: query)) }

  /// The requested query.
  var query: ListQuery { state.withLock { $0.query } }

  /// Adds an intent; query changes added before it can no longer be replaced.
  func add<Outcome>(
    _ body: @escaping @Sendable () async throws -> Outcome
  ) -> Intent<Outcome> {
    state.withLock { state in
      state.pending = nil
      return Self.add(&state, body)
    }
  }

  /// Adds a write to a store, after what was added before it.
  ///
  /// Later intents that are no writes do not wait for it: a store may be locked for long.
  func addWrite<Outcome>(
    _ body: @escaping @Sendable () async throws -> Outcome
  ) -> Intent<Outcome> {
    state.withLock { state in
      state.pending = nil
      let (former, formerWrite) = (state.last, state.lastWrite)
      let task = Task {
        await former?()
        await formerWrite?()
        return try await body()
      }
      state.lastWrite = { _ = await task.result }
      return Intent(task: task)
    }
  }

  /// Adds an intent that tasks which await it do not cancel.
  func addShared<Outcome>(
    _ body: @escaping @Sendable () async throws -> Outcome
  ) -> Intent<Outcome> {
    var intent = add(body)
    intent.isShared = true
    return intent
  }

  private static func add<Outcome>(
    _ state: inout State, _ body: @escaping @Sendable () async throws -> Outcome
  ) -> Intent<Outcome> {
    let former = state.last
    let task = Task {
      await former?()
      return try await body()
    }
    state.last = { _ = await task.result }
    return Intent(task: task)
  }

  /// Adds a change of the query; it is merged with the previous change if nothing was added in
  /// between.
  ///
  /// The body receives both changes merged into one. If the later change overwrites the earlier
  /// one, the earlier one is superseded; otherwise it ends with the later one.
  ///
  /// - Parameters:
  ///   - change: Modifies the requested query; called again if another task has changed the query
  ///     meanwhile.
  ///   - list: The list that has the query.
  ///   - opening: The loading of the list, which comes first.
  ///   - body: Carries out the change.
  /// - Returns: The intent.
  /// - Throws: What `change` throws; the query then stays unchanged.
  package func change<Outcome>(
    _ change: (inout ListQuery) throws -> Void, of list: any ListProtocol,
    after opening: Intent<Int>,
    _ body: @escaping @Sendable (QueryEdit) async throws -> Outcome
  ) throws -> Intent<Outcome> {
    while true {
      let old = query
      var new = old
      try change(&new)
      let edit = QueryEdit(from: old, to: new)
      let intent = state.withLock { state in
        state.query == old ? add(edit, to: &state, list, opening, body) : nil
      }
      if let intent { return intent }
    }
  }

  private func add<Outcome>(
    _ edit: QueryEdit, to state: inout State, _ list: any ListProtocol, _ opening: Intent<Int>,
    _ body: @escaping @Sendable (QueryEdit) async throws -> Outcome
  ) -> Intent<Outcome> {
    edit.apply(to: &state.query)
    state.queriesSoFar += 1
    let number = state.queriesSoFar
    let former = state.pending
    let merged = former.map { $0.merged.followed(by: edit) } ?? edit
    former?.cancel()
    let run = Self.add(&state) {
      do {
        _ = try await opening.task.value
        try Task.checkCancellation()
        let outcome = try await body(merged)
        self.end(number, nil)
        try Task.checkCancellation()
        return outcome
      } catch {
        self.end(number, await list.query)
        throw error
      }
    }
    let own = QueryChange(edit)
    let task = Task {
      do {
        return try await withTaskCancellationHandler {
          try await run.task.value
        } onCancel: {
          run.cancel()
        }
      } catch let error as CancellationError {
        guard let outcome = try await own.outcomeOfNext() else { throw error }
        if let outcome = outcome as? Outcome { return outcome }
        // The next change had another kind of outcome.
        return try await self.add { try await body(QueryEdit()) }.task.value
      }
    }
    for change in former?.changes ?? [] { change.isFollowed(by: edit) { try await task.value } }
    state.pending = PendingQuery(
      merged: merged, changes: (former?.changes ?? []) + [own], cancel: run.cancel)
    return Intent(task: task)
  }

  /// Records the query that the list has after its columns changed, unless another is in progress.
  func adopt(_ query: ListQuery) {
    state.withLock { state in
      if state.pending == nil { state.query = query }
    }
  }

  /// Records that a query change ended; `actual` is the list's query if the change failed.
  private func end(_ number: Int, _ actual: ListQuery?) {
    state.withLock { state in
      guard number == state.queriesSoFar else { return }
      state.pending = nil
      if let actual { state.query = actual }
    }
  }
}
