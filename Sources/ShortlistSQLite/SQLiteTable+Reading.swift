import GRDB
import GRDBSQLite
import Shortlist
public import ShortlistCore
import Synchronization

extension SQLiteTable {
  /// Reads all rows into `builder`.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called between batches of rows: after the first 4,096, then about every 65,536.
  /// - Throws: `SourceError` if the file or the table cannot be read, with the row and the column
  ///   of a value that no attribute can hold; rethrows errors of `builder` and `progress`;
  ///   `CancellationError`.
  /// - Complexity: O(cells)
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    wait.begin(isCancelled)
    defer { _ = wait.end() }
    let blank = builder
    self.blank.withLock { $0 = blank }
    do { follow(try open(wait, into: &builder, progress)) } catch {
      throw isCancelled.isSet ? CancellationError() : error
    }
  }

  /// Reads the table again, after its columns changed or another file replaced its file.
  ///
  /// - Throws: `SourceError` or `InvalidRequestError` if the table cannot be read, or not with the
  ///   options of the list.
  func reread() throws -> RowTable {
    guard var builder = blank.withLock(\.self) else {
      throw SourceError(path: path, reason: "the table was not read")
    }
    let wait = LockWait(nil)
    let file = try DatabaseFile.at(path)
    let columns = try naming(path) {
      try FileReader(path, file.identity, wait).read { reading in
        try shape(in: reading.database).columns.map(\.name)
      }
    }
    builder.forgetAttributes(besides: columns)
    let open = try open(wait, into: &builder) { _, _ in }
    let table = try builder.finish()
    // Until then the list has the old rows, and the next comparison must find that they are old.
    follow(open)
    return table
  }

  /// Follows the commits to a table from the state on in which it was read.
  private func follow(_ open: OpenTable) {
    opened.withLock { $0 = open }
    open.file.subscribe(open, wakeups)
  }

  private func open(
    _ wait: LockWait, into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws -> OpenTable {
    let file = try DatabaseFile.at(path)
    return try naming(path) {
      if keepsJournal { try createJournal(requestedID: builder.askedID, wait) }
      let blank = builder
      var isFirst = true
      let position = try FileReader(path, file.identity, wait).read(withSecond: true) { reading in
        if !isFirst { builder.startOver(from: blank) }
        isFirst = false
        let database = reading.database
        database.stopsStatements(when: isCancelled)
        defer { database.stopsStatements(when: nil) }
        let shape = try shape(in: database)
        let key = TableKey(of: shape, requestedID: builder.askedID)
        if case .view = shape.storage { readsView.store(true, ordering: .relaxed) }
        defer { readsView.store(false, ordering: .relaxed) }
        if case .rowid = key, shape.columns.count >= database.maxColumns {
          throw SourceError(
            path: path,
            reason: """
              a table of \(shape.columns.count) columns needs a key: SQLite gives no more values of \
              a row, and so not its number
              """)
        }
        let position = try self.position(of: shape, key, in: reading)
        let rows = try reader(of: shape, key, into: &builder)
        do { try read(rows, in: database, and: reading.second, into: &builder, progress) } catch {
          throw unreadable(error)
        }
        return position
      }
      return OpenTable(
        file, key: TableKey(of: position.shape, requestedID: builder.askedID),
        waits: (self.wait, LockWait(onLock)), synchronous: synchronous,
        rowCount: builder.rowCount, position: position)
    }
  }

  /// Creates the kept journal, if the table can have one.
  private func createJournal(requestedID: String?, _ wait: LockWait) throws {
    try OpenTable.connect(to: path, wait, synchronous).writeWithoutTransaction { database in
      let shape = try shape(in: database)
      let key = TableKey(of: shape, requestedID: requestedID)
      try Journal(of: shape, by: key, isKept: true)?.create(in: database)
    }
  }

  /// Returns the shape of the table.
  ///
  /// - Throws: `SourceError` if there is no such table; it lists those that exist.
  func shape(in database: Database) throws -> TableShape {
    if table.utf8.contains(0) {
      throw SourceError(path: path, reason: "the name of the table has a NUL character in it")
    }
    if let shape = try TableShape(of: table, in: database) { return shape }
    let names = try TableShape.names(in: database)
    throw SourceError(path: path, reason: SimilarName.missing("table", table, among: names))
  }

  /// Returns a reader, and sets the columns and the key of the builder.
  private func reader(
    of shape: TableShape, _ key: TableKey, into builder: inout TableBuilder
  ) throws -> RowReader {
    try builder.setColumns(shape.columns.map(\.name), line: 1)
    for (index, column) in shape.columns.enumerated() {
      if let type = column.type { builder.declare(type, column: index) }
    }
    let lists = shape.columns.indices.map { builder.requestedType(of: $0) == .list }
    var idColumn: Int?
    switch key {
    case .column(let name):
      // The builder reports a missing key column that the caller asked for.
      if !shape.places(of: key).isEmpty { builder.setKey(name) }
    case .columns(let names):
      idColumn = builder.setKey(names, idType: .text, called: names.joined(separator: ", "))
    case .rowid(let name): idColumn = builder.setKey([], idType: .integer, called: name)
    case .place: idColumn = builder.setKey([], idType: .integer, called: "number")
    }
    return RowReader(
      shape: shape,
      layout: RowCursor.Layout(
        key: key, lists: lists, keyPlaces: shape.places(of: key), idColumn: idColumn,
        odd: shape.oddValues(describesBlobs, key)))
  }

  /// Reads all rows, on both connections if possible.
  private func read(
    _ rows: RowReader, in database: Database, and second: SecondConnection?,
    into builder: inout TableBuilder, _ progress: RowReader.Progress
  ) throws {
    guard let second, case .rowid(let name) = rows.shape.storage,
      let numbers = try rows.shape.numbers(called: name, in: database)
    else { return try rows.readAll(in: database, into: &builder, progress) }
    try second.read(until: isCancelled) { other in
      if let other {
        try rows.readAll(numbers, of: name, in: database, and: other, into: &builder, progress)
      } else {
        try rows.readAll(in: database, into: &builder, progress)
      }
    }
  }

  /// Adds the position of the cell to an error.
  private func unreadable(_ error: any Error) -> any Error {
    guard let row = error as? UnreadableRowError, let cell = row.error as? UnreadableCellError
    else {
      return (error as? UnreadableRowError)?.error ?? error
    }
    return SourceError(
      path: path, line: row.row + 1, column: row.column.map { $0 + 1 }, reason: cell.reason)
  }

  /// Returns the position of the table in the history of commits.
  func position(
    of shape: TableShape, _ key: TableKey, in reading: Reading
  ) throws -> OpenTable.Position {
    let database = reading.database
    let journal = Journal(of: shape, by: key, isKept: true)
    let hasJournal = try journal?.isCurrent(in: database) ?? false
    return OpenTable.Position(
      shape: shape, schemaVersion: try database.integer("PRAGMA schema_version"),
      version: reading.version, hasJournal: hasJournal,
      journal: hasJournal ? try journal?.lastEntry(in: database) : nil)
  }
}
