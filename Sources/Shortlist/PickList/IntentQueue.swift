import Synchronization

/// A serial queue that carries out intents in the order in which they are added.
final class IntentQueue: Sendable {
  private struct State {
    /// Waits until all intents added so far have ended.
    var last: (@Sendable () async -> Void)?
    /// The requested query.
    var query: ListQuery
    var queriesSoFar = 0
    /// The query change in progress that a newer one may replace.
    var pending: (edit: QueryEdit, supersede: @Sendable () -> Void)?
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

  /// Adds a change of the query; it replaces the previous change if nothing was added in between.
  ///
  /// The body receives both changes merged into one.
  func change<Outcome>(
    _ edit: QueryEdit, of list: LiveList, after opening: Intent<Int>,
    _ body: @escaping @Sendable (QueryEdit) async throws -> Outcome
  ) -> Intent<Outcome> {
    state.withLock { state in
      edit.apply(to: &state.query)
      state.queriesSoFar += 1
      let number = state.queriesSoFar
      var whole = edit
      if let pending = state.pending {
        pending.supersede()
        whole = pending.edit.followed(by: edit)
      }
      let isSuperseded = CancellationFlag()
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
          throw error is CancellationError && isSuperseded.isSet ? QuerySuperseded() : error
        }
      }
      state.pending = (
        whole,
        {
          isSuperseded.set()
          intent.cancel()
        }
      )
      return intent
    }
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

/// The difference between two queries: the parts that are set.
///
/// Applying it leaves the other parts alone, so concurrent changes to those survive.
struct QueryEdit: Sendable {
  private var search: String?
  private var match: MatchKind?
  private var prefersShort: Bool?
  private var attributes: [String]??
  private var filters: String?
  private var groups: FilterGroups?
  private var sort: [SortKey]?
  private var sections: SectionRule??

  /// Creates the edit that turns one query into another.
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

  /// Applies the edit to a query.
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

  /// Returns this edit merged with a later one.
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
