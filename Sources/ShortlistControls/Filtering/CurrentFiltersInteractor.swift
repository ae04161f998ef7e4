import Shortlist
public import ShortlistCore

/// A view of the active filters, such as a row of chips.
///
///     final class ChipRow: CurrentFiltersController {
///       var texts: [String] = []
///       var onRemove: ((FilterGroups.Member) -> Void)?
///       var onClear: (() -> Void)?
///       func setItems(_ items: [FilterGroups.Member]) { texts = items.map(\.filter.description) }
///     }
@MainActor
public protocol CurrentFiltersController: AnyObject {
  /// Called when the user removes a filter; set by the interactor.
  var onRemove: ((FilterGroups.Member) -> Void)? { get set }
  /// Called when the user removes all listed filters; set by the interactor.
  var onClear: (() -> Void)? { get set }

  /// Shows the filters, group by group, in the order in which they were added.
  func setItems(_ items: [FilterGroups.Member])
}

/// The logic of a control that lists the active filters and can remove them.
///
///     let current = CurrentFiltersInteractor()
///     current.connectFilterState(filterState)
///     current.connectController(chips)
///     if let first = current.items.first { current.remove(first) }
@MainActor
public final class CurrentFiltersInteractor {
  /// A filter state, and the groups of it that are listed.
  @MainActor
  private struct FilterLink {
    let filterState: FilterState
    /// The names of the groups to list; nil for all.
    let groupNames: [String]?
    let observation: Connection

    /// The existing groups among those to list.
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

  /// Removes a filter from its group; ignores one that is not listed.
  ///
  /// - Complexity: O(filters), besides what observers do
  public func remove(_ item: FilterGroups.Member) {
    guard let link = filterLink, items.contains(item),
      let group = link.filterState.groups[item.group]
    else { return }
    // This cannot throw: the operator is that of the group.
    try? link.filterState.remove(item.filter, from: item.group, group.operator)
  }

  /// Removes the filters of a group, if the group is listed.
  ///
  /// - Complexity: O(filters), besides what observers do
  public func clear(group name: String) {
    guard let link = filterLink else { return }
    let group = link.groups.first { Attribute($0.name) == Attribute(name) }
    if let group { link.filterState.clear([group.name]) }
  }

  /// Removes all listed filters.
  ///
  /// - Complexity: O(filters), besides what observers do
  public func clear() {
    guard let link = filterLink else { return }
    link.filterState.clear(link.groups.map(\.name))
  }

  // MARK: Connecting

  /// Lists the filters of a filter state.
  ///
  /// An interactor has one filter state; connecting another replaces it.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - groupNames: The groups whose filters are listed; nil for all groups.
  /// - Returns: The connection. Disconnecting keeps the filters, but they are no longer listed.
  /// - Complexity: O(filters), besides what observers do
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

  /// Connects a view that shows the filters and can remove them.
  ///
  /// The view immediately receives the current filters. An interactor can have several views; it
  /// does not retain them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: The connection. After disconnecting, neither side notifies the other.
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

  /// Calls `observer` with the listed filters after each change, from now on.
  ///
  /// - Returns: The connection, to stop observing.
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

/// A list of the active filters with all of its parts connected.
///
/// It retains all of its parts, including the view.
///
///     let connector = CurrentFiltersConnector(filterState: filterState, controller: chips)
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
  ///   - groupNames: The groups whose filters are listed; nil for all groups.
  ///   - interactor: The logic of the list.
  ///   - controller: The view.
  /// - Complexity: O(filters), besides what views and observers do
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

  /// Disconnects all parts.
  ///
  /// The filters stay.
  public func disconnect() {
    for connection in connections.reversed() { connection.disconnect() }
    connections = []
  }
}
