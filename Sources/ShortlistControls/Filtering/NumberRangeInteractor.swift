import Shortlist
public import ShortlistCore

/// The logic of a control that chooses a range of a number or date.
///
/// The choice becomes a filter of a filter state. Unless they are set explicitly, the bounds follow
/// the rows that match all other filters. Views show both. A choice survives bounds that move away
/// and come back.
///
///     let interactor = NumberRangeInteractor<Double>()
///     let price = Attribute(shop.name(of: \.price))
///     interactor.connectFilterState(filterState, attribute: price)
///     interactor.connectSearcher(searcher, attribute: price)
///     interactor.connectController(slider)
///     try interactor.choose(from: 10, to: 20)
///
/// It retains the filter state and the searcher that it is connected to, but no views; none of them
/// retains the interactor.
@MainActor
public final class NumberRangeInteractor<Number: RangeNumber> {
  /// The number of histogram buckets of the values that can be chosen; nil for no histogram.
  public var buckets: Int? {
    didSet { if buckets != oldValue { searcherLink?.searcher.refresh() } }
  }
  /// The measures behind the bounds, with the histogram; nil before there are any.
  public internal(set) var report: NumberReport?
  /// The state that the control shows.
  public private(set) var state: NumberRangeState<Number>
  /// The last error that was reported.
  public private(set) var lastError: (any Error)?

  /// The chosen range, and the explicit bounds.
  var range: NumberRange<Number>
  /// The minimum and maximum of the data.
  var measured: ClosedRange<Number>?
  var filterLink: RangeFilterLink?
  var searcherLink: SearcherLink?
  var views: [RangeView<Number>] = []
  private let stateObservers = Observers<NumberRangeState<Number>>()
  private let errorObservers = Observers<any Error>()

  private init(_ range: NumberRange<Number>) {
    self.range = range
    state = range.state(within: range.givenBounds)
  }

  /// Creates an interactor without a choice, whose bounds follow the data.
  public convenience init() { self.init(NumberRange()) }

  /// Creates an interactor.
  ///
  /// - Parameters:
  ///   - bounds: Bounds to use instead of those of the data.
  ///   - range: The initial choice; outside of the bounds, it is the nearest bound. If a filter
  ///     state already has a range of the attribute when it is connected, that range wins.
  ///   - step: The step to whose multiples ends are rounded; in seconds for dates.
  /// - Throws: `InvalidRequestError` for ends that are not finite, or a step that is not positive.
  public convenience init(
    bounds: ClosedRange<Number>? = nil, range: ClosedRange<Number>? = nil,
    step: Number.Step? = nil
  ) throws(InvalidRequestError) {
    var chosen = try NumberRange(bounds: bounds, step: step)
    if let range { try chosen.begin(with: range, within: chosen.givenBounds) }
    self.init(chosen)
  }

  /// The minimum and maximum that can be chosen; nil if there are none.
  public var bounds: ClosedRange<Number>? { state.bounds }
  /// The chosen range within the bounds; nil if there is none, or if it lies outside of them.
  public var item: ClosedRange<Number>? { state.range }
  /// The step to whose multiples ends are rounded; nil for no rounding.
  public var step: Number.Step? { range.step }

  // MARK: Choosing

  /// Chooses the values from `lower` to `upper`, both included and rounded outwards to the step.
  ///
  /// If both ends are at or beyond the bounds, there is no restriction. With bounds from the data,
  /// an end at or beyond its bound is open.
  ///
  /// - Throws: `InvalidRequestError` for ends that are not finite, or a range that is inverted or
  ///   entirely outside of the bounds; `FilterGroups.OperatorMismatchError`. Nothing changes then.
  /// - Complexity: O(filters), besides what views and observers do
  public func choose(from lower: Number, to upper: Number) throws {
    var changed = range
    try changed.choose(lower, upper, within: range.bounds(over: measured))
    try put(changed)
  }

  /// Makes the initial choice; outside of the bounds, it is the nearest bound.
  ///
  /// - Throws: `InvalidRequestError` for ends that are not finite; nothing changes then.
  func begin(with range: ClosedRange<Number>) throws {
    var changed = self.range
    try changed.begin(with: range, within: changed.bounds(over: measured))
    try put(changed)
  }

  /// Clears the choice.
  ///
  /// - Complexity: O(filters), besides what views and observers do
  public func clear() {
    var changed = range
    changed.reset()
    // Removing a filter never fails.
    try? put(changed)
  }

  /// Sets bounds to use instead of those of the data; with nil, the bounds follow the data.
  ///
  /// The choice does not change, and is shown within the bounds.
  ///
  /// - Throws: `InvalidRequestError` for ends that are not finite; nothing changes then.
  public func applyBounds(_ bounds: ClosedRange<Number>?) throws(InvalidRequestError) {
    var changed = try NumberRange(bounds: bounds, step: step)
    try changed.adopt(range.choice)
    range = changed
    update()
    searcherLink?.searcher.refresh()
  }

  /// Adopts a range, and replaces the filter.
  private func put(_ changed: NumberRange<Number>) throws(FilterGroups.OperatorMismatchError) {
    guard let link = filterLink else {
      range = changed
      return update()
    }
    let filter = changed.filter(on: link.attribute.rawValue)
    var groups = link.filterState.groups
    try groups.replace(link.own, with: filter, in: link.group, link.operator)
    range = changed
    filterLink?.own = filter
    link.filterState.groups = groups
    update()
  }

  // MARK: Showing

  /// Calls `observer` after each change of the state that the control shows, from now on.
  ///
  /// - Returns: The connection, to stop observing.
  @discardableResult
  public func onChange(
    _ observer: @escaping (NumberRangeState<Number>) -> Void
  ) -> Connection {
    stateObservers.add(observer)
  }

  /// Calls `observer` when a choice made in a view is refused, `Number` cannot represent the
  /// bounds, or an attribute cannot be measured.
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

  /// Updates the state, and shows it.
  func update() {
    let new = range.state(within: range.bounds(over: measured))
    views.removeAll(where: \.isGone)
    if new != state {
      state = new
      stateObservers.tell(new)
    }
    // Use the current state: an observer may have changed it.
    for view in views { view.show(state) }
  }
}

extension NumberRange {
  /// Chooses a range; outside of the bounds, the nearest bound.
  fileprivate mutating func begin(
    with range: ClosedRange<Number>, within bounds: ClosedRange<Number>?
  ) throws(InvalidRequestError) {
    var range = range
    let isFinite = range.lowerBound.quantity != nil && range.upperBound.quantity != nil
    if isFinite, let bounds { range = range.clamped(to: bounds) }
    try choose(range.lowerBound, range.upperBound, within: bounds)
  }
}

/// The filter state of a range, and the range's own filter in it.
struct RangeFilterLink {
  let filterState: FilterState
  let attribute: Attribute
  let group: String
  let `operator`: RefinementOperator
  var own: Filter?
  var observation: Connection?

  /// The filters that do not narrow the bounds.
  var members: [FilterGroups.Member] { own.map { [FilterGroups.Member($0, in: group)] } ?? [] }
}

/// A searcher, and the connection of a measurement.
struct SearcherLink {
  let searcher: any Searcher
  let measuring: Connection
}
