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
  ///   options of the list.
  func reread(until isCancelled: CancellationFlag) throws -> RowTable {
    guard var builder = state.withLock(\.blank) else { throw address.error("it was not read") }
    let columns = try connected(until: isCancelled) { try shape(on: $0).columns.map(\.name) }
    builder.forgetAttributes(besides: columns)
    let position = try read(into: &builder, until: isCancelled) { _, _ in }
    let table = try builder.finish()
    // Until then the list has the old rows, and the next comparison must find that they are old.
    keep(position)
    return table
  }

  /// Returns an empty table with the attributes and the key of lists of this table.
  ///
  /// - Throws: `InvalidRequestError` for options that name attributes that do not exist;
  ///   `NotSupportedError` if rows that stay on the server cannot be shown so.
  func blankTable(_ position: TablePosition, _ options: TableOptions) throws -> RowTable {
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
  ) throws -> TablePosition {
    try connected(until: isCancelled) { connection in
      if keepsJournal { try createJournal(requestedID: builder.askedID, connection) }
      let requestedID = builder.askedID
      try begin(
        "READ ONLY", on: connection, locking: try position(on: connection, requestedID: requestedID)
      )
      let position = try position(on: connection, requestedID: requestedID)
      var rows = try RowCopy(position, into: &builder)
      try rows.readAll(
        try connection.copy(position.key.rows(of: position.shape)), &builder, progress)
      try connection.query("COMMIT")
      return position
    }
  }

  /// Creates the journal, if the table can have one.
  func createJournal(requestedID: String?, _ connection: PostgresConnection) throws {
    try connection.query("BEGIN")
    if let journal = try journal(requestedID: requestedID, connection) {
      // Of two lists that are opened at once, the second one finds the journal of the first one.
      try journal.lock(on: connection)
      if let now = try self.journal(requestedID: requestedID, connection), !now.exists {
        try now.create(on: connection)
      }
    }
    try connection.query("COMMIT")
  }

  /// Returns the journal that the table has or can have.
  private func journal(requestedID: String?, _ connection: PostgresConnection) throws -> Journal? {
    let shape = try shape(on: connection)
    return Journal(of: shape, by: TableKey(of: shape, requestedID: requestedID))
  }
}
