/// A value of a facet, as a control lists it.
public struct FacetListItem: Hashable, Sendable {
  /// What filters say about a value.
  public enum Choice: Sendable, CaseIterable {
    /// Nothing is said.
    case neither
    /// Rows with it are asked for.
    case included
    /// Rows with it are left out.
    case excluded
  }

  /// The value; of a list an element.
  public var value: CellValue
  /// The number of rows that have it.
  public var count: Int
  /// What the filters say about it.
  public var choice: Choice
}

/// The view of a facet list.
@MainActor
public protocol FacetListController: AnyObject {
  /// What to call when somebody has clicked a value, to include it or not; set by the interactor.
  var onClick: ((CellValue) -> Void)? { get set }
  /// What to call to exclude a value or not; set by the interactor.
  var onExclude: ((CellValue) -> Void)? { get set }

  /// Shows the values, the most frequent first.
  func setItems(_ items: [FacetListItem])
}

/// The logic of a control that lists the values of an attribute, with counts, and includes or
/// excludes some.
///
///     let kinds = FacetListInteractor()
///     kinds.connectFilterState(filterState, attribute: "kind")
///     kinds.connectSearcher(searcher, attribute: "kind")
///     kinds.connectController(list)
///     try kinds.toggle(.text("fruit"))
///
/// Included values are filters of a group, which by default is an `or` group: rows have any of them,
/// and are counted as if the group were not there. Excluded ones are filters of an `and` group of
/// their own, whose name is that of the group after `not `. Values that are chosen stay listed, also
/// when no row has them. Texts are the same values if they are when folded, as filters compare them.
@MainActor
public final class FacetListInteractor {
  /// The filter state, and where the filters of the values are in it.
  @MainActor
  private struct FilterLink {
    let filterState: FilterState
    let attribute: Attribute
    let group: String
    let `operator`: RefinementOperator
    let observation: Connection

    /// The group of the excluded values.
    var exclusions: String { "not " + group }

    func filter(_ value: CellValue) -> Filter { .equals(attribute.rawValue, value) }

    /// The included values.
    var included: [CellValue] {
      (filterState.groups[group]?.filters ?? []).compactMap(value)
    }

    /// The excluded values.
    var excluded: [CellValue] {
      (filterState.groups[exclusions]?.filters ?? []).compactMap { filter in
        if case .not(let part) = filter { value(part) } else { nil }
      }
    }

    private func value(_ filter: Filter) -> CellValue? {
      guard case .equals(let name, let value) = filter, Attribute(name) == attribute else {
        return nil
      }
      return value
    }
  }

  /// Whether one value can be included, whose place another takes, or many.
  public let selectionMode: SelectionMode
  /// So many values at most are listed beside the chosen ones.
  public let limit: Int
  /// Only values that have words which begin with the words of this text are listed; all if it has
  /// none.
  public var search = "" {
    didSet { if search != oldValue { searcherLink?.searcher.refresh() } }
  }
  /// The values, the most frequent first; none before there was a search.
  public private(set) var items: [FacetListItem] = []
  /// Whether there are more than are listed.
  public var hasMore: Bool { report?.hasMore ?? false }
  /// What was told to those who observe errors last.
  public private(set) var lastError: (any Error)?

  private var report: FacetReport?
  private var filterLink: FilterLink?
  private var searcherLink: SearcherLink?
  private let itemObservers = Observers<[FacetListItem]>()
  private let errorObservers = Observers<any Error>()

  /// Creates an interactor.
  public init(selectionMode: SelectionMode = .multiple, limit: Int = 100) {
    self.selectionMode = selectionMode
    self.limit = max(0, limit)
  }

  // MARK: Choosing

