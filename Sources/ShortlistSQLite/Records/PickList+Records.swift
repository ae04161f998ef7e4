public import GRDB
public import Shortlist

extension PickList
where Item: FetchableRecord & MutablePersistableRecord, Item.ID: PickListID {
  /// Opens a picker of the records of a table, in a database that the app has opened.
  ///
  ///     import GRDB
  ///
  ///     nonisolated struct Player: Codable, Identifiable, FetchableRecord, PersistableRecord {
  ///       var id: Int64
  ///       var name: String
  ///       var score: Int
  ///     }
  ///
  ///     let players = try await PickList(records: Player.self, in: dbPool) {
  ///       Field(\.name)
  ///       Field(\.score)
  ///     }
  ///     try await players.update(Player(id: 7, name: "Ann", score: 1_000))
  ///
  /// The items are the app's records. Each transaction of the picker is one of the app's
  /// connection: its observers, the callbacks of the records, and triggers see it, and the picker
  /// shows what the table then has. If the database refuses a write, the function throws a
  /// `PickListError` with SQLite's words, whose `underlying` is the `DatabaseError`, and nothing
  /// changes.
  ///
  /// Commits of the app through this connection, and of other processes, are shown as changes of
  /// single rows. A pool reads in a snapshot, while writes go on; a queue reads a portion of the
  /// rows at a time.
  ///
  /// A row that makes no record, because a column is null or does not decode, is left out, and
  /// `failures` says so. The first observer also receives what was left out at opening. A record
  /// that decodes itself in `init(row:)` must do so with `row.decode(_:forKey:)`: the subscript
  /// `row["name"]` stops the program if the value does not fit.
  ///
  /// - Parameters:
  ///   - records: The type of the records, whose `databaseTableName` is the table.
  ///   - database: The app's `DatabaseQueue` or `DatabasePool`.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Throws: `PickListError` if the table cannot be read, or if two records have the same id;
  ///   `CancellationError`.
  /// - Complexity: O(n) for n rows, which are all decoded. A commit through the connection costs as
  ///   much as it changed, and the counting of the rows if the table has a unique index. Another
  ///   process's commit costs O(n), without decoding the rows that are the same.
  public convenience init(
    records: Item.Type, in database: any DatabaseWriter, window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) async throws {
    try await self.init(
      keptBy: RecordKeeper(Item.all(), readsTable: true, in: database), window: window,
      selectionFilters: selectionFilters, fields: fields())
  }

  /// Opens a picker of the records of a request, in a database that the app has opened.
  ///
  ///     let team = try await PickList(records: Player.filter { $0.score > 100 }, in: dbPool) {
  ///       Field(\.name)
  ///     }
  ///
  /// It does what the picker of a table does, but compares the rows of the request after each
  /// commit that touches the tables of the request. A record that it inserts is shown if it belongs
  /// to the request.
  ///
  /// - Parameters:
  ///   - records: The request; it has no `including(all:)`.
  ///   - database: The app's `DatabaseQueue` or `DatabasePool`.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Throws: `PickListError` if the records cannot be read, or if two have the same id;
  ///   `CancellationError`.
  /// - Complexity: O(n) for n rows, at opening and for each commit that touches their tables;
  ///   rows that are the same are not decoded again.
  public convenience init(
    records: QueryInterfaceRequest<Item>, in database: any DatabaseWriter,
    window: RangeOptions? = nil, selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) async throws {
    try await self.init(
      keptBy: RecordKeeper(records, readsTable: false, in: database), window: window,
      selectionFilters: selectionFilters, fields: fields())
  }
}

extension PickList where Item: FetchableRecord, Item.ID: PickListID {
  /// Opens a picker of what any request reads, in a database that the app has opened.
  ///
  ///     import GRDB
  ///
  ///     nonisolated struct Team: Decodable, Identifiable, FetchableRecord {
  ///       var id: String
  ///       var score: Int
  ///     }
  ///
  ///     let scores: SQLRequest<Team> = """
  ///       SELECT team AS id, sum(score) AS score FROM player GROUP BY team
  ///       """
  ///     let teams = try await PickList(reading: scores, in: dbPool) { Field(\.score) }
  ///
  /// The items need not be persistable, and the request can be SQL, a join, or an aggregate. The
  /// picker is read-only: each of its functions that changes items throws a `PickListError` of the
  /// code `writeRefused`. Otherwise it does what the picker of the records of a request does.
  ///
  /// The items' own order is that of the request at opening, followed by items that come later. For
  /// an order that stays, sort the picker.
  ///
  /// - Parameters:
  ///   - request: The request, such as an `SQLRequest`; it has no `including(all:)`.
  ///   - database: The app's `DatabaseQueue` or `DatabasePool`.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Throws: `PickListError` if the items cannot be read, or if two have the same id;
  ///   `CancellationError`.
  /// - Complexity: O(n) for n rows, at opening and for each commit that touches the tables that the
  ///   request reads; rows that are the same are not decoded again.
  public convenience init(
    reading request: some FetchRequest<Item>, in database: any DatabaseWriter,
    window: RangeOptions? = nil, selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) async throws {
    try await self.init(
      keptBy: RecordKeeper(reading: request, in: database), window: window,
      selectionFilters: selectionFilters, fields: fields())
  }
}
