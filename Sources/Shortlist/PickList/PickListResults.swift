/// Items at one revision: those that a picker shows, or those that a query finds.
///
/// See ``PickList/snapshot``, ``PickList/results(for:_:measuring:)`` and
/// ``SharedItems/results(for:_:measuring:)``.
///
///     let page = try await shop.results(for: shop.query(matching: "tea"), 0..<20)
///     print("\(page.total) in all, the first: \(page.items.map(\.name))")
public struct PickListResults<Item: Identifiable & Sendable>: Sendable {
  /// The revision of the picker, or of the shared items.
  public var revision: Int
  /// The number of items that match.
  public var total: Int
  /// The sections with the items, in order; in the results of a query, those that have one of the
  /// requested items, with no item selected.
  public var sections: [PickListSection<Item>]
  /// The requested counts and measurements; none in a snapshot.
  public var measures: Measures

  private let form: ItemForm<Item>

  /// The items of all sections, in order.
  ///
  /// - Complexity: O(items)
  public var items: [Item] { sections.flatMap(\.items) }

  init(_ found: QueryLookup, _ store: ItemStore<Item>, _ form: ItemForm<Item>) {
    self.form = form
    (revision, total, measures) = (found.revision, found.total, found.measures)
    sections = found.sections.map { section in
      PickListSection(
        name: section.name,
        rows: section.ids.compactMap { id in
          store.find(id, found.rows).map { PickListRow(item: $0, isSelected: false) }
        })
    }
  }

  init(visibleIn list: any ListReading, _ store: ItemStore<Item>, _ form: ItemForm<Item>) {
    self.form = form
    (revision, total) = (list.revision, list.total)
    sections = store.sections(of: list)
    measures = Measures(revision: revision, total: total)
  }

  /// The counted values of a property; nil if they were not requested.
  ///
  ///     let request = MeasureRequest(facets: [shop.facetRequest(\.kind)])
  ///     let page = try await shop.results(for: ListQuery(), 0..<20, measuring: request)
  ///     for kind in page[facet: \.kind]?.items ?? [] { print(kind.value.text, kind.count) }
  ///
  /// - Precondition: The picker or the shared items have a field for the key path.
  /// - Complexity: O(fields)
  public subscript(facet path: PartialKeyPath<Item>) -> FacetReport? {
    measures.facets.first(of: form.name(of: path))
  }

  /// The measures of a number or date; nil if they were not requested.
  ///
  /// - Precondition: The picker or the shared items have a field for the key path.
  /// - Complexity: O(fields)
  public subscript(number path: PartialKeyPath<Item>) -> NumberReport? {
    measures.numbers.first(of: form.name(of: path))
  }
}

extension PickListResults: Equatable where Item: Equatable {
  /// Whether two results have the same revision, total, sections and measures.
  ///
  /// - Complexity: O(items)
  public static func == (a: Self, b: Self) -> Bool {
    a.revision == b.revision && a.total == b.total && a.sections == b.sections
      && a.measures == b.measures
  }
}

extension PickList {
  /// The visible items by section, at one revision, with the number of items that match.
  ///
  ///     let before = try await picker.snapshot
  ///     let picked = try await picker.search("tea").revision
  ///     print(before.revision < picked, before.sections.map(\.name))
  ///
  /// An update that begins at the revision of a snapshot leads from its sections to the next ones.
  ///
  /// - Throws: `PickListError` if the source can no longer be read.
  /// - Complexity: O(visible items)
  public var snapshot: PickListResults<Item> {
    get async throws {
      try await read(.visible) { [store, form] in PickListResults(visibleIn: $0, store, form) }
    }
  }

  /// Returns what a query finds, without changing the query of the picker: for the handlers of
  /// requests, which share one picker.
  ///
  ///     let query = shop.query(matching: "green te", sort: [shop.sortKey(\.price)])
  ///     let page = try await shop.results(for: query, 0..<20)
  ///     print("\(page.total) in all, the first: \(page.items.map(\.name))")
  ///
  /// Calls do not wait for each other, and block no thread of Swift's tasks. If the calling task is
  /// cancelled, the search stops.
  ///
  /// - Parameters:
  ///   - query: The query. It has nothing of the picker's own, such as its filters.
  ///   - rows: Which of the matching items, in order, across sections; places beyond the last one
  ///     are left out.
  ///   - request: What to count and to measure; nothing by default.
  /// - Returns: The items, all at one revision.
  /// - Throws: `PickListError` for an unknown attribute or an invalid filter; `CancellationError`.
  /// - Complexity: O(items) for a search, plus O(items · log items) for a new order
  public func results(
    for query: ListQuery, _ rows: Range<Int> = 0..<50, measuring request: MeasureRequest? = nil
  ) async throws -> PickListResults<Item> {
    do {
      _ = try await opening.task.value
      let form = form
      try form.check(query)
      let found = try await list.lookUp(query, rows, measuring: request ?? MeasureRequest())
      return PickListResults(found, store, form)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PickListError(error)
    }
  }
}
