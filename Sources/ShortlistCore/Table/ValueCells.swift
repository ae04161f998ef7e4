/// The values of one attribute in a chunk of rows.
///
/// Numbers and Booleans are stored as such, other values in the form that a source delivers.
struct ValueCells: Sendable {
  /// The type of the attribute.
  let type: AttributeType
  private var integers: [Int] = []
  private var numbers: [Double] = []
  private var booleans: [Bool] = []
  /// The null bitmap of the numbers or Booleans; empty if there are no nulls.
  private var nulls: [UInt64] = []
  /// The values of other types.
  private var cells = Cells()
  private let capacity: Int

  /// Creates storage with capacity for the values of some rows.
  init(_ type: AttributeType, capacity: Int) {
    self.type = type
    self.capacity = capacity
    switch type {
    case .integer: integers.reserveCapacity(capacity)
    case .number: numbers.reserveCapacity(capacity)
    case .boolean: booleans.reserveCapacity(capacity)
    case .text, .date, .list: cells.reserve(capacity)
    }
  }

  /// Appends a value.
  ///
  /// - Returns: Whether the value fits the type; if not, nothing is appended.
  mutating func append(_ value: CellValue) -> Bool {
    switch (type, type.fitting(value)) {
    case (.integer, .integer(let integer)?): integers.append(integer)
    case (.number, .number(let number)?): numbers.append(number)
    case (.boolean, .boolean(let boolean)?): booleans.append(boolean)
    case (.integer, .null?):
      nulls.setBit(integers.count, of: capacity)
      integers.append(0)
    case (.number, .null?):
      nulls.setBit(numbers.count, of: capacity)
      numbers.append(0)
    case (.boolean, .null?):
      nulls.setBit(booleans.count, of: capacity)
      booleans.append(false)
    case (_, let value?): cells.append(value)
    case (_, nil): return false
    }
    return true
  }

  /// Returns the column of chunks of values, or nil if its texts exceed the limit.
  static func column(of type: AttributeType, _ chunks: [ValueCells]) -> Column? {
    switch type {
    case .integer: return .integer(flat(chunks, \.integers))
    case .number: return .number(flat(chunks, \.numbers))
    case .boolean: return .boolean(flat(chunks, \.booleans))
    case .text, .date, .list:
      var builder = ColumnBuilder(name: "", requested: type, options: TableOptions())
      for chunk in chunks { builder.append(chunk.cells) }
      return builder.finish(chunks.reduce(0) { $0 + $1.cells.count })?.1
    }
  }

  private static func flat<Element>(
    _ chunks: [ValueCells], _ values: (ValueCells) -> [Element]
  ) -> FlatColumn<Element> {
    FlatColumn(pieces: Pieces(chunks.map { .init(values: values($0), nulls: $0.nulls) }))
  }
}
