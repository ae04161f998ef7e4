import Shortlist
public import ShortlistCore
import Synchronization

extension PostgresTable {
  /// Reads all rows into `builder`, in one snapshot.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called between batches of rows: after the first 4,096, then about every 65,536.
  /// - Throws: `SourceError` if the server or the table cannot be read; rethrows errors of
  ///   `builder` and `progress`; `CancellationError`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    let blank = builder
    state.withLock { $0.blank = blank }
    keep(try read(into: &builder, until: isCancelled, progress))
  }

  /// Reads the table again, after its columns changed.
  ///
  /// - Throws: `SourceError` or `InvalidRequestError` if the table cannot be read, or not with the
  ///   options that the list asked for.
  func reread(until isCancelled: CancellationFlag) throws -> RowTable {
    guard var builder = state.withLock(\.blank) else { throw address.error("it was not read") }
    let columns = try connected(until: isCancelled) { try shape(on: $0).columns.map(\.name) }
    builder.forgetAttributes(besides: columns)
    let position = try read(into: &builder, until: isCancelled) { _, _ in }
    let table = try builder.finish()
    // Until then the list has the old rows, and the next look must find that they are old.
    keep(position)
    return table
  }

  /// Returns an empty table with the attributes and the key of lists of this table.
  ///
  /// - Throws: `InvalidRequestError` for options that name attributes that do not exist;
  ///   `NotSupportedError` if rows that stay on the server cannot be shown so.
  func blankTable(_ position: Position, _ options: TableOptions) throws -> RowTable {
    var builder = TableBuilder(path: name, options: options)
    _ = try RowCopy(position, into: &builder)
    let blank = try builder.finish()
    let columns = position.shape.columns
    for (column, entry) in zip(columns, blank.schema.entries) where column.kind.type != entry.type {
      throw NotSupportedError(
        "\(column.name) cannot be \(entry.type.rawValue) while rows stay on the server")
    }
    guard position.key.isPrimary, !columns.contains(where: { $0.kind == .uncheckedText }) else {
      throw NotSupportedError(
        """
        rows can stay on the server only if the table has a primary key that is the id, and its \
        database an encoding
        """)
    }
    return blank
  }

  private func read(
    into builder: inout TableBuilder, until isCancelled: CancellationFlag,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws -> Position {
    try connected(until: isCancelled) { connection in
      if keepsJournal { try createJournal(asked: builder.askedID, connection) }
      let asked = builder.askedID
      try begin("READ ONLY", on: connection, locking: try position(on: connection, asked: asked))
      let position = try position(on: connection, asked: asked)
      var rows = try RowCopy(position, into: &builder)
      try rows.readAll(
        try connection.copy(position.key.rows(of: position.shape)), &builder, progress)
      try connection.query("COMMIT")
      return position
    }
  }

  /// Creates the journal, if the table can have one.
  func createJournal(asked: String?, _ connection: PostgresConnection) throws {
    try connection.query("BEGIN")
    if let journal = try journal(asked: asked, connection) {
      // Of two lists that are opened at once, the second one finds the journal of the first one.
      try journal.lock(on: connection)
      if let now = try self.journal(asked: asked, connection), !now.exists {
        try now.create(on: connection)
      }
    }
    try connection.query("COMMIT")
  }

  /// Returns the journal that the table has or can have.
  private func journal(asked: String?, _ connection: PostgresConnection) throws -> Journal? {
    let shape = try shape(on: connection)
    return Journal(of: shape, by: TableKey(of: shape, asked: asked))
  }
}

/// Appends the rows of a `COPY` to a builder.
private struct RowCopy {
  private let key: TableKey
  private let columns: [TableShape.Column]
  private var types: [AttributeType?] = []
  private var idColumn: Int?
  private var rows = 0
  private var row = WireRow()

  /// Sets the columns, their types and the key of the builder.
  init(_ position: PostgresTable.Position, into builder: inout TableBuilder) throws {
    key = position.key
    columns = position.shape.columns
    try builder.setColumns(columns.map(\.name), line: 1)
    for (index, column) in columns.enumerated() { builder.declare(column.kind.type, column: index) }
    types = columns.indices.map { builder.requestedType(of: $0) }
    switch key.form {
    case .value: builder.setKey(key.columns[0].name)
    case .values:
      let names = key.columns.map(\.name)
      idColumn = builder.setKey(names, idType: .text, called: names.joined(separator: ", "))
    case .place:
      // The builder reports a missing key column that the caller asked for.
      if builder.askedID == nil {
        idColumn = builder.setKey([], idType: .integer, called: "number")
      }
    }
  }

  /// Reads all rows; one core reads the next ones while another appends the previous batch.
  mutating func readAll(
    _ copied: CopiedRows, _ builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var batch = BatchedValue(builder.batch())
    var goesOn = try read(Sizes.firstBatch, of: copied, into: &batch)
    while goesOn {
      let before = batch.batch
      var next = BatchedValue(builder.batch())
      let (_, read) = builder.workers.both(
        { builder.append([before]) },
        { Result { try self.read(Sizes.batch, of: copied, into: &next) } })
      goesOn = try read.get()
      batch = next
      try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
    }
    builder.append([batch.batch])
    try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
  }

  /// Reads rows until the batch is full or no rows are left; returns whether there may be more.
  private mutating func read(
    _ most: Int, of copied: CopiedRows, into batch: inout BatchedValue
  ) throws -> Bool {
    while batch.batch.rowCount < most && batch.bytes < 8 << 20 {
      guard try copied.read(into: &row) else { return false }
      rows += 1
      batch.batch.beginRow(line: rows)
      for index in columns.indices {
        batch.column = index
        row.with(index) { columns[index].kind.hand($0, as: types[index], to: &batch) }
      }
      if let idColumn {
        switch key.form {
        case .value: break
        case .values:
          let id = key.text(of: row, at: key.places)
          batch.batch.append(.text, Array(id.utf8).span, column: idColumn)
        case .place: batch.batch.append(rows, column: idColumn)
        }
      }
      batch.batch.endRow()
    }
    return true
  }
}
