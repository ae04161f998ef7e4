/// The cells of one column of the chunk being read, as the source gave them.
struct Cells: Sendable {
  /// The kind of each cell.
  private(set) var kinds: [CellKind] = []
  /// The bytes of each cell; empty for null.
  private(set) var texts = Arena()

  /// The number of cells.
  var count: Int { kinds.count }

  /// Appends a cell; an empty plain cell is null.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>) {
    let isNull = kind.isNull(bytes)
    kinds.append(isNull ? .null : kind)
    texts.append(isNull ? bytes.extracting(first: 0) : bytes)
  }

  /// Appends a value.
  mutating func append(_ value: CellValue) {
    kinds.append(value.cellKind)
    if case .text(let text) = value { texts.append(text) } else { texts.append(value.text) }
  }

  /// Returns the number of bytes in a range of cells.
  func bytes(of rows: Range<Int>) -> Int {
    rows.isEmpty || texts.count == 0
      ? 0 : texts.range(rows.upperBound - 1).upperBound - texts.range(rows.lowerBound).lowerBound
  }

  /// Appends a range of cells of another chunk or part of a chunk.
  mutating func append(_ other: Cells, _ rows: Range<Int>) {
    kinds += other.kinds[rows]
    texts.append(other.texts, rows)
  }

  /// Reserves capacity for `count` cells.
  mutating func reserve(_ count: Int, bytes: Int? = nil) {
    kinds.reserveCapacity(count)
    texts.reserve(texts: count, bytes: bytes ?? 16 * count)
  }

  /// Appends `count` nulls.
  mutating func appendNulls(_ count: Int) {
    let nothing: [UInt8] = []
    for _ in 0..<count { append(.null, nothing.span) }
  }

  /// Removes the last cell.
  mutating func removeLast() {
    kinds.removeLast()
    texts.removeLast()
  }

  /// The null bitmap; empty if there are no nulls.
  var nulls: [UInt64] {
    var bits: [UInt64] = []
    for (row, kind) in kinds.enumerated() where kind == .null { bits.setBit(row, of: count) }
    return bits
  }
}

extension CellKind {
  /// Returns whether a cell is null; an empty plain cell is.
  func isNull(_ bytes: Span<UInt8>) -> Bool { self == .null || self == .plain && bytes.count == 0 }

  /// Returns whether a cell fits a requested attribute type.
  func fits(_ type: AttributeType, _ bytes: Span<UInt8>, _ dates: DateForms) -> Bool {
    if isNull(bytes) { return true }
    return switch (type, self) {
    case (.text, _), (.list, .plain), (.list, .list): true
    case (.integer, .plain): NumberText.integer(bytes) != nil
    case (.number, .plain): NumberText.number(bytes) != nil
    case (.boolean, .plain): bytes.boolean != nil
    case (.date, .plain), (.date, .text): Instant(bytes, dates) != nil
    case (.integer, .integer), (.number, .integer), (.number, .number), (.boolean, .boolean): true
    default: false
    }
  }
}

extension AttributeType {
  /// Returns whether an integer that the source stores as a number fits this requested or declared
  /// type.
  func fits(_ integer: Int) -> Bool {
    switch self {
    case .text, .integer: true
    case .number: integer.magnitude <= OpenCells.greatestExact
    case .boolean: integer == 0 || integer == 1
    case .date, .list: false
    }
  }
}

extension Span<UInt8> {
  /// The Boolean value that the bytes spell, or nil if they spell none.
  var boolean: Bool? {
    switch count {
    case 4 where isSame(as: Self.yes.span): true
    case 5 where isSame(as: Self.no.span): false
    default: nil
    }
  }

  private static var yes: [UInt8] { Array("true".utf8) }
  private static var no: [UInt8] { Array("false".utf8) }
}
