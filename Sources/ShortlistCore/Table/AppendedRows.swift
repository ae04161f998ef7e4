/// Takes rows that are appended to a source after its table was made.
///
/// It is filled like a `TableBuilder`, but the attributes and their types are known: a cell that
/// does not fit its attribute is null, one of an unknown attribute is left out.
public struct AppendedRows: Sendable {
  /// The attributes.
  public let schema: ListSchema
  /// The rows, as values in the order of the schema.
  public private(set) var rows: [[CellValue]] = []
  /// Whether these rows stand in place of all that the source had before: it was cut off, or
  /// replaced by another.
  public var isAnew = false

  /// Creates an empty batch.
  public init(schema: ListSchema) { self.schema = schema }

  /// The number of rows ended so far.
  public var rowCount: Int { rows.count }

  private var open: [CellValue] = []

  /// Does nothing: the columns are known.
  public mutating func setColumns(_ names: [String], line: Int) throws {}

  /// The column of the attribute called `name`; one past the last if there is none.
  public mutating func column(named name: String) -> Int {
    schema.index(of: name) ?? schema.entries.count
  }

  /// Begins a row.
  public mutating func beginRow(line: Int) {
    open = [CellValue](repeating: .null, count: schema.entries.count)
  }

  /// Sets a cell of the row that was begun.
  public mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    guard column < open.count else { return }
    open[column] = schema.entries[column].type.value(kind, bytes)
  }

  /// Ends the row that was begun.
  public mutating func endRow() {
    rows.append(open)
    open = []
  }
}

extension AttributeType {
  /// The value of a cell; null if it does not fit.
  package func value(_ kind: CellKind, _ bytes: Span<UInt8>) -> CellValue {
    guard !kind.isNull(bytes), kind.fits(self, bytes) else { return .null }
    return switch self {
    case .text: .text(bytes.text)
    case .integer: NumberText.integer(bytes).map(CellValue.integer) ?? .null
    case .number: NumberText.number(bytes).map(CellValue.number) ?? .null
    case .boolean: bytes.boolean.map(CellValue.boolean) ?? .null
    case .date: Timestamp(bytes.text).map(CellValue.date) ?? .null
    case .list:
      .list(
        ListText.elements(bytes)?.map { String(decoding: $0, as: UTF8.self) } ?? [bytes.text])
    }
  }
}
