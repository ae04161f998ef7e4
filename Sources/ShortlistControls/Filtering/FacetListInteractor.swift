public import Shortlist
public import ShortlistCore

/// A value of a facet, as a control lists it.
///
///     let kinds = FacetListConnector(
///       searcher: searcher, filterState: filterState, field: \.kind, of: shop)
///     for item in kinds.interactor.items {
///       print(item.choice == .included ? "☑" : "☐", item.value.text, item.count)
///     }
public struct FacetListItem: Hashable, Sendable {
  /// How the filters treat a value.
  public enum Choice: Sendable, CaseIterable {
    /// The filters ignore the value.
    case neither
    /// The filters include rows with the value.
    case included
    /// The filters exclude rows with the value.
    case excluded
  }

  /// The value; for a list attribute, an element.
  public var value: CellValue
  /// The number of rows that have it.
  public var count: Int
  /// How the filters treat the value.
  public var choice: Choice
}

/// The view of a facet list.
///
///     final class Boxes: FacetListController {
///       var titles: [String] = []
///       var onClick: ((CellValue) -> Void)?
///       var onExclude: ((CellValue) -> Void)?
///       func setItems(_ items: [FacetListItem]) { titles = items.map(\.value.text) }
///     }
@MainActor
public protocol FacetListController: AnyObject {
  /// Called when the user clicks a value to toggle its inclusion; set by the interactor.
  var onClick: ((CellValue) -> Void)? { get set }
  /// Called to toggle the exclusion of a value; set by the interactor.
  var onExclude: ((CellValue) -> Void)? { get set }

  /// Shows the values, the most frequent first.
  func setItems(_ items: [FacetListItem])
}

/// The logic of a control that lists the values of an attribute with counts, and includes or
/// excludes them.
///
///     let kinds = FacetListInteractor()
///     let kind = Attribute(shop.name(of: \.kind))
///     kinds.connectFilterState(filterState, attribute: kind)
///     kinds.connectSearcher(searcher, attribute: kind)
///     kinds.connectController(checkboxes)
///     try kinds.toggle(.text("fruit"))
///
/// Included values are filters of one group, by default an `or` group: rows match if they have any
/// of them, and the counts ignore the group. Excluded values are filters of a separate `and` group,
/// named after the first one with the prefix `not `. Chosen values stay listed even if no row has
/// them. As in filters, texts are equal if they are equal after folding.
@MainActor
public final class FacetListInteractor {
  /// The filter state, and the place of the values' filters in it.
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

  /// Whether including a value replaces the included one, or adds to the included ones.
  public let selectionMode: SelectionMode
  /// The maximum number of listed values, not counting the chosen ones.
  public let limit: Int
  /// Restricts the list to values with words that begin with the words of this text; no effect if
  /// it has none.
  public var search = "" {
    didSet { if search != oldValue { searcherLink?.searcher.refresh() } }
  }
  /// The values, most frequent first; empty before the first search.
  public private(set) var items: [FacetListItem] = []
  /// Whether there are more values than listed.
  public var hasMore: Bool { report?.hasMore ?? false }
  /// The last error that was reported.
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

