/// The logic of a control that chooses a range of a number or date.
///
/// What is chosen becomes a filter of a filter state; the bounds follow the rows that match everything
/// but that filter, unless they are given; views show both. What was chosen survives bounds that move
/// away and come back.
///
///     let interactor = NumberRangeInteractor<Double>()
///     interactor.connectFilterState(filterState, attribute: "price")
///     interactor.connectSearcher(searcher, attribute: "price")
///     interactor.connectController(slider)
///     try interactor.choose(from: 10, to: 20)
///
/// It holds the filter state and the searcher that it is connected to, and no view; none of them holds
/// it.
@MainActor
public final class NumberRangeInteractor<Number: RangeNumber> {
  /// The parts of the histogram of the values there are to choose; nil if none is wanted.
  public var buckets: Int? {
    didSet { if buckets != oldValue { searcherLink?.searcher.refresh() } }
  }
  /// The measures behind the bounds, with the histogram; nil before there are any.
  public internal(set) var report: NumberReport?
  /// What the control shows.
  public private(set) var state: NumberRangeState<Number>
  /// What was told to those who observe errors last.
  public private(set) var lastError: (any Error)?

  /// What was chosen, and the bounds that were given.
  var range: NumberRange<Number>
  /// The least and the greatest value of the data.
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

  /// An interactor whose bounds follow the data, and of which nothing is chosen.
  public convenience init() { self.init(NumberRange()) }

  /// An interactor.
  ///
  /// - Parameters:
  ///   - bounds: Bounds to use instead of those of the data.
  ///   - range: What is chosen from the beginning. A filter state that has a range of the attribute
  ///     already is left as it is when it is connected.
  ///   - step: What ends are rounded to multiples of; for dates a number of seconds.
  /// - Throws: `InvalidRequest` for ends that are not finite, a range that is outside of the bounds,
  ///   and a step that is not above zero.
  public convenience init(
    bounds: ClosedRange<Number>? = nil, range: ClosedRange<Number>? = nil,
    step: Number.Step? = nil
  ) throws(InvalidRequest) {
    var chosen = try NumberRange(bounds: bounds, step: step)
    if let range {
      try chosen.choose(range.lowerBound, range.upperBound, within: chosen.givenBounds)
    }
    self.init(chosen)
  }

  /// The least and the greatest value there is to choose; nil if there is none.
  public var bounds: ClosedRange<Number>? { state.bounds }
  /// What is chosen, within the bounds; nil if nothing is, or nothing that is within them.
  public var item: ClosedRange<Number>? { state.range }
  /// What ends are rounded to multiples of, nil if to nothing.
  public var step: Number.Step? { range.step }

  // MARK: Choosing

  /// Chooses the values from `lower` to `upper`, both included and rounded outwards to the step.
  ///
  /// Both ends at or beyond the bounds: nothing is left out. With bounds from the data an end at or
  /// beyond its bound is open.
  ///
  /// - Throws: `InvalidRequest` for ends that are not finite, a range that is inverted or wholly
  ///   outside of the bounds; `FilterGroups.OperatorMismatch`. Nothing is changed then.
  public func choose(from lower: Number, to upper: Number) throws {
    var changed = range
    try changed.choose(lower, upper, within: range.bounds(over: measured))
    try put(changed)
  }

  /// Chooses nothing: nothing is left out any more.
  public func clear() {
    var changed = range
    changed.reset()
    // Taking a filter out is never refused.
    try? put(changed)
  }

  /// Gives bounds to use instead of those of the data; with nil they follow the data.
  ///
  /// What was chosen stays as it was, and is shown within the bounds.
  ///
  /// - Throws: `InvalidRequest` for ends that are not finite; nothing is changed then.
  public func applyBounds(_ bounds: ClosedRange<Number>?) throws(InvalidRequest) {
    var changed = try NumberRange(bounds: bounds, step: step)
    try changed.adopt(range.choice)
    range = changed
    update()
    searcherLink?.searcher.refresh()
  }

  /// Takes over a range with its filter.
  private func put(_ changed: NumberRange<Number>) throws(FilterGroups.OperatorMismatch) {
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

  /// Tells of each difference in what the control shows, from now on.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func onChange(
    _ observer: @escaping (NumberRangeState<Number>) -> Void
  ) -> Connection {
    stateObservers.add(observer)
  }

  /// Tells what was refused: a choice of a view, bounds that `Number` cannot hold, an attribute that
  /// cannot be measured.
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

  /// Shows what there is now.
  func update() {
    let new = range.state(within: range.bounds(over: measured))
    views.removeAll(where: \.isGone)
    if new != state {
      state = new
      stateObservers.tell(new)
    }
    // Whoever was told may have chosen something else meanwhile.
    for view in views { view.show(state) }
  }
}

/// The filter state of a range, and the filter there that is its own.
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

/// A searcher, and what is measured with it.
struct SearcherLink {
  let searcher: any Searcher
  let measuring: Connection
}
