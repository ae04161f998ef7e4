import GRDBSQLite
import ShortlistCore
import ShortlistJSON

/// Why a cell cannot be a value of a list.
struct UnreadableCell: Error {
  let reason: String
}

extension Statement {
  /// Hands the cell in a column to a batch of rows.
  ///
  /// - Parameters:
  ///   - column: The column, here and in the batch.
  ///   - batch: Takes the cell.
  ///   - isList: Whether a text may be a list of texts.
  /// - Returns: About how many bytes the cell has.
  /// - Throws: `UnreadableCell`
  func hand(_ column: Int, to batch: inout RowBatch, isList: Bool) throws -> Int {
    switch kind(column) {
    case SQLITE_INTEGER: batch.append(integer(column), column: column)
    case SQLITE_FLOAT:
      let number = number(column)
      if number.isFinite {
        batch.append(number, column: column)
      } else {
        batch.append(.text, Array(number.description.utf8).span, column: column)
      }
    case SQLITE_TEXT:
      if isList, let list = list(column) {
        batch.append(.list, list.span, column: column)
        return list.count
      }
      return try withCheckedText(column) { text in
        batch.append(.text, text, column: column)
        return text.count
      }
    case SQLITE_BLOB: throw UnreadableCell(reason: "it holds a blob, which no attribute can hold")
    default: break
    }
    return 8
  }

  /// The cell in a column as a value of an attribute; null if it does not fit.
  func value(_ column: Int, as type: AttributeType) -> Value {
    switch kind(column) {
    case SQLITE_INTEGER: return type.value(integer(column))
    case SQLITE_FLOAT: return type.value(number(column))
    case SQLITE_TEXT:
      if type == .list, let list = list(column) { return type.value(.list, list.span) }
      return (try? withCheckedText(column) { type.value(.text, $0) }) ?? .null
    default: return .null
    }
  }

  /// Whether a row of a table has the cell in a column as its value.
  func isSame(_ column: Int, as table: Table, slot: UInt32, attribute: Int) -> Bool {
    switch kind(column) {
    case SQLITE_NULL: return table.isNull(slot, attribute)
    case SQLITE_INTEGER:
      if let same = table.holds(integer(column), slot, attribute) { return same }
    case SQLITE_FLOAT:
      if let same = table.holds(number(column), slot, attribute) { return same }
    case SQLITE_TEXT:
      if let same = withText(column, { table.holds($0, slot, attribute) }) { return same }
    default: break
    }
    let type = table.schema.entries[attribute].type
    return value(column, as: type) == table.value(slot, attribute)
  }

  /// The cells of a key as the JSON text of an array.
  func keyText(_ columns: Range<Int>) throws -> String {
    JSON.array(
      try columns.map { column in
        switch kind(column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .number(number(column))
        case SQLITE_TEXT: .string(try withCheckedText(column) { _ in text(column) })
        case SQLITE_BLOB: throw UnreadableCell(reason: "a key holds a blob, which cannot be an id")
        default: .null
        }
      }
    ).description
  }

  /// The compact JSON text of the array of texts that a cell is; nil if it is none.
  private func list(_ column: Int) -> [UInt8]? {
    guard let json = withText(column, { try? JSON.parse($0) }) else { return nil }
    var text: [UInt8] = []
    return json.writeCell(into: &text) == .list ? text : nil
  }

  private func withCheckedText<Result>(
    _ column: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try withText(column) { bytes in
      guard bytes.isUTF8 else { throw UnreadableCell(reason: "it is not UTF-8") }
      return try body(bytes)
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are valid UTF-8.
  fileprivate var isUTF8: Bool {
    let isPlain = unsafe withUnsafeBytes { bytes in
      var all: UInt64 = 0
      var place = 0
      while place + 8 <= bytes.count {
        all |= unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        place += 8
      }
      while place < bytes.count {
        all |= UInt64(unsafe bytes[place])
        place += 1
      }
      return all & 0x8080_8080_8080_8080 == 0
    }
    if isPlain { return true }
    return unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
  }
}
