import Shortlist
public import ShortlistCore

/// The filters that the controls of a list share.
///
/// A searcher and controls connect to one filter state; a change by one of them reaches all others.
/// The filters themselves are a value, ``groups``.
///
///     let searcher = ListSearcher(shop)
///     let filterState = FilterState()
///     searcher.connectFilterState(filterState)
///     try filterState.add(shop.rowFilter(\.kind == .fruit), to: "kind", .or)
///
/// A change, or a transaction of several changes, sends one event, or none if the filters are equal
/// afterwards.
@MainActor
public final class FilterState {
  /// The filters.
  ///
  /// - Complexity: O(filters) for setting, besides what observers do
  public var groups: FilterGroups {
    didSet { tellOfDifference() }
  }

  private var told: FilterGroups
  private var transactions = 0
  private let observers = Observers<Event>()

  /// An event for the connected parts.
  struct Event {
    /// The filters.
    let groups: FilterGroups
    /// Whether a transaction was rolled back; only parts that took part in it may have to change.
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
  ///
  /// - Complexity: O(groups), and filters of the group
  public func contains(_ filter: Filter, in group: String) -> Bool {
    groups.contains(filter, in: group)
  }

  // MARK: Changing

  /// Adds filters to a group; filters already in it keep their position.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func add(
    _ filters: Filter..., to group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatchError) {
    try groups.add(filters, to: group, `operator`)
  }

  /// Removes filters from a group; ignores filters that are not in it.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func remove(
    _ filters: Filter..., from group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatchError) {
    try groups.remove(filters, from: group, `operator`)
  }

  /// Adds the filters that are not in a group, and removes those that are.
  ///
  /// - Throws: `FilterGroups.OperatorMismatchError`; nothing changes then.
  /// - Complexity: O(filters), besides what observers do
  public func toggle(
    _ filters: Filter..., in group: String, _ operator: RefinementOperator = .and
  ) throws(FilterGroups.OperatorMismatchError) {
    try groups.toggle(filters, in: group, `operator`)
  }

  /// Removes groups.
  ///
  /// - Parameters:
  ///   - names: The groups to remove; unknown names are ignored. Nil for all groups.
  ///   - exceptions: The groups to keep.
  /// - Complexity: O(filters), besides what observers do
  public func clear(_ names: [String]? = nil, except exceptions: [String] = []) {
    groups.clear(names, except: exceptions)
  }

  /// Changes the filters in several steps, with one event for observers.
  ///
  ///     try filterState.transaction {
  ///       filterState.clear()
  ///       try filterState.add(shop.rowFilter(\.price >= 10), to: "price")
  ///     }
  ///
  /// - Throws: What `body` throws; nothing changes then.
  /// - Complexity: O(filters), besides what `body` and observers do
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

  /// Calls `observer` after each change, from now on.
  ///
  /// If an observer changes the filters, that change is delivered next; all observers receive the
  /// changes in the same order.
  ///
  /// - Parameter observer: Receives the filters after the change.
  /// - Returns: The connection, to stop observing.
  @discardableResult
  public func onChange(_ observer: @escaping (FilterGroups) -> Void) -> Connection {
    observers.add { if !$0.isUndone { observer($0.groups) } }
  }

  /// Notifies a control of events for as long as the control exists.
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