  /// Includes a value that is not included, and the other way round.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func toggle(_ value: CellValue) throws(FilterGroups.OperatorMismatch) {
    try choose(choice(of: value) == .included ? .neither : .included, of: value)
  }

  /// Excludes a value that is not excluded, and the other way round.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func exclude(_ value: CellValue) throws(FilterGroups.OperatorMismatch) {
    try choose(choice(of: value) == .excluded ? .neither : .excluded, of: value)
  }

  /// Chooses something about a value.
  ///
  /// Without a filter state nothing can be chosen.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func choose(
    _ choice: FacetListItem.Choice, of value: CellValue
  ) throws(FilterGroups.OperatorMismatch) {
    guard let link = filterLink else { return }
    let replacesAll = selectionMode == .single && choice == .included
    let included = link.included.filter { replacesAll || $0.isSame(as: value) }
    let excluded = link.excluded.filter { $0.isSame(as: value) }
    var groups = link.filterState.groups
    try groups.remove(included.map(link.filter), from: link.group, link.operator)
    try groups.remove(excluded.map { .not(link.filter($0)) }, from: link.exclusions)
    switch choice {
    case .neither: break
    case .included: try groups.add([link.filter(value)], to: link.group, link.operator)
    case .excluded: try groups.add([.not(link.filter(value))], to: link.exclusions)
    }
    link.filterState.groups = groups
  }

  /// Chooses nothing about any value.
  public func clear() {
    guard let link = filterLink else { return }
    var groups = link.filterState.groups
    // A group that has another operator has no filter of this control.
    try? groups.remove(link.included.map(link.filter), from: link.group, link.operator)
    try? groups.remove(link.excluded.map { .not(link.filter($0)) }, from: link.exclusions)
    link.filterState.groups = groups
  }

  private func choice(of value: CellValue) -> FacetListItem.Choice {
    guard let link = filterLink else { return .neither }
    if link.included.contains(where: { $0.isSame(as: value) }) { return .included }
    return link.excluded.contains { $0.isSame(as: value) } ? .excluded : .neither
  }

  // MARK: Connecting

  /// Keeps what is chosen as filters of a filter state, and shows what others put there.
  ///
  /// A group that is there with the other operator is told as an error. An interactor has one filter
  /// state; another takes the place of the one before.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - attribute: The attribute.
  ///   - operator: The operator of the group of the included values.
  ///   - groupName: The group of the included values; the attribute's name if nil.
  /// - Returns: What ends it. The filters stay.
  @discardableResult
  public func connectFilterState(
    _ filterState: FilterState, attribute: Attribute, operator: RefinementOperator = .or,
    groupName: String? = nil
  ) -> Connection {
    filterLink?.observation.disconnect()
    let observation = filterState.onChange(self) { interactor, _ in interactor.update() }
    let link = FilterLink(
      filterState: filterState, attribute: attribute, group: groupName ?? attribute.rawValue,
      operator: `operator`, observation: observation)
    filterLink = link
    do {
      // Adding nothing tells of the other operator.
      var groups = filterState.groups
      try groups.add([], to: link.group, `operator`)
      try groups.add([], to: link.exclusions)
    } catch {
      report(error)
    }
    update()
    return Connection { [weak self] in
      observation.disconnect()
      guard let self, filterLink?.observation === observation else { return }
      filterLink = nil
      update()
    }
  }

  /// Counts the values of an attribute with a searcher.
  ///
  /// An attribute that is not there is told as an error. An interactor has one searcher; another
  /// takes the place of the one before.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - attribute: The attribute.
  /// - Returns: What ends it: only values that are chosen are listed any more.
  @discardableResult
  public func connectSearcher(_ searcher: some Searcher, attribute: Attribute) -> Connection {
    disconnectSearcher()
    let measuring = searcher.measure(
      { [weak self] in self?.request(attribute) },
      { [weak self] measures in self?.take(measures) })
    searcherLink = SearcherLink(searcher: searcher, measuring: measuring)
    return Connection { [weak self] in
      if self?.searcherLink?.measuring === measuring { self?.disconnectSearcher() }
    }
  }

  private func disconnectSearcher() {
    guard let link = searcherLink else { return }
    searcherLink = nil
    link.measuring.disconnect()
    report = nil
    update()
  }

  private func request(_ attribute: Attribute) -> MeasureRequest {
    MeasureRequest(facets: [
      FacetRequest(attribute.rawValue, limit: limit, search: search, keepsSelected: true)
    ])
  }

  private func take(_ measures: Result<Measures, any Error>) {
    do {
      guard let report = try measures.get().facets.first else { return }
      self.report = report
      update()
    } catch {
      report(error)
    }
  }

  /// Lets a view show the values, and choose.
  ///
  /// The view is shown what there is now. An interactor can have several views; it does not hold
  /// them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: What ends it: the view is told nothing any more, and nothing that it tells is heard.
  @discardableResult
  public func connectController(_ controller: some FacetListController) -> Connection {
    controller.onClick = { [weak self] value in
      do { try self?.toggle(value) } catch { self?.report(error) }
    }
    controller.onExclude = { [weak self] value in
      do { try self?.exclude(value) } catch { self?.report(error) }
    }
    let observation = itemObservers.add(controller) { $0.setItems($1) }
    controller.setItems(items)
    return Connection { [weak controller] in
      observation.disconnect()
      controller?.onClick = nil
      controller?.onExclude = nil
    }
  }

  // MARK: Showing

  /// Tells of each difference in the values, their counts and what is chosen, from now on.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func onChange(_ observer: @escaping ([FacetListItem]) -> Void) -> Connection {
    itemObservers.add(observer)
  }

  /// Tells what was refused: a choice of a view, an attribute that cannot be counted.
  ///
  /// Everything then stays as it was.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func onError(_ observer: @escaping (any Error) -> Void) -> Connection {
    errorObservers.add(observer)
  }

  func report(_ error: any Error) {
    lastError = error
    errorObservers.tell(error)
  }

  private func update() {
    var new = (report?.items ?? []).map { item in
      FacetListItem(value: item.value, count: item.count, choice: choice(of: item.value))
    }
    if let link = filterLink, search.isEmpty {
      for value in link.included + link.excluded
      where !new.contains(where: { $0.value.isSame(as: value) }) {
        new.append(FacetListItem(value: value, count: 0, choice: choice(of: value)))
      }
    }
    if new == items { return }
    items = new
    itemObservers.tell(new)
  }
}

