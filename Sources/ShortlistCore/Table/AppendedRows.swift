/// A batch of rows that a source appended after its table was built.
///
/// Fill it like a `TableBuilder`. The attributes and their types are fixed: a cell that does not
/// fit its attribute becomes null, and a cell of an unknown attribute is dropped.
package struct AppendedRows: Sendable {
  /// The attributes.
  package let schema: ListSchema
  /// The rows; values are in schema order.
  package private(set) var rows: [[CellValue]] = []
  /// Whether these rows replace everything that the source had before, because the source was
  /// truncated or replaced.
  package var isAnew = false

  /// Creates an empty batch.
  package init(schema: ListSchema) { self.schema = schema }

  /// The number of complete rows so far.
  package var rowCount: Int { rows.count }

  private var open: [CellValue] = []

  /// Does nothing; the columns are fixed.
  package mutating func setColumns(_ names: [String], line: Int) throws {}

  /// Returns the column of the attribute called `name`, or one past the last column if there is
  /// none.
  package mutating func column(named name: String) -> Int {
    schema.index(of: name) ?? schema.entries.count
  }

  /// Begins a row.
  ///
  /// - Complexity: O(attributes)
  package mutating func beginRow(line: Int) {
    open = [CellValue](repeating: .null, count: schema.entries.count)
  }

  /// Sets a cell of the current row.
  ///
  /// - Complexity: O(bytes)
  package mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    guard column < open.count else { return }
    open[column] = schema.entries[column].type.value(kind, bytes, schema.dates)
  }

  /// Ends the current row.
  package mutating func endRow() {
    rows.append(open)
    open = []
  }
}

extension AttributeType {
  /// Returns the value of a cell, or null if the cell does not fit the type.
  ///
  /// - Complexity: O(bytes)
  package func value(
    _ kind: CellKind, _ bytes: Span<UInt8>, _ dates: DateForms = .zoned
  ) -> CellValue {
    guard !kind.isNull(bytes), kind.fits(self, bytes, dates) else { return .null }
    return switch self {
    case .text: .text(bytes.text)
    case .integer: NumberText.integer(bytes).map(CellValue.integer) ?? .null
    case .number: NumberText.number(bytes).map(CellValue.number) ?? .null
    case .boolean: bytes.boolean.map(CellValue.boolean) ?? .null
    case .date: Timestamp(bytes.text, dates).map(CellValue.date) ?? .null
    case .list:
      .list(
        ListText.elements(bytes)?.map { String(decoding: $0, as: UTF8.self) } ?? [bytes.text])
    }
  }
}
