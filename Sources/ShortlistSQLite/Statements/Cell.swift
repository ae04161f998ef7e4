import GRDBSQLite
import ShortlistCore
import ShortlistJSON

/// The error for a cell that no attribute can hold.
struct UnreadableCellError: Error {
  let reason: String
}

/// A column value of a statement's current row, valid until the next step.
@safe struct Cell {
  private let handle: OpaquePointer?

  init(_ handle: OpaquePointer?) { unsafe (self.handle = handle) }

  /// The SQLite type code: `SQLITE_INTEGER` and so on.
  var kind: CInt { unsafe sqlite3_value_type(handle) }

  /// The value as an integer.
  var integer: Int { Int(unsafe sqlite3_value_int64(handle)) }

  /// The value as a double.
  var number: Double { unsafe sqlite3_value_double(handle) }

  /// Binds the value to a parameter of a statement.
  func bind(to statement: OpaquePointer, at place: CInt) -> CInt {
    unsafe sqlite3_bind_value(statement, place, handle)
  }

  /// Feeds the type and the bytes of the value to a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch kind {
    case SQLITE_INTEGER: hasher.combine(integer)
    case SQLITE_FLOAT: hasher.combine(number.bitPattern)
    case SQLITE_TEXT:
      withText { bytes in
        hasher.combine(bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      }
    case SQLITE_BLOB:
      withBlob { bytes in
        hasher.combine(bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      }
    default: break
    }
  }