/// A facet list with everything that it needs, connected at once.
///
/// It holds all of its parts, the view too.
@MainActor
public final class FacetListConnector {
  /// What searches.
  public let searcher: any Searcher
  /// The filters, of which some are the chosen values.
  public let filterState: FilterState
  /// The logic of the list.
  public let interactor: FacetListInteractor
  private let controller: (any FacetListController)?
  private var connections: [Connection] = []

  /// Connects a facet list.
  ///
  /// The searcher is connected to the filter state too, if it is not yet.
  ///
  /// - Parameters:
  ///   - searcher: What searches.
  ///   - filterState: The filters.
  ///   - attribute: The attribute whose values are listed.
  ///   - interactor: The logic of the list.
  ///   - operator: How the filters of included values are combined.
  ///   - groupName: The group of the included values; the attribute's name if nil.
  ///   - controller: The view.
  public init(
    searcher: some Searcher, filterState: FilterState, attribute: Attribute,
    interactor: FacetListInteractor = .init(), operator: RefinementOperator = .or,
    groupName: String? = nil, controller: (any FacetListController)? = nil
  ) {
    self.searcher = searcher
    self.filterState = filterState
    self.interactor = interactor
    self.controller = controller
    connections = [
      searcher.connectFilterState(filterState),
      interactor.connectFilterState(
        filterState, attribute: attribute, operator: `operator`, groupName: groupName),
      interactor.connectSearcher(searcher, attribute: attribute),
    ]
    if let controller { connections.append(interactor.connectController(controller)) }
  }

  /// Takes back what connecting did: no part hears of another.
  ///
  /// The filters stay.
  public func disconnect() {
    for connection in connections.reversed() { connection.disconnect() }
    connections = []
  }
}

extension CellValue {
  /// Whether a filter takes two values for the same.
  fileprivate func isSame(as other: CellValue) -> Bool {
    if case .text(let text) = self, case .text(let second) = other {
      return Folding.fold(text) == Folding.fold(second)
    }
    if let first = Quantity(self), let second = Quantity(other) { return first == second }
    return self == other
  }
}
