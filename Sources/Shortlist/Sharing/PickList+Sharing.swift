extension PickList where Item == ListRecord {
  /// Opens a picker of rows that other pickers show too.
  ///
  /// Otherwise it is as a picker of its own: what it writes is in all pickers, and what they write
  /// is in it.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - query: The initial query.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Throws: `PickListError` for a query or filters that are invalid for the rows;
  ///   `CancellationError`.
  /// - Complexity: O(1) if a picker has had the query since the last change; otherwise that of
  ///   ``updateQuery(_:)``
  public convenience init(
    sharing rows: SharedRows, query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = []
  ) async throws {
    try await self.init(query, window, selectionFilters) { try await rows.list(query: query) }
  }
}

extension PickList {
  /// Opens a picker of items that are made from rows that other pickers show too.
  ///
  ///     import ShortlistFiles
  ///
  ///     nonisolated struct Order: Identifiable, Sendable {
  ///       var id: RowID
  ///       var customer: String
  ///     }
  ///
  ///     let source = FileSource(path: "orders.csv", format: .csv)
  ///     let rows = try await SharedRows.open(source)
  ///     let orders: PickList<Order> = try await PickList(sharing: rows) {
  ///       Field(\.customer)
  ///     } item: { record in
  ///       Order(id: record.id, customer: record["customer"].text)
  ///     }
  ///
  /// Pickers of the same rows may have different items.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - fields: The fields to search, filter, sort and group by, with the names of columns other
  ///     than the id.
  ///   - item: Makes an item of a row. Its `id` is the id of the record.
  /// - Throws: `PickListError` for a field without a column; `CancellationError`.
  /// - Complexity: O(1)
  public convenience init(
    sharing rows: SharedRows, window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>],
    item: @escaping @Sendable (ListRecord) -> Item
  ) async throws {
    try await self.init(fields(), window, selectionFilters, item: item) {
      try await rows.list(query: $0)
    }
  }
}