  /// Calls `body` with the bytes of a blob.
  private func withBlob<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let start = unsafe sqlite3_value_blob(handle)?.assumingMemoryBound(to: UInt8.self)
    let count = Int(unsafe sqlite3_value_bytes(handle))
    // SQLite keeps the blob until the next step.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    return try body(unsafe Span(_unsafeElements: bytes))
  }

  /// Calls `body` with the bytes of the value as text, which may be invalid UTF-8.
  func withText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let start = unsafe sqlite3_value_text(handle)
    let count = Int(unsafe sqlite3_value_bytes(handle))
    // SQLite keeps the text until the next step.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    return try body(unsafe Span(_unsafeElements: bytes))
  }

  /// Appends the value to a batch of rows.
  ///
  /// - Parameters:
  ///   - batch: The batch that receives the cell.
  ///   - column: The column of the batch.
  ///   - isList: Whether a JSON array of texts becomes a list.
  ///   - odd: How values are appended that no attribute can hold.
  /// - Returns: The approximate size of the cell in bytes.
  /// - Throws: `UnreadableCellError`
  func hand(
    to batch: inout RowBatch, _ column: Int, isList: Bool, _ odd: OddValues
  ) throws -> Int {
    switch kind {
    case SQLITE_INTEGER: batch.append(integer, column: column)
    case SQLITE_FLOAT:
      // A list cannot show an infinite number; it becomes null.
      let number = number
      if number.isFinite { batch.append(number, column: column) }
    case SQLITE_TEXT:
      if isList, let list {
        batch.append(.list, list.span, column: column)
        return list.count
      }
      if odd != .refused, let text = keptText {
        batch.append(.text, text.span, column: column)
        return text.count
      }
      return try withCheckedText { text in
        batch.append(.text, text, column: column)
        return text.count
      }
    case SQLITE_BLOB:
      guard let blob = blobText(odd) else {
        throw UnreadableCellError(reason: "it holds a blob, which no attribute can hold")
      }
      let text = Array(blob.utf8)
      batch.append(.text, text.span, column: column)
      return text.count
    default: break
    }
    return 8
  }

  /// Returns the text that stands for a blob; nil if none does.
  fileprivate func blobText(_ odd: OddValues) -> String? {
    switch odd {
    case .refused: nil
    case .described:
      withBlob { $0.count == 1 ? "‹blob, 1 byte›" : "‹blob, \($0.count) bytes›" }
    case .spelled: withBlob { OddValues.literal(of: $0) }
    }
  }

  /// The text with kept bytes; nil if it is valid UTF-8 without any.
  fileprivate var keptText: [UInt8]? {
    withText { bytes in
      bytes.isASCII ? nil : KeptBytes.text(of: bytes.indices.map { bytes[$0] })
    }
  }

  /// Returns the value for an attribute type; null if it does not fit.
  ///
  /// - Parameters:
  ///   - type: The type of the attribute.
  ///   - odd: How values are read that no attribute can hold.
  /// - Returns: The value.
  func value(as type: AttributeType, _ odd: OddValues) -> CellValue {
    // What is shown to people has civil times, too.
    let dates = odd == .refused ? DateForms.zoned : .civil
    switch kind {
    case SQLITE_INTEGER: return type.value(integer)
    case SQLITE_FLOAT: return number.isFinite ? type.value(number) : .null
    case SQLITE_TEXT:
      if type == .list, let list { return type.value(.list, list.span) }
      if odd != .refused, let text = keptText { return type.value(.text, text.span) }
      return (try? withCheckedText { type.value(.text, $0, dates) }) ?? .null
    case SQLITE_BLOB where type == .text: return blobText(odd).map { .text($0) } ?? .null
    default: return .null
    }
  }

  /// Returns whether a row of the list holds this value.
  func isSame(as table: RowTable, slot: UInt32, attribute: Int, _ odd: OddValues) -> Bool {
    switch kind {
    case SQLITE_NULL: return table.isNull(slot, attribute)
    case SQLITE_INTEGER:
      if let same = table.holds(integer, slot, attribute) { return same }
    case SQLITE_FLOAT:
      let number = number
      if !number.isFinite { return table.isNull(slot, attribute) }
      if let same = table.holds(number, slot, attribute) { return same }
    case SQLITE_TEXT where odd == .refused || keptText == nil:
      if let same = withText({ table.holds($0, slot, attribute) }) { return same }
    default: break
    }
    let type = table.schema.entries[attribute].type
    return value(as: type, odd) == table.value(slot, attribute)
  }

  /// The compact JSON text of an array of texts; nil if the cell is not one.
  private var list: [UInt8]? {
    guard let json = withText({ try? JSON.parse($0) }) else { return nil }
    var text: [UInt8] = []
    return json.writeCell(into: &text) == .list ? text : nil
  }

  fileprivate func withCheckedText<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try withText { bytes in
      guard bytes.isUTF8 else { throw UnreadableCellError(reason: "it is not UTF-8") }
      return try body(bytes)
    }
  }
}

extension Statement {
  /// Returns the key's values as the JSON text of an array.
  ///
  /// - Throws: `UnreadableCellError` for a value that an id cannot hold.
  func keyText(_ columns: [Int], _ odd: OddValues) throws -> String {
    JSON.array(
      try columns.map { column in
        let cell = self[column]
        return switch cell.kind {
        case SQLITE_INTEGER: .integer(cell.integer)
        case SQLITE_FLOAT: JSON(ofKey: cell.number)
        case SQLITE_TEXT:
          if odd != .refused, let kept = cell.keptText {
            .string(String(decoding: kept, as: UTF8.self))
          } else {
            .string(try cell.withCheckedText { _ in text(column) })
          }
        case SQLITE_BLOB:
          if let blob = cell.blobText(odd) {
            .string(blob)
          } else {
            throw UnreadableCellError(reason: "a key holds a blob, which cannot be an id")
          }
        default: .null
        }
      }
    ).description
  }
}

extension Span<UInt8> {
  /// Whether the bytes are ASCII.
  fileprivate var isASCII: Bool {
    unsafe withUnsafeBytes { bytes in
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
  }

  /// Whether the bytes are valid UTF-8.
  fileprivate var isUTF8: Bool {
    if isASCII { return true }
    return unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
  }
}
