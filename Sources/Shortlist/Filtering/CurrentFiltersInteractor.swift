/// The view of the filters there are, as a row of chips is.
@MainActor
public protocol CurrentFiltersController: AnyObject {
  /// What to call when somebody takes a filter out; set by the interactor.
  var onRemove: ((FilterGroups.Member) -> Void)? { get set }
  /// What to call when somebody takes all filters out that are listed; set by the interactor.
  var onClear: (() -> Void)? { get set }

  /// Shows the filters, group by group, in the order in which they were added.
  func setItems(_ items: [FilterGroups.Member])
}

/// The logic of a control that lists the filters there are, and takes some out.
///
///     let current = CurrentFiltersInteractor()
///     current.connectFilterState(filterState)
///     current.connectController(chips)
///     current.remove(current.items[0])
@MainActor
public final class CurrentFiltersInteractor {
  /// The filter state, and what of it is listed.
  @MainActor
  private struct FilterLink {
    let filterState: FilterState
    /// The groups that are listed, nil for all.
    let groupNames: [String]?
    let observation: Connection

    /// The groups that are listed, of those that there are.
    var groups: [FilterGroups.Group] {
      guard let groupNames else { return filterState.groups.groups }
      let names = Set(groupNames.map { Attribute($0) })
      return filterState.groups.groups.filter { names.contains(Attribute($0.name)) }
    }
  }

  /// The filters, group by group, in the order in which they were added.
  public private(set) var items: [FilterGroups.Member] = []
  private var filterLink: FilterLink?
  private let itemObservers = Observers<[FilterGroups.Member]>()

  /// Creates an interactor.
  public init() {}

  // MARK: Taking out

  /// Takes a filter out of its group; one that is not listed is no mistake.
  public func remove(_ item: FilterGroups.Member) {
    guard let link = filterLink, items.contains(item),
      let group = link.filterState.groups[item.group]
    else { return }
    // The operator is the one that the group has.
    try? link.filterState.remove(item.filter, from: item.group, group.operator)
  }

  /// Takes the filters of a group out, if the group is listed.
  public func clear(group name: String) {
    guard let link = filterLink else { return }
    let group = link.groups.first { Attribute($0.name) == Attribute(name) }
    if let group { link.filterState.clear([group.name]) }
  }

  /// Takes all filters out that are listed.
  public func clear() {
    guard let link = filterLink else { return }
    link.filterState.clear(link.groups.map(\.name))
  }

  // MARK: Connecting

  /// Lists the filters of a filter state.
  ///
  /// An interactor has one filter state; another takes the place of the one before.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - groupNames: The groups whose filters are listed; those of all groups if nil.
  /// - Returns: What ends it. The filters stay, and are not listed any more.
  @discardableResult
  public func connectFilterState(
    _ filterState: FilterState, groupNames: [String]? = nil
  ) -> Connection {
    filterLink?.observation.disconnect()
    let observation = filterState.onChange(self) { interactor, _ in interactor.update() }
    filterLink = FilterLink(
      filterState: filterState, groupNames: groupNames, observation: observation)
    update()
    return Connection { [weak self] in
      observation.disconnect()
      guard let self, filterLink?.observation === observation else { return }
      filterLink = nil
      update()
    }
  }

  /// Lets a view show the filters, and take them out.
  ///
  /// The view is shown what there is now. An interactor can have several views; it does not hold
  /// them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: What ends it: the view is told nothing any more, and nothing that it tells is heard.
  @discardableResult
  public func connectController(_ controller: some CurrentFiltersController) -> Connection {
    controller.onRemove = { [weak self] item in self?.remove(item) }
    controller.onClear = { [weak self] in self?.clear() }
    let observation = itemObservers.add(controller) { $0.setItems($1) }
    controller.setItems(items)
    return Connection { [weak controller] in
      observation.disconnect()
      controller?.onRemove = nil
      controller?.onClear = nil
    }
  }

  /// Tells of each difference in the filters that are listed, from now on.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func onChange(
    _ observer: @escaping ([FilterGroups.Member]) -> Void
  ) -> Connection {
    itemObservers.add(observer)
  }

  private func update() {
    let new = (filterLink?.groups ?? []).flatMap { group in
      group.filters.map { FilterGroups.Member($0, in: group.name) }
    }
    if new == items { return }
    items = new
    itemObservers.tell(new)
  }
}

/// A list of the filters there are with everything that it needs, connected at once.
///
/// It holds all of its parts, the view too.
@MainActor
public final class CurrentFiltersConnector {
  /// The filters.
  public let filterState: FilterState
  /// The logic of the list.
  public let interactor: CurrentFiltersInteractor
  private let controller: (any CurrentFiltersController)?
  private var connections: [Connection] = []

  /// Connects a list of filters.
  ///
  /// - Parameters:
  ///   - filterState: The filters.
  ///   - groupNames: The groups whose filters are listed; those of all groups if nil.
  ///   - interactor: The logic of the list.
  ///   - controller: The view.
  public init(
    filterState: FilterState, groupNames: [String]? = nil,
    interactor: CurrentFiltersInteractor = .init(),
    controller: (any CurrentFiltersController)? = nil
  ) {
    self.filterState = filterState
    self.interactor = interactor
    self.controller = controller
    connections = [interactor.connectFilterState(filterState, groupNames: groupNames)]
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
