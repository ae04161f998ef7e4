public import Shortlist

extension PickList where Item == ListRecord {
  /// Opens a picker for the rows of an SQLite table or view.
  ///
  ///     let picker = try await PickList(sqlite: "app.db", table: "contacts")
  ///     picker.search = "mü"
  ///     try await picker.insert(ListRecord(id: .integer(7), ["name": .text("Ann")]))
  ///
  /// It follows the commits of all connections. It writes its own transactions to the file, and
  /// shows the result as the file then holds it. A text such as `‹blob, 3 bytes›` stands for a
  /// blob.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - table: The name of the table or view.
  ///   - keepsJournal: Whether triggers in the file record changes, so that following a commit
  ///     costs only as much as the commit changed; see `SQLiteTable`.
  ///   - synchronous: The durability of an acknowledged write.
  ///   - options: The key attribute, and types that override the inferred ones.
  ///   - query: The initial query.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Throws: `PickListError` if the file or table cannot be read, or if the query is not valid
  ///   for the table; `CancellationError`.
  /// - Complexity: O(n) for n rows
  public convenience init(
    sqlite path: String, table: String, keepsJournal: Bool = false,
    synchronous: Synchronous = .full, options: TableOptions = TableOptions(),
    query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = []
  ) async throws {
    try await self.init(
      source: SQLiteTable(
        path: path, table: table, keepsJournal: keepsJournal, synchronous: synchronous,
        describesBlobs: true),
      options: options,
      query: query, window: window, selectionFilters: selectionFilters)
  }
}
