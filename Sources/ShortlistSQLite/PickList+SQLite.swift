public import Shortlist

extension PickList where Item == ListRecord {
  /// Opens a picker of the rows of an SQLite table or view.
  ///
  ///     let picker = try await PickList(sqlite: "app.db", table: "contacts")
  ///     picker.search = "mü"
  ///     picker.insert(ListRecord(id: .integer(7), ["name": .text("Ann")]))
  ///
  /// It follows every commit, whoever makes it. Transactions are written to the file; what it then
  /// has is what is shown.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - table: The table or view.
  ///   - keepsJournal: Whether triggers in the file are to record what changes, so that commits of
  ///     others cost what they change; see `SQLiteTable`.
  ///   - synchronous: What a write that was answered outlasts.
  ///   - options: The attribute that identifies a row, and types that override those found.
  ///   - query: What is shown at first.
  ///   - window: What of each section is visible; nil for everything.
  /// - Throws: `PickListError` for a file or table that cannot be read, and a query that is not one for
  ///   it; `CancellationError`.
  public convenience init(
    sqlite path: String, table: String, keepsJournal: Bool = false,
    synchronous: Synchronous = .full, options: TableOptions = TableOptions(),
    query: ListQuery = ListQuery(), window: RangeOptions? = nil
  ) async throws {
    try await self.init(
      source: SQLiteTable(
        path: path, table: table, keepsJournal: keepsJournal, synchronous: synchronous),
      options: options,
      query: query, window: window)
  }
}