  /// Includes a value, or stops including it.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func toggle(_ value: CellValue) throws(FilterGroups.OperatorMismatchError) {
    try choose(choice(of: value) == .included ? .neither : .included, of: value)
  }

  /// Excludes a value, or stops excluding it.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func exclude(_ value: CellValue) throws(FilterGroups.OperatorMismatchError) {
    try choose(choice(of: value) == .excluded ? .neither : .excluded, of: value)
  }

  /// Sets how the filters treat a value.
  ///
  /// Without a filter state it does nothing.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func choose(
    _ choice: FacetListItem.Choice, of value: CellValue
  ) throws(FilterGroups.OperatorMismatchError) {
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

  /// Removes all inclusions and exclusions.
  ///
  /// - Complexity: O(filters), besides what observers do
  public func clear() {
    guard let link = filterLink else { return }
    var groups = link.filterState.groups
    // A group with another operator contains no filters of this control.
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

  /// Stores the choices as filters of a filter state, and shows changes that others make there.
  ///
  /// If the group exists with the other operator, that is reported as an error. An interactor has
  /// one filter state; connecting another replaces it.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - attribute: The attribute.
  ///   - operator: The operator of the group of the included values.
  ///   - groupName: The group of the included values; the attribute's name if nil.
  /// - Returns: The connection. Disconnecting keeps the filters.
  /// - Complexity: O(filters + values · chosen values), besides what observers do
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
      // Adding nothing checks the operator.
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
  /// An attribute that does not exist is reported as an error. An interactor has one searcher;
  /// connecting another replaces it.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - attribute: The attribute.
  /// - Returns: The connection. After disconnecting, only chosen values are listed.
  @discardableResult
  public func connectSearcher(_ searcher: some Searcher, attribute: Attribute) -> Connection {
    disconnectSearcher()
    let measuring = searcher.measure(
      { [weak self] in self?.request(attribute) },
      { [weak self] measures in self?.receive(measures) })
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

  private func receive(_ measures: Result<Measures, any Error>) {
    do {
      guard let report = try measures.get().facets.first else { return }
      self.report = report
      update()
    } catch {
      report(error)
    }
  }

  /// Connects a view that shows the values and can choose them.
  ///
  /// The view immediately receives the current values. An interactor can have several views; it
  /// does not retain them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: The connection. After disconnecting, neither side notifies the other.
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

  /// Calls `observer` after each change of the values, their counts or the choices, from now on.
  ///
  /// - Returns: The connection, to stop observing.
  @discardableResult
  public func onChange(_ observer: @escaping ([FacetListItem]) -> Void) -> Connection {
    itemObservers.add(observer)
  }

  /// Calls `observer` when a choice made in a view is refused, or an attribute cannot be counted.
  ///
  /// Nothing changes then.
  ///
  /// - Returns: The connection, to stop observing.
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

/// A facet list with all of its parts connected.
///
///     let connector = FacetListConnector(
///       searcher: searcher, filterState: filterState, field: \.kind, of: shop,
///       controller: checkboxes)
///
/// It retains all of its parts, including the view.
@MainActor
public final class FacetListConnector {
  /// The searcher.
  public let searcher: any Searcher
  /// The filters, including those of the chosen values.
  public let filterState: FilterState
  /// The logic of the list.
  public let interactor: FacetListInteractor
  private let controller: (any FacetListController)?
  private var connections: [Connection] = []

  /// Connects a facet list of an attribute.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths.
  ///
  /// This also connects the searcher to the filter state, if it is not connected yet.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - filterState: The filters.
  ///   - attribute: The attribute whose values are listed.
  ///   - interactor: The logic of the list.
  ///   - operator: The operator that combines the filters of included values.
  ///   - groupName: The group of the included values; the attribute's name if nil.
  ///   - controller: The view.
  /// - Complexity: O(filters), besides what views and observers do
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

  /// Connects a facet list of a property.
  ///
  /// This also connects the searcher to the filter state, if it is not connected yet.
  ///
  /// - Parameters:
  ///   - searcher: The searcher of the picker.
  ///   - filterState: The filters.
  ///   - path: The property whose values are listed.
  ///   - picker: The picker.
  ///   - interactor: The logic of the list.
  ///   - operator: The operator that combines the filters of included values.
  ///   - groupName: The group of the included values; the field's name if nil.
  ///   - controller: The view.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(filters), besides what views and observers do
  public convenience init<Item>(
    searcher: some Searcher, filterState: FilterState, field path: PartialKeyPath<Item>,
    of picker: PickList<Item>, interactor: FacetListInteractor = .init(),
    operator: RefinementOperator = .or, groupName: String? = nil,
    controller: (any FacetListController)? = nil
  ) {
    self.init(
      searcher: searcher, filterState: filterState, attribute: Attribute(picker.name(of: path)),
      interactor: interactor, operator: `operator`, groupName: groupName, controller: controller)
  }

  /// Disconnects all parts.
  ///
  /// The filters stay.
  public func disconnect() {
    for connection in connections.reversed() { connection.disconnect() }
    connections = []
  }
}

extension CellValue {
  /// Whether filters treat two values as equal.
  fileprivate func isSame(as other: CellValue) -> Bool {
    if case .text(let text) = self, case .text(let second) = other {
      return Folding.fold(text) == Folding.fold(second)
    }
    if let first = Quantity(self), let second = Quantity(other) { return first == second }
    return self == other
  }
}
