/// Searches a list, or a picker, for the controls around it.
///
///     let searcher = ListSearcher(picker)
///     let filterState = FilterState()
///     searcher.connectFilterState(filterState)
///     searcher.onResults { results in show(results.total) }
///     searcher.query = "mü"
///     searcher.search()
///
/// A newer search cancels an older one, of which nothing is heard any more. After the first search
/// the searcher is live: rows that change, by whomever, make it measure again what controls want, and
/// filters that change make it search again. The filter groups of the list are those of the connected
/// filter state.
@MainActor
public final class ListSearcher: Searcher {
  package let list: LiveList
  private let searched: any SearchedList
  /// The text that is searched for with the next search.
  public var query = ""
  /// What the last search found; nil before the first one.
  public private(set) var results: SearchResults?
  /// Whether a search, or a measuring after a change, is under way.
  public private(set) var isSearching = false

  /// What a control wants measured.
  private struct Measurer {
    let number: Int
    let wanted: () -> MeasureRequest?
    let take: (Result<Measures, any Error>) -> Void
  }

  /// The filter state, and how often it was connected; the last of these to be cut ends it.
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
  /// Whether controls want something else than they were asked for last.
  private var isOutdated = false
  private var listening: Task<Void, Never>?
  /// The last revision that the list told.
  private var toldRevision = 0
  /// The last revision that was measured, or could not be.
  private var measuredRevision = 0

  /// Creates a searcher of a list.
  public convenience init(_ list: LiveList) { self.init(list, searching: list) }

  /// Creates a searcher of a list that is searched through something else.
  init(_ list: LiveList, searching searched: any SearchedList) {
    (self.list, self.searched) = (list, searched)
  }

  deinit {
    task?.cancel()
    listening?.cancel()
  }

  // MARK: Searching

  /// Searches for the text under the filters of the moment; an older search is given up.
  public func search() {
    listen()
    let (text, groups) = (query, groups)
    start { query in
      query.search = text
      if let groups { query.groups = groups }
    }
  }

  /// Measures again what controls want, if there was a search.
  ///
  /// A search that is under way is not given up; the measuring follows it.
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
        toldRevision = revision
        refreshIfLate()
      }
    }
  }

  private func refreshIfLate() {
    if !isSearching && (isOutdated || measuredRevision < toldRevision) { start { _ in } }
  }

  /// Changes the query and measures, in place of what is under way.
  private func start(_ change: @escaping @Sendable (inout ListQuery) -> Void) {
    let former = task
    former?.cancel()
    tasksSoFar += 1
    isSearching = true
    task = Task { [weak self, searched, number = tasksSoFar] in
      // The one before could reach the list later, if it is less urgent.
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

  /// Asks the controls what they want measured; nil if there is a newer search.
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
    return (asked, requests, toldRevision)
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
        measurers.first { $0.number == number }?.take(measures)
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

  /// Searches under the filters of a state from now on, and again with each of their changes once
  /// there was a search.
  ///
  /// A searcher has one filter state; another takes the place of the one before. The same one may be
  /// connected several times, and holds until all of these connections are cut.
  ///
  /// - Returns: What ends it: the filters of the state do not hold any more.
  @discardableResult
  public func connectFilterState(_ filterState: FilterState) -> Connection {
    if stateLink?.filterState === filterState {
      stateLink?.connections += 1
    } else {
      stateLink?.observation.disconnect()
      stateLink = StateLink(
        filterState: filterState,
        observation: filterState.onChange(self) { searcher, event in
          if !event.isUndone { searcher.take(event.groups) }
        })
      take(filterState.groups)
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
    take(FilterGroups())
  }

  private func take(_ groups: FilterGroups) {
    let isDifferent = groups != self.groups ?? FilterGroups()
    self.groups = groups
    if isDifferent && listening != nil { search() }
  }

  /// Measures something with every search, and again when the rows change.
  ///
  /// - Parameters:
  ///   - wanted: What is to be measured now, nil if nobody wants it any more.
  ///   - take: Takes the measures, in the order of the request, or why there are none.
  /// - Returns: What ends it.
  public func measure(
    _ wanted: @escaping () -> MeasureRequest?,
    _ take: @escaping (Result<Measures, any Error>) -> Void
  ) -> Connection {
    measurersSoFar += 1
    let number = measurersSoFar
    measurers.append(Measurer(number: number, wanted: wanted, take: take))
    refresh()
    return Connection { [weak self] in self?.measurers.removeAll { $0.number == number } }
  }

  /// Tells of the results of each search that no newer one has overtaken.
  ///
  /// - Parameter observer: Is told after the controls.
  /// - Returns: What ends it.
  @discardableResult
  public func onResults(_ observer: @escaping (SearchResults) -> Void) -> Connection {
    resultObservers.add(observer)
  }

  /// Tells why a search or a measure failed.
  ///
  /// After a search that failed the list and the results are as they were, after a measure the control
  /// that wanted it.
  ///
  /// - Parameter observer: Is told the error.
  /// - Returns: What ends it.
  @discardableResult
  public func onError(_ observer: @escaping (any Error) -> Void) -> Connection {
    errorObservers.add(observer)
  }
}
