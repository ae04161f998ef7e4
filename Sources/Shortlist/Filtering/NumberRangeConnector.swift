/// A numeric range with everything that it needs, connected at once.
///
///     let searcher = ListSearcher(list)
///     let filterState = FilterState()
///     let connector = NumberRangeConnector<Double>(
///       searcher: searcher, filterState: filterState, attribute: "price", controller: slider)
///     searcher.search()
///
/// It holds all of its parts, the view too.
@MainActor
public final class NumberRangeConnector<Number: RangeNumber> {
  /// What searches.
  public let searcher: any Searcher
  /// The filters, of which one is the range.
  public let filterState: FilterState
  /// The attribute of which a range is chosen.
  public let attribute: Attribute
  /// The logic of the range.
  public let interactor: NumberRangeInteractor<Number>
  private let controller: (any NumberRangeController<Number>)?
  private var connections: [Connection] = []

  /// Connects a numeric range.
  ///
  /// The searcher is connected to the filter state too, if it is not yet. Bounds and a range that the
  /// interactor refuses are told to its `onError` and left out.
  ///
  /// - Parameters:
  ///   - searcher: What searches.
  ///   - filterState: The filters.
  ///   - attribute: The attribute of which a range is chosen.
  ///   - interactor: The logic of the range.
  ///   - bounds: Bounds to use instead of those of the data.
  ///   - range: What is chosen from the beginning, unless the filter state has a range already.
  ///   - operator: How the filter is combined with the others of its group.
  ///   - groupName: The group of the filter; the attribute's name if nil.
  ///   - controller: The view.
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
    self.controller = controller
    do {
      if let bounds { try interactor.applyBounds(bounds) }
      if let range { try interactor.choose(from: range.lowerBound, to: range.upperBound) }
    } catch {
      interactor.report(error)
    }
    connections = [
      searcher.connectFilterState(filterState),
      interactor.connectFilterState(
        filterState, attribute: attribute, operator: `operator`, groupName: groupName),
      interactor.connectSearcher(searcher, attribute: attribute),
    ]
    if let controller { connections.append(connect(controller)) }
  }

  private func connect(_ controller: some NumberRangeController<Number>) -> Connection {
    interactor.connectController(controller)
  }

  /// Takes back all that connecting did: the filter is taken out, and no part hears of another.
  public func disconnect() {
    for connection in connections.reversed() { connection.disconnect() }
    connections = []
  }
}
