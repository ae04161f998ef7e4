public import Shortlist
public import ShortlistCore

/// A numeric range control with all of its parts connected.
///
///     let searcher = ListSearcher(shop)
///     let filterState = FilterState()
///     let connector = NumberRangeConnector(
///       searcher: searcher, filterState: filterState, field: \.price, of: shop,
///       controller: slider)
///     searcher.search()
///
/// It retains all of its parts, including the view.
@MainActor
public final class NumberRangeConnector<Number: RangeNumber> {
  /// The searcher.
  public let searcher: any Searcher
  /// The filters, including that of the range.
  public let filterState: FilterState
  /// The attribute whose range is chosen.
  public let attribute: Attribute
  /// The logic of the range.
  public let interactor: NumberRangeInteractor<Number>
  private let `operator`: RefinementOperator
  private let groupName: String?
  private var controllers: [any NumberRangeController<Number>] = []
  private var connections: [Connection] = []

  /// Connects a numeric range of an attribute.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths.
  ///
  /// This also connects the searcher to the filter state, if it is not connected yet. If the
  /// interactor refuses the bounds or the range, it reports the error to its `onError` observers
  /// and ignores them.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - filterState: The filters.
  ///   - attribute: The attribute whose range is chosen.
  ///   - interactor: The logic of the range.
  ///   - bounds: Bounds to use instead of those of the data.
  ///   - range: The initial range, unless the filter state has a range already; outside of
  ///     `bounds`, it is the nearest bound.
  ///   - operator: The operator that combines the filter with the others of its group.
  ///   - groupName: The group of the filter; the attribute's name if nil.
  ///   - controller: The view.
  /// - Complexity: O(filters), besides what views and observers do
  public init(
    searcher: some Searcher, filterState: FilterState, attribute: Attribute,
    interactor: NumberRangeInteractor<Number> = .init(), bounds: ClosedRange<Number>? = nil,
    range: ClosedRange<Number>? = nil, operator: RefinementOperator = .and,
    groupName: String? = nil, controller: (any NumberRangeController<Number>)? = nil
  ) {
    self.searcher = searcher
    self.filterState = filterState
    self.attribute = attribute
    self.interactor = interactor
    self.operator = `operator`
    self.groupName = groupName
    controllers = controller.map { [$0] } ?? []
    do {
      if let bounds { try interactor.applyBounds(bounds) }
      if let range { try interactor.begin(with: range) }
    } catch {
      interactor.report(error)
    }
    connect()
  }

  /// Connects a numeric range of a property.
  ///
  /// It does what the initializer for attributes does.
  ///
  /// - Parameters:
  ///   - searcher: The searcher of the picker.
  ///   - filterState: The filters.
  ///   - path: The property whose range is chosen.
  ///   - picker: The picker.
  ///   - interactor: The logic of the range.
  ///   - bounds: Bounds to use instead of those of the data.
  ///   - range: The initial range, unless the filter state has a range already; outside of
  ///     `bounds`, it is the nearest bound.
  ///   - operator: The operator that combines the filter with the others of its group.
  ///   - groupName: The group of the filter; the field's name if nil.
  ///   - controller: The view.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(filters), besides what views and observers do
  public convenience init<Item>(
    searcher: some Searcher, filterState: FilterState, field path: KeyPath<Item, Number>,
    of picker: PickList<Item>, interactor: NumberRangeInteractor<Number> = .init(),
    bounds: ClosedRange<Number>? = nil, range: ClosedRange<Number>? = nil,
    operator: RefinementOperator = .and, groupName: String? = nil,
    controller: (any NumberRangeController<Number>)? = nil
  ) {
    self.init(
      searcher: searcher, filterState: filterState, attribute: Attribute(picker.name(of: path)),
      interactor: interactor, bounds: bounds, range: range, operator: `operator`,
      groupName: groupName, controller: controller)
  }

  /// Connects a numeric range of an optional property.
  ///
  /// It does what the initializer for other properties does.
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(filters), besides what views and observers do
  public convenience init<Item>(
    searcher: some Searcher, filterState: FilterState, field path: KeyPath<Item, Number?>,
    of picker: PickList<Item>, interactor: NumberRangeInteractor<Number> = .init(),
    bounds: ClosedRange<Number>? = nil, range: ClosedRange<Number>? = nil,
    operator: RefinementOperator = .and, groupName: String? = nil,
    controller: (any NumberRangeController<Number>)? = nil
  ) {
    self.init(
      searcher: searcher, filterState: filterState, attribute: Attribute(picker.name(of: path)),
      interactor: interactor, bounds: bounds, range: range, operator: `operator`,
      groupName: groupName, controller: controller)
  }

  /// Connects all parts again, after they were disconnected; does nothing if they are connected.
  ///
  /// - Complexity: O(filters), besides what views and observers do
  public func connect() {
    if !connections.isEmpty { return }
    connections = [
      searcher.connectFilterState(filterState),
      interactor.connectFilterState(
        filterState, attribute: attribute, operator: `operator`, groupName: groupName),
      interactor.connectSearcher(searcher, attribute: attribute),
    ]
    for controller in controllers { connections.append(interactor.connectController(controller)) }
  }

  /// Connects another view, which immediately receives the current state.
  ///
  /// - Parameter controller: The view.
  public func connectController(_ controller: any NumberRangeController<Number>) {
    controllers.append(controller)
    if !connections.isEmpty { connections.append(interactor.connectController(controller)) }
  }

  /// Disconnects all parts, and removes the filter.
  ///
  /// - Complexity: O(filters), besides what views and observers do
  public func disconnect() {
    for connection in connections.reversed() { connection.disconnect() }
    connections = []
  }
}
