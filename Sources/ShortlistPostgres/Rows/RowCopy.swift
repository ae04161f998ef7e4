import ShortlistCore

/// Appends the rows of a `COPY` to a builder.
struct RowCopy {
  private let key: TableKey
  private let columns: [TableShape.Column]
  private var types: [AttributeType?] = []
  private var idColumn: Int?
  private var rows = 0
  private var row = WireRow()

  /// Sets the columns, their types and the key of the builder.
  init(_ position: TablePosition, into builder: inout TableBuilder) throws {
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
