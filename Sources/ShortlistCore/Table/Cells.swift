/// The cells of the chunk of a column that is being read, as the source gave them.
struct Cells: Sendable {
  /// What the source knew of each cell.
  private(set) var kinds: [CellKind] = []
  /// The bytes of each cell, none for null.
  private(set) var texts = Arena()

  /// The number of cells.
  var count: Int { kinds.count }

  /// Appends a cell; an empty plain one is null.
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

  /// The number of bytes of some cells.
  func bytes(of rows: Range<Int>) -> Int {
    rows.isEmpty || texts.count == 0
      ? 0 : texts.range(rows.upperBound - 1).upperBound - texts.range(rows.lowerBound).lowerBound
  }

  /// Appends cells of another chunk or of a part of it.
  mutating func append(_ other: Cells, _ rows: Range<Int>) {
    kinds += other.kinds[rows]
    texts.append(other.texts, rows)
  }

  /// Makes room for so many cells.
  mutating func reserve(_ count: Int, bytes: Int? = nil) {
    kinds.reserveCapacity(count)
    texts.reserve(texts: count, bytes: bytes ?? 16 * count)
  }

  /// Appends nulls.
  mutating func appendNulls(_ count: Int) {
    let nothing: [UInt8] = []
    for _ in 0..<count { append(.null, nothing.span) }
  }

  /// Takes out the last cell.
  mutating func removeLast() {
    kinds.removeLast()
    texts.removeLast()
  }

  /// The bitmap of the nulls, empty where there are none.
  var nulls: [UInt64] {
    var bits: [UInt64] = []
    for (row, kind) in kinds.enumerated() where kind == .null { bits.setBit(row, of: count) }
    return bits
  }
}

extension CellKind {
  /// Whether a cell of this kind and these bytes is null: an empty plain one is.
  func isNull(_ bytes: Span<UInt8>) -> Bool { self == .null || self == .plain && bytes.count == 0 }

  /// Whether a cell of this kind and these bytes fits an attribute of a type that was asked for.
  func fits(_ type: AttributeType, _ bytes: Span<UInt8>) -> Bool {
    if isNull(bytes) { return true }
    return switch (type, self) {
    case (.text, _), (.list, .plain), (.list, .list): true
    case (.integer, .plain): NumberText.integer(bytes) != nil
    case (.number, .plain): NumberText.number(bytes) != nil
    case (.boolean, .plain): bytes.boolean != nil
    case (.date, .plain), (.date, .text): Instant(bytes) != nil
    case (.integer, .integer), (.number, .integer), (.number, .number), (.boolean, .boolean): true
    default: false
    }
  }
}

extension AttributeType {
  /// Whether a whole number that a source has as such fits this type, which was asked for or which
  /// the source says it is.
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
  /// The truth value that the bytes are, nil if they are none.
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
