package import Shortlist
public import ShortlistCore

/// Searches a list or a picker on behalf of its controls.
///
///     let searcher = ListSearcher(picker)
///     let filterState = FilterState()
///     searcher.connectFilterState(filterState)
///     searcher.onResults { results in show(results.total) }
///     searcher.query = "mü"
///     searcher.search()
///
/// A newer search cancels an older one, which then delivers nothing. After the first search the
/// searcher is live: when rows change for any reason, it repeats the measurements of the controls,
/// and when filters change, it searches again. It sets the filter groups of the list to those of
/// the connected filter state.
@MainActor
public final class ListSearcher: Searcher {
  package let searched: any SearchedList
  /// The text for the next search.
  public var query = ""
  /// The results of the last search; nil before the first one.
  public private(set) var results: SearchResults?
  /// Whether a search, or a measurement after a change, is in progress.
  public private(set) var isSearching = false

  /// A measurement that a control has requested.
  private struct Measurer {
    let number: Int
    let wanted: () -> MeasureRequest?
    let receive: (Result<Measures, any Error>) -> Void
  }

  /// The filter state and the number of its connections; disconnecting the last one releases it.
  private struct StateLink {
    let filterState: FilterState
    let observation: Connection
    var connections = 1
  }

  private var groups: FilterGroups?
  private var stateLink: StateLink?
  private var measurers: [Measurer] = []
  private var measurersSoFar = 0
  private let resultObservers = Observers<SearchResults>()
  private let errorObservers = Observers<any Error>()

  /// The last search or refresh.
  private var task: Task<Void, Never>?
  private var tasksSoFar = 0
  /// Whether the controls' requests have changed since they were last evaluated.
  private var isOutdated = false
  private var listening: Task<Void, Never>?
  /// The last revision that the list reported.
  private var publishedRevision = 0
  /// The last revision that was measured, or whose measurement failed.
  private var measuredRevision = 0

  /// Creates a searcher of a list.
  package convenience init(_ list: LiveList) { self.init(searching: list) }

  /// Creates a searcher of a list that is searched through another object.
  init(searching searched: any SearchedList) { self.searched = searched }

  deinit {
    task?.cancel()
    listening?.cancel()
  }

  // MARK: Searching

  /// Searches for the text under the current filters; cancels an older search.
  ///
  /// - Complexity: O(controls); the list searches and measures off the main actor, at the cost of
  ///   `PickList.updateQuery(_:)` and `PickList.measure(_:)`
  public func search() {
    listen()
    let (text, groups) = (query, groups)
    start { query in
      query.search = text
      if let groups { query.groups = groups }
    }
  }

  /// Repeats the measurements of the controls, if there was a search.
  ///
  /// It does not cancel a search in progress; the measurement follows it.
  ///
  /// - Complexity: O(controls); the list measures off the main actor, at the cost of
  ///   `PickList.measure(_:)`
  public func refresh() {
    if listening == nil { return }
    if isSearching { isOutdated = true } else { start { _ in } }
  }

  /// Follows the changes of the list.
  private func listen() {
    if listening != nil { return }
    let revisions = searched.revisions
    listening = Task { [weak self] in
      for await revision in revisions {
        guard let self else { return }
        publishedRevision = revision
        refreshIfLate()
      }
    }
  }

  private func refreshIfLate() {
    if !isSearching && (isOutdated || measuredRevision < publishedRevision) { start { _ in } }
  }

  /// Changes the query and measures, replacing the operation in progress.
  private func start(_ change: @escaping @Sendable (inout ListQuery) -> Void) {
    let former = task
    former?.cancel()
    tasksSoFar += 1
    isSearching = true
    task = Task { [weak self, searched, number = tasksSoFar] in
      // The previous task could reach the list later if its priority is lower.
      await former?.value
      guard let (asked, requests, told) = self?.begin(number) else { return }
      let result: Result<SearchResults, any Error>
      do {
        result = .success(try await searched.search(measuring: requests, change))
      } catch {
        result = .failure(error)
      }
      self?.finish(number, asked, told, result)
    }
  }

