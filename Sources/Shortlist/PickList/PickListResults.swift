/// What a query finds among the items of a picker; see ``PickList/results(for:_:measuring:)`` and
/// ``SharedItems/results(for:_:measuring:)``.
public struct PickListResults<Item: Identifiable & Sendable>: Sendable {
  /// The revision of the picker, or of the shared items.
  public var revision: Int
  /// The number of items that match.
  public var total: Int
  /// The requested ones of them, in order.
  public var items: [Item]
  /// The requested counts and measurements.
  public var measures: Measures

  init(_ found: QueryLookup, _ store: ItemStore<Item>) {
    (revision, total, measures) = (found.revision, found.total, found.measures)
    items = found.ids.compactMap { store.find($0, found.rows) }
  }
}

extension PickListResults: Equatable where Item: Equatable {}

extension PickList {
  /// Returns what a query finds, without changing the query of the picker: for the handlers of requests,
  /// which share one picker.
  ///
  ///     var query = ListQuery()
  ///     query.search = "green te"
  ///     query.sort = [SortKey("price")]
  ///     let page = try await shop.results(for: query, 0..<20)
  ///     print("\(page.total) in all, the first: \(page.items.map(\.name))")
  ///
  /// Calls do not wait for each other, and block no thread of Swift's tasks. If the calling task is
  /// cancelled, the search stops.
  ///
  /// - Parameters:
  ///   - query: The query. It has nothing of the picker's own, such as its filters.
  ///   - rows: Which of the matching items, in order, across sections; places beyond the last one are
  ///     left out.
  ///   - request: What to count and to measure; nothing by default.
  /// - Returns: The items, all at one revision.
  /// - Throws: `PickListError` for an unknown attribute or an invalid filter; `CancellationError`.
  /// - Complexity: O(items) for a search, plus O(items · log items) for a new order
  public func results(
    for query: ListQuery, _ rows: Range<Int> = 0..<50, measuring request: MeasureRequest? = nil
  ) async throws -> PickListResults<Item> {
    do {
      _ = try await opening.task.value
      try form.check(query)
      let found = try await list.lookUp(query, rows, measuring: request ?? MeasureRequest())
      return PickListResults(found, store)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PickListError(error)
    }
  }
}
