import Synchronization

/// Carries out intents one after the other, in the order in which they come.
final class IntentQueue: Sendable {
  private struct State {
    /// Waits until all intents so far have ended.
    var last: (@Sendable () async -> Void)?
    /// The query asked for.
    var query: ListQuery
    var queriesSoFar = 0
    /// The query under way that a newer one may take the place of.
    var pending: (edit: QueryEdit, cancel: @Sendable () -> Void)?
  }

  private let state: Mutex<State>

  init(_ query: ListQuery) { state = Mutex(State(query: query)) }

  /// The query asked for.
  var query: ListQuery { state.withLock { $0.query } }

  /// Adds an intent, which what was asked for before must be done for.
  func add<Outcome>(
    _ body: @escaping @Sendable () async throws -> Outcome
  ) -> PickListIntent<Outcome> {
    state.withLock { state in
      state.pending = nil
      return Self.add(&state, body)
    }
  }

  private static func add<Outcome>(
    _ state: inout State, _ body: @escaping @Sendable () async throws -> Outcome
  ) -> PickListIntent<Outcome> {
    let former = state.last
    let task = Task {
      await former?()
      return try await body()
    }
    state.last = { _ = await task.result }
    return PickListIntent(task: task)
  }

  /// Adds a change of the query, in place of one that nothing else has been asked for since; the body
  /// is given both as one.
  func change<Outcome>(
    _ edit: QueryEdit, of list: LiveList, after opening: PickListIntent<Int>,
    _ body: @escaping @Sendable (QueryEdit) async throws -> Outcome
  ) -> PickListIntent<Outcome> {
    state.withLock { state in
      edit.apply(to: &state.query)
      state.queriesSoFar += 1
      let number = state.queriesSoFar
      var whole = edit
      if let pending = state.pending {
        pending.cancel()
        whole = pending.edit.followed(by: edit)
      }
      let intent = Self.add(&state) { [whole] in
        do {
          _ = try await opening.task.value
          try Task.checkCancellation()
          let outcome = try await body(whole)
          self.end(number, nil)
          try Task.checkCancellation()
          return outcome
        } catch {
          self.end(number, await list.query)
          throw error
        }
      }
      state.pending = (whole, { intent.cancel() })
      return intent
    }
  }

  /// Notes that a query is done, or what the query still is if it failed.
  private func end(_ number: Int, _ actual: ListQuery?) {
    state.withLock { state in
      guard number == state.queriesSoFar else { return }
      state.pending = nil
      if let actual { state.query = actual }
    }
  }
}

/// What of a query changes: each part that is set.
///
/// Parts that others have changed meanwhile stay.
struct QueryEdit: Sendable {
  private var search: String?
  private var match: MatchKind?
  private var prefersShort: Bool?
  private var attributes: [String]??
  private var filters: String?
  private var groups: FilterGroups?
  private var sort: [SortKey]?
  private var sections: SectionRule??

  /// What makes one query of another.
  init(from old: ListQuery, to new: ListQuery) {
    if old.search != new.search { search = new.search }
    if old.match != new.match { match = new.match }
    if old.prefersShort != new.prefersShort { prefersShort = new.prefersShort }
    if old.attributes != new.attributes { attributes = .some(new.attributes) }
    if old.filters != new.filters { filters = new.filters }
    if old.groups != new.groups { groups = new.groups }
    if old.sort != new.sort { sort = new.sort }
    if old.sections != new.sections { sections = .some(new.sections) }
  }

  /// Changes a query.
  func apply(to query: inout ListQuery) {
    query.search = search ?? query.search
    query.match = match ?? query.match
    query.prefersShort = prefersShort ?? query.prefersShort
    query.attributes = attributes ?? query.attributes
    query.filters = filters ?? query.filters
    query.groups = groups ?? query.groups
    query.sort = sort ?? query.sort
    query.sections = sections ?? query.sections
  }

  /// This edit and then another, as one.
  func followed(by next: Self) -> Self {
    var both = self
    both.search = next.search ?? search
    both.match = next.match ?? match
    both.prefersShort = next.prefersShort ?? prefersShort
    both.attributes = next.attributes ?? attributes
    both.filters = next.filters ?? filters
    both.groups = next.groups ?? groups
    both.sort = next.sort ?? sort
    both.sections = next.sections ?? sections
    return both
  }
}
