extension RowTable {
  /// Appends all rows to the table that a builder makes.
  ///
  /// If they are its first rows, it gets the types of this table, and its rows are identified as
  /// those of this table unless an id was requested.
  ///
  /// - Parameters:
  ///   - builder: Receives the rows.
  ///   - progress: Called with the builder between portions of rows; may throw to stop.
  /// - Throws: `SourceError` if the attributes are not those of delimited text or index files
  ///   before, or if a part of this index file cannot be read; rethrows errors of `progress`.
  /// - Precondition: The table is as a source has filled it.
  /// - Complexity: O(cells + bytes)
  package func append(
    to builder: inout TableBuilder, progress: (inout TableBuilder) throws -> Void
  ) throws {
    let isFirst = builder.rowCount == 0
    let places = try builder.joinColumns(schema.entries.map(\.name))
    if isFirst {
      for (entry, place) in zip(schema.entries, places) {
        builder.declare(entry.type, column: place)
      }
      if let idAttribute { builder.identify(by: idAttribute) }
    }
    for first in stride(from: 0, to: chunks, by: Self.joinedChunks) {
      let empty = builder.batch()
      let batches = builder.workers.map(min(Self.joinedChunks, chunks - first)) {
        batch(of: first + $0, from: empty, places)
      }
      if let failure { throw failure }
      builder.append(batches)
      try progress(&builder)
    }
  }

  /// The number of chunks that are appended at a time.
  private static let joinedChunks = 4

  /// Returns the rows of a chunk as a batch, whose columns are at `places`.
  private func batch(of chunk: Int, from empty: RowBatch, _ places: [Int]) -> RowBatch {
    var batch = empty
    let columns = columns.map { $0.owning(chunk) }
    let first = chunk << Chunk.shift
    for slot in first..<first + Chunk.rows(of: chunk, count: slots) {
      batch.beginRow(line: slot + 1)
      for (column, place) in zip(columns, places) {
        column.append(UInt32(slot), to: &batch, column: place)
      }
      batch.endRow()
    }
    return batch
  }
}

extension Column {
  /// Returns the column with the piece of a chunk in memory.
  fileprivate func owning(_ chunk: Int) -> Column {
    switch self {
    case .text(let column): .text(column.owning(chunk))
    case .integer(let column): .integer(FlatColumn(pieces: column.pieces.owning(chunk)))
    case .number(let column): .number(FlatColumn(pieces: column.pieces.owning(chunk)))
    case .boolean(let column): .boolean(FlatColumn(pieces: column.pieces.owning(chunk)))
    case .date(let texts, let instants): .date(texts.owning(chunk), instants)
    case .list(let column):
      .list(
        ListColumn(columnPool: column.columnPool.loaded, pieces: column.pieces.owning(chunk)))
    }
  }

  /// Appends the value of a slot to the current row of a batch.
  fileprivate func append(_ slot: UInt32, to batch: inout RowBatch, column place: Int) {
    switch self {
    case .text(let column):
      _ = column.withShown(slot) { batch.append(.text, $0, column: place) }
    case .date(let column, _):
      // Beside plain cells of other files, plain cells can be dates, and texts cannot.
      _ = column.withShown(slot) { batch.append(.plain, $0, column: place) }
    case .integer(let column):
      if let integer = column[slot] { batch.append(integer, column: place) }
    case .number(let column):
      if let number = column[slot] { batch.append(number, column: place) }
    case .boolean, .list:
      let value = value(slot)
      if !value.isNull {
        batch.append(value.cellKind, Array(value.text.utf8).span, column: place)
      }
    }
  }
}

extension TextColumn {
  fileprivate func owning(_ chunk: Int) -> Self {
    Self(columnPool: columnPool.loaded, pieces: pieces.owning(chunk))
  }
}

extension Pieces {
  /// Returns these pieces with that of a chunk in memory.
  fileprivate func owning(_ chunk: Int) -> Self {
    var pieces = self
    if chunk < count { pieces.own(chunk) }
    return pieces
  }
}
