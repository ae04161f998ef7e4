public import Shortlist

extension PickList where Item == ListRecord {
  /// Opens a picker for the rows of a table or view of a PostgreSQL server.
  ///
  ///     let orders = try await PickList(
  ///       postgres: "postgresql:///shop", table: "orders", fetch: .visible)
  ///     try await orders.search("mü")
  ///     let first = try await orders.visibleSections[0].items
  ///
  /// It follows the commits of all connections. It writes its own transactions to the server, and
  /// shows what the table then has.
  ///
  /// Of a table that is read whole, it keeps all rows in memory. Rows that stay on the server are
  /// asked for as they are shown: each request is then one transaction of the server, which takes
  /// as long as the server needs, may fail, and ends if its task is cancelled. The picker has the
  /// same functions either way, with these limits: there is always a window, a flexible one needs a
  /// journal or logical decoding, and searches are not fuzzy. Requests beyond them throw a
  /// `PickListError` of the code `notSupported`.
  ///
  /// - Parameters:
  ///   - url: The connection URL, which begins with `postgresql://` or `postgres://`.
  ///   - table: The name of the table or view.
  ///   - keepsJournal: Whether triggers in the database record changes, so that following a commit
  ///     costs only as much as the commit changed; see `PostgresTable`.
  ///   - fetch: Whether all rows are read or stay on the server.
  ///   - options: The key attribute, and types that override the inferred ones.
  ///   - query: The initial query.
  ///   - window: The visible part of each section; nil for everything, or for 100 rows if they stay
  ///     on the server.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Throws: `PickListError` if the table cannot be read, if the query is not valid for it, or if
  ///   its rows cannot stay on the server; `CancellationError`.
  /// - Complexity: O(n) for n rows that are read. If they stay, the server counts them.
  public convenience init(
    postgres url: String, table: String, keepsJournal: Bool = false,
    fetch: PostgresTable.Fetch = .automatic, options: TableOptions = TableOptions(),
    query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = []
  ) async throws {
    try await self.init(
      source: PostgresTable(url: url, table: table, keepsJournal: keepsJournal, fetch: fetch),
      options: options, query: query, window: window, selectionFilters: selectionFilters)
  }
}