  /// Collects the measurements that controls request; nil if there is a newer search.
  private func begin(
    _ number: Int
  ) -> (asked: [Int], requests: [MeasureRequest], told: Int)? {
    guard number == tasksSoFar else { return nil }
    isOutdated = false
    var asked: [Int] = []
    var requests: [MeasureRequest] = []
    for measurer in measurers {
      if let request = measurer.wanted() {
        asked.append(measurer.number)
        requests.append(request)
      } else {
        measurers.removeAll { $0.number == measurer.number }
      }
    }
    return (asked, requests, publishedRevision)
  }

  private func finish(
    _ number: Int, _ asked: [Int], _ told: Int, _ result: Result<SearchResults, any Error>
  ) {
    guard number == tasksSoFar else { return }
    isSearching = false
    switch result {
    case .success(let results):
      measuredRevision = results.revision
      self.results = results
      for (number, measures) in zip(asked, results.measures) {
        measurers.first { $0.number == number }?.receive(measures)
        if case .failure(let error) = measures { errorObservers.tell(error) }
      }
      resultObservers.tell(results)
    case .failure(let error):
      measuredRevision = max(measuredRevision, told)
      errorObservers.tell(error)
    }
    refreshIfLate()
  }

  // MARK: Connecting

  /// Applies the filters of a filter state, and searches again with each of their changes once
  /// there was a search.
  ///
  /// A searcher has one filter state; connecting another replaces it. The same one may be connected
  /// several times; it stays in effect until all of these connections are disconnected.
  ///
  /// - Returns: The connection. After disconnecting, the filters are no longer applied.
  /// - Complexity: O(filters)
  @discardableResult
  public func connectFilterState(_ filterState: FilterState) -> Connection {
    if stateLink?.filterState === filterState {
      stateLink?.connections += 1
    } else {
      stateLink?.observation.disconnect()
      stateLink = StateLink(
        filterState: filterState,
        observation: filterState.onChange(self) { searcher, event in
          if !event.isUndone { searcher.receive(event.groups) }
        })
      receive(filterState.groups)
    }
    return Connection { [weak self, weak filterState] in
      if let filterState { self?.disconnect(filterState) }
    }
  }

  private func disconnect(_ filterState: FilterState) {
    guard let link = stateLink, link.filterState === filterState else { return }
    stateLink?.connections -= 1
    if link.connections > 1 { return }
    link.observation.disconnect()
    stateLink = nil
    receive(FilterGroups())
  }

  private func receive(_ groups: FilterGroups) {
    let isDifferent = groups != self.groups ?? FilterGroups()
    self.groups = groups
    if isDifferent && listening != nil { search() }
  }

  /// Adds a measurement to every search, and repeats it when the rows change.
  ///
  /// - Parameters:
  ///   - wanted: Returns the current request; nil to remove the measurement.
  ///   - receive: Receives the measures, in the order of the request, or an error.
  /// - Returns: The connection, to remove the measurement.
  public func measure(
    _ wanted: @escaping () -> MeasureRequest?,
    _ receive: @escaping (Result<Measures, any Error>) -> Void
  ) -> Connection {
    measurersSoFar += 1
    let number = measurersSoFar
    measurers.append(Measurer(number: number, wanted: wanted, receive: receive))
    refresh()
    return Connection { [weak self] in self?.measurers.removeAll { $0.number == number } }
  }

  /// Calls `observer` with the results of each search that no newer one replaced.
  ///
  /// - Parameter observer: Called after the controls have received their measures.
  /// - Returns: The connection, to stop observing.
  @discardableResult
  public func onResults(_ observer: @escaping (SearchResults) -> Void) -> Connection {
    resultObservers.add(observer)
  }

  /// Calls `observer` when a search or a measurement fails.
  ///
  /// A failed search leaves the list and the results unchanged; a failed measurement leaves its
  /// control unchanged.
  ///
  /// - Parameter observer: Receives the error.
  /// - Returns: The connection, to stop observing.
  @discardableResult
  public func onError(_ observer: @escaping (any Error) -> Void) -> Connection {
    errorObservers.add(observer)
  }
}
