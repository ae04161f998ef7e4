/// Items that many lists show, each with its own query, windows and selection: for a server, or an
/// app with several windows.
///
///     let shop = try await SharedItems(products) {
///       Field(\.name)
///       Field(\.price)
///     }
///     let page = try await shop.results(for: shop.query(matching: "tea"), 0..<20)  // for a request
///     let list = try await shop.list(window: .fixed(length: 50))  // for a session
///     try await shop.delete(page.items[0].id)  // in all lists
///
/// The items and their fields are stored once. The lists also share the results of searches,
/// filters and sorts, up to a limit: what one session has sorted, no other sorts again. A list of
/// its own costs its selection, and the order of what it shows if that is no other list's.
///
/// A change is made once, and then each list adopts it with an update of its own, as exact as those
/// of a list that stands alone. A list that is busy adopts it afterwards; until then it shows its
/// items as they were.
///
/// Nothing here blocks a thread of Swift's tasks.
public final class SharedItems<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The fields, in order.
  public var fields: [Field<Item>] { form.fields }

  package let rows: SharedRows
  let form: ItemForm<Item>

  /// Creates shared items, in this order unless a list sorts them.
  ///
  /// - Parameters:
  ///   - items: The items, with unique ids.
  ///   - cacheLimit: The maximum number of bytes of the results that the lists share: searches,
  ///     filters, orders and sections. The order of a million items takes 5 MB, a search or a
  ///     filter of them 125 kB. Beyond the limit, those that were used least recently are
  ///     discarded.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Throws: `PickListError` if two items have the same id.
  /// - Precondition: The names of the fields are unique, and no field is called `id`.
  /// - Complexity: O(items)
  public init(
    _ items: [Item], cacheLimit: Int = 256 << 20, @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) async throws {
    let form = ItemForm(fields())
    do {
      var table = try await form.table(of: items)
      table.items = try await offPool { _ in ItemChunks(items) }
      (rows, self.form) = (SharedRows(table, cacheLimit: cacheLimit), form)
    } catch {
      throw PickListError(error)
    }
  }

  // MARK: Lists

  /// Opens a list of the items, with a query, windows and a selection of its own.
  ///
  /// The list has all functions of a ``PickList``. What it writes is in all lists, and what they or
  /// this object write is in it. The items live as long as one of their lists.
  ///
  /// - Parameters:
  ///   - query: The initial query; without attributes, it searches the searchable fields.
  ///   - window: The visible part of each section; nil for everything. Without a window, every
  ///     listener of a long list receives all items.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Returns: The list, which shows the result of the query.
  /// - Throws: `PickListError` for an unknown attribute or an invalid filter; `CancellationError`.
  /// - Complexity: O(1) if a list has had the query since the last change; otherwise that of
  ///   ``PickList/updateQuery(_:)``
  public func list(
    query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = []
  ) async throws -> PickList<Item> {
    let query = form.completed(query)
    let store = ItemStore<Item>.ofRows
    return try await translatingErrors {
      try form.check(query)
      var (shared, rows) = await rows.entrance
      rows.finish = { table, inserted in
        for id in inserted { if let item = store.takePrepared(id) { table.setItem(item, id) } }
      }
      let list = try await LiveList.open(at: (shared, rows), query: query)
      return try await PickList(
        list, query: query, store: store,
        writer: SharedItemWriter(list: list, rows: rows, store: store), window: window,
        selectionFilters: selectionFilters
      ) { [form] _ in form }
    }
  }

  /// Returns what a query finds: for the handlers of requests, which need no list.
  ///
  ///     let query = shop.query(matching: "green te", sort: [shop.sortKey(\.price)])
  ///     let page = try await shop.results(for: query, 0..<20)
  ///
  /// Calls do not wait for each other, unless they need the same new order. If the calling task is
  /// cancelled, the search stops.
  ///
  /// - Parameters:
  ///   - query: The query; without attributes, it searches the searchable fields.
  ///   - rows: Which of the matching items, in order, across sections; places beyond the last one
  ///     are left out.
  ///   - request: What to count and to measure; nothing by default.
  /// - Returns: The items, all at one revision, which is that of the shared items.
  /// - Throws: `PickListError` for an unknown attribute or an invalid filter; `CancellationError`.
  /// - Complexity: O(items) for a search, plus O(items · log items) for a new order
  public func results(
    for query: ListQuery, _ rows: Range<Int> = 0..<50, measuring request: MeasureRequest? = nil
  ) async throws -> PickListResults<Item> {
    let query = form.completed(query)
    return try await translatingErrors {
      try form.check(query)
      let shared = await self.rows.shared
      return try await offPool { [form] isCancelled in
        let found = try shared.lookUp(
          query, rows, measuring: request ?? MeasureRequest(), isCancelled: isCancelled)
        return PickListResults(found, ItemStore.ofRows, form)
      }
    }
  }

  // MARK: Reading

  /// All items in their own order.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(items)
  public var items: [Item] {
    get async throws {
      let table = await rows.shared.table
      return try await offPool { _ in table.items(table.allIDs, as: Item.self) }
    }
  }

  /// The number of items.
  public var count: Int { get async { await rows.shared.table.count } }

  /// Returns the item with an id; nil if there is none.
  ///
  /// - Complexity: O(1) on average
  public func item(_ id: Item.ID) async -> Item? {
    await rows.shared.table.item(form.rowID(id.rowID), as: Item.self)
  }

  // MARK: Changing

  /// Inserts an item at the end of the items' own order.
  ///
  /// - Throws: `PickListError` if an item with the id exists.
  /// - Complexity: That of ``transaction(_:)``
  public func insert(_ item: Item) async throws { try await transaction { $0.insert(item) } }

  /// Replaces the item that has the same id.
  ///
  /// An `Equatable` item that equals the one before counts as unchanged.
  ///
  /// - Throws: `PickListError` if there is no such item.
  /// - Complexity: That of ``transaction(_:)``
  public func update(_ item: Item) async throws { try await transaction { $0.update(item) } }

  /// Deletes an item.
  ///
  /// - Throws: `PickListError` if there is no such item.
  /// - Complexity: That of ``transaction(_:)``
  public func delete(_ id: Item.ID) async throws { try await transaction { $0.delete(id) } }

  /// Changes several items in one transaction, in all lists: all changes are made, or none.
  ///
  ///     try await shop.transaction {
  ///       for product in products { $0.update(product) }
  ///     }
  ///
  /// It returns when the items have changed; lists show it shortly afterwards.
  ///
  /// - Parameter body: Records the changes; called synchronously.
  /// - Throws: `PickListError` for the first change that is impossible, and for an error that
  ///   `body` throws; `CancellationError`. Nothing changes then.
  /// - Complexity: For c changes of n items, O(c) on average, plus a copy of the parts of the
  ///   columns that hold them: up to 65,536 items each. For each list, O((c + r) log n) for r
  ///   changes reported; lists that show the same items in the same order share most of that.
  public func transaction(
    _ body: (inout PickListTransaction<Item>) throws -> Void
  ) async throws {
    var transaction = PickListTransaction<Item>()
    do { try body(&transaction) } catch { throw PickListError(error) }
    try await change { [form, steps = transaction.steps] in
      try $0.write(steps, form, .ofRows)
    }
  }

  /// Replaces all items with others, in this order; lists compute the changes by matching ids, as
  /// ``PickList/replaceAll(_:)`` does.
  ///
  /// - Throws: `PickListError` for the first duplicate id; `CancellationError`.
  /// - Complexity: O(n) for n items before and after, and for each list with other rows
  public func replaceAll(_ items: [Item]) async throws {
    try await change { [form] in try $0.replaceAll(items, form, .ofRows) }
  }

  private func change(
    _ body: @escaping @Sendable (inout SharedTable) throws -> SharedTable.Outcome
  ) async throws {
    _ = try await translatingErrors { try await rows.change(of: nil, body) }
  }
}

/// Runs `body`; other errors than those of cancellation become a `PickListError`.
func translatingErrors<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
  do { return try await body() } catch let error as CancellationError {
    throw error
  } catch {
    throw PickListError(error)
  }
}
