/// The filters that the controls around a list share.
///
/// A searcher and the controls are connected to one filter state: what one of them changes, all of
/// them hear. The filters themselves are a value, ``groups``.
///
///     let filterState = FilterState()
///     searcher.connectFilterState(filterState)
///     try filterState.add(.equals("kind", .text("fruit")), to: "kind", .or)
///
/// There is one event for a change, or for a transaction of several, and none if nothing is different
/// after it.
@MainActor
public final class FilterState {
  /// The filters.
  public var groups: FilterGroups {
    didSet { tellOfDifference() }
  }

  private var told: FilterGroups
  private var transactions = 0
  private let observers = Observers<Event>()

  /// Something that those who take part hear.
  struct Event {
    /// The filters.
    let groups: FilterGroups
    /// Whether a transaction was taken back: nothing is different but for those who took part.
    let isUndone: Bool
  }

  /// Creates a state.
  public init(_ groups: FilterGroups = FilterGroups()) {
    self.groups = groups
    told = groups
  }

  /// Whether there are no filters.
  public var isEmpty: Bool { groups.isEmpty }

  /// Whether a group has a filter.
  public func contains(_ filter: Filter, in group: String) -> Bool {
    groups.contains(filter, in: group)
  }

  // MARK: Changing

  /// Adds filters to a group; those that are in it stay where they are.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func add(
    _ filters: Filter..., to group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatch) {
    try groups.add(filters, to: group, `operator`)
  }

  /// Takes filters out of a group; those that are not in it are no mistake.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func remove(
    _ filters: Filter..., from group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatch) {
    try groups.remove(filters, from: group, `operator`)
  }

  /// Adds those filters that are not in a group, and takes out those that are.
  ///
  /// - Throws: `FilterGroups.OperatorMismatch`; nothing is changed then.
  public func toggle(
    _ filters: Filter..., in group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatch) {
    try groups.toggle(filters, in: group, `operator`)
  }

  /// Takes out groups.
  ///
  /// - Parameters:
  ///   - names: The groups to take out; others are no mistake. All groups if nil.
  ///   - exceptions: Groups that stay all the same.
  public func clear(_ names: [String]? = nil, except exceptions: [String] = []) {
    groups.clear(names, except: exceptions)
  }

  /// Changes the filters in several steps, of which observers hear as of one.
  ///
  ///     try filterState.transaction {
  ///       filterState.clear()
  ///       try filterState.add(.inRange("price", .integer(10), nil), to: "price")
  ///     }
  ///
  /// - Throws: What `body` throws; nothing is changed then.
  public func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = groups
    transactions += 1
    do {
      let result = try body()
      transactions -= 1
      tellOfDifference()
      return result
    } catch {
      let isUndone = groups != before
      groups = before
      transactions -= 1
      if isUndone { observers.tell(Event(groups: groups, isUndone: true)) }
      throw error
    }
  }

  // MARK: Observing

  /// Tells of each difference, from now on.
  ///
  /// Whoever changes the filters when told is told of that next; all observers hear of the changes in
  /// the same order.
  ///
  /// - Parameter observer: Is given the filters after the change.
  /// - Returns: What ends it.
  @discardableResult
  public func onChange(_ observer: @escaping (FilterGroups) -> Void) -> Connection {
    observers.add { if !$0.isUndone { observer($0.groups) } }
  }

  /// Tells a control that the filters may be others than it knows, as long as it is there.
  func onChange<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (Owner, Event) -> Void
  ) -> Connection {
    observers.add(owner, body)
  }

  private func tellOfDifference() {
    guard transactions == 0, groups != told else { return }
    told = groups
    observers.tell(Event(groups: groups, isUndone: false))
  }
}
