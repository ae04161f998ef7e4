import GRDBSQLite
import ShortlistCore
import ShortlistJSON

/// Why a cell cannot be a value of a list.
struct UnreadableCell: Error {
  let reason: String
}

/// What a row of a statement has in a column, until the statement goes on.
@safe struct Cell {
  private let handle: OpaquePointer?

  init(_ handle: OpaquePointer?) { unsafe (self.handle = handle) }

  /// What kind of value it is: `SQLITE_INTEGER` and so on.
  var kind: CInt { unsafe sqlite3_value_type(handle) }

  /// It as a whole number.
  var integer: Int { Int(unsafe sqlite3_value_int64(handle)) }

  /// It as a number.
  var number: Double { unsafe sqlite3_value_double(handle) }

  /// Binds it to the parameter of a statement.
  func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
    unsafe sqlite3_bind_value(statement, place, handle)
  }

  /// Calls `body` with the bytes of it as a text, whether they are UTF-8 or not.
  func withText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let start = unsafe sqlite3_value_text(handle)
    let count = Int(unsafe sqlite3_value_bytes(handle))
    // SQLite keeps the text until the next step.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    return try body(unsafe Span(_unsafeElements: bytes))
  }

  /// Hands it to a batch of rows.
  ///
  /// - Parameters:
  ///   - batch: Takes the cell.
  ///   - column: The column of the batch.
  ///   - isList: Whether a text may be a list of texts.
  /// - Returns: About how many bytes the cell has.
  /// - Throws: `UnreadableCell`
  func hand(to batch: inout RowBatch, _ column: Int, isList: Bool) throws -> Int {
    switch kind {
    case SQLITE_INTEGER: batch.append(integer, column: column)
    case SQLITE_FLOAT:
      // An infinite number is none that a list can show.
      let number = number
      if number.isFinite { batch.append(number, column: column) }
    case SQLITE_TEXT:
      if isList, let list {
        batch.append(.list, list.span, column: column)
        return list.count
      }
      return try withCheckedText { text in
        batch.append(.text, text, column: column)
        return text.count
      }
    case SQLITE_BLOB: throw UnreadableCell(reason: "it holds a blob, which no attribute can hold")
    default: break
    }
    return 8
  }

  /// It as a value of an attribute; null if it does not fit.
  func value(as type: AttributeType) -> CellValue {
    switch kind {
    case SQLITE_INTEGER: return type.value(integer)
    case SQLITE_FLOAT: return number.isFinite ? type.value(number) : .null
    case SQLITE_TEXT:
      if type == .list, let list { return type.value(.list, list.span) }
      return (try? withCheckedText { type.value(.text, $0) }) ?? .null
    default: return .null
    }
  }

  /// Whether a row of a table has it as its value.
  func isSame(as table: RowTable, slot: UInt32, attribute: Int) -> Bool {
    switch kind {
    case SQLITE_NULL: return table.isNull(slot, attribute)
    case SQLITE_INTEGER:
      if let same = table.holds(integer, slot, attribute) { return same }
    case SQLITE_FLOAT:
      let number = number
      if !number.isFinite { return table.isNull(slot, attribute) }
      if let same = table.holds(number, slot, attribute) { return same }
    case SQLITE_TEXT:
      if let same = withText({ table.holds($0, slot, attribute) }) { return same }
    default: break
    }
    let type = table.schema.entries[attribute].type
    return value(as: type) == table.value(slot, attribute)
  }

  /// The compact JSON text of the array of texts that a cell is; nil if it is none.
  private var list: [UInt8]? {
    guard let json = withText({ try? JSON.parse($0) }) else { return nil }
    var text: [UInt8] = []
    return json.writeCell(into: &text) == .list ? text : nil
  }

  fileprivate func withCheckedText<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try withText { bytes in
      guard bytes.isUTF8 else { throw UnreadableCell(reason: "it is not UTF-8") }
      return try body(bytes)
    }
  }
}

extension Statement {
  /// The cells of a key as the JSON text of an array.
  func keyText(_ columns: [Int]) throws -> String {
    JSON.array(
      try columns.map { column in
        let cell = self[column]
        return switch cell.kind {
        case SQLITE_INTEGER: .integer(cell.integer)
        case SQLITE_FLOAT: JSON(ofKey: cell.number)
        case SQLITE_TEXT: .string(try cell.withCheckedText { _ in text(column) })
        case SQLITE_BLOB: throw UnreadableCell(reason: "a key holds a blob, which cannot be an id")
        default: .null
        }
      }
    ).description
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
