extension PickList where Item == ListRecord {
  /// Opens a picker of the rows of a source, such as a file or a table.
  ///
  ///     import ShortlistFiles
  ///
  ///     let source = FileSource(path: "contacts.csv", format: .csv)
  ///     let picker = try await PickList(source: source)
  ///     let names = try await picker.items.map { $0["name"].text }
  ///
  /// It returns when all rows are read, and follows the source if that changes: also its columns,
  /// if it is a table. Transactions are written back to a writable source. A source whose rows may
  /// stay on a server decides whether they do; see `PostgresTable.Fetch`.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - options: The id attribute, and types that override the inferred ones.
  ///   - query: The initial query.
  ///   - window: The visible part of each section; nil for everything, or for 100 rows if they stay
  ///     on a server.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Throws: `PickListError` for a source that cannot be read, and for a query or filters that
  ///   are invalid for it; `CancellationError`.
  /// - Complexity: O(n) for n rows that are read
  public convenience init(
    source: any RowSource, options: TableOptions = TableOptions(), query: ListQuery = ListQuery(),
    window: RangeOptions? = nil, selectionFilters: [any SelectionFilter] = []
  ) async throws {
    try await self.init(query, window, selectionFilters) {
      try await source.openList(options: options, query: query)
    }
  }

  /// Opens a picker of the records of a list.
  convenience init(
    _ query: ListQuery, _ window: RangeOptions?, _ selectionFilters: [any SelectionFilter],
    open: () async throws -> any ListProtocol
  ) async throws {
    try await self.init(
      query, window, selectionFilters, item: { ListRecord($0, $1, $2) }, open: open
    ) { _ in
      { ItemForm(of: $0.schema, idAttribute: $0.idAttribute) }
    }
  }
}

extension PickList {
  /// Opens a picker of items that are made from the rows of a source.
  ///
  ///     import ShortlistFiles
  ///
  ///     nonisolated struct Order: Identifiable, Sendable {
  ///       var id: RowID
  ///       var customer: String
  ///     }
  ///
  ///     let source = FileSource(path: "orders.csv", format: .csv)
  ///     let orders: PickList<Order> = try await PickList(source: source) {
  ///       Field(\.customer)
  ///     } item: { record in
  ///       Order(id: record.id, customer: record["customer"].text)
  ///     }
  ///
  /// It does what the picker of the records of a source does. Its fields are columns: queries name
  /// them, and writes set them; a new item leaves out those that are null. A row is made an item
  /// each time it is read.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - options: The id attribute, and types that override the inferred ones.
  ///   - window: The visible part of each section; nil for everything, or for 100 rows if they stay
  ///     on a server.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - fields: The fields to search, filter, sort and group by, with the names of columns other
  ///     than the id.
  ///   - item: Makes an item of a row. Its `id` is the id of the record.
  /// - Throws: `PickListError` for a source that cannot be read, and for a field without a column;
  ///   `CancellationError`.
  /// - Complexity: O(n) for n rows that are read
  public convenience init(
    source: any RowSource, options: TableOptions = TableOptions(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>],
    item: @escaping @Sendable (ListRecord) -> Item
  ) async throws {
    try await self.init(fields(), window, selectionFilters, item: item) { query in
      try await source.openList(options: options, query: query)
    }
  }

  /// Opens a picker of items that are made from the rows of a list.
  convenience init(
    _ fields: [Field<Item>], _ window: RangeOptions?, _ selectionFilters: [any SelectionFilter],
    item: @escaping @Sendable (ListRecord) -> Item,
    open: (ListQuery) async throws -> any ListProtocol
  ) async throws {
    var query = ListQuery()
    query.attributes = fields.filter(\.isSearchable).map(\.name)
    try await self.init(
      query, window, selectionFilters, item: { item(ListRecord($0, $1, $2)) },
      open: { try await open(query) }
    ) { state in
      let form = try ItemForm(fields, of: state)
      return { _ in form }
    }
  }

  private convenience init(
    _ query: ListQuery, _ window: RangeOptions?, _ selectionFilters: [any SelectionFilter],
    item: @escaping @Sendable (RowID, ListSchema, [CellValue]) -> Item,
    open: () async throws -> any ListProtocol,
    form: (ListState) throws -> @Sendable (ListState) -> ItemForm<Item>
  ) async throws {
    do {
      let list = try await open()
      let store = ItemStore(makeItem: item)
      let form = try form(await list.state)
      try await self.init(
        list, query: query, store: store, writer: RowItemWriter(rows: list, store: store),
        window: window, selectionFilters: selectionFilters, form: form)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PickListError(error)
    }
  }
}
