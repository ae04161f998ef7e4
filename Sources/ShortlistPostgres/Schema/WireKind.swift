import ShortlistCore
import ShortlistJSON

/// The form in which a statement asks for the values of a column.
enum WireKind: Hashable, Sendable {
  /// An integer of 64 bits.
  case integer
  /// A floating-point number of 32 or 64 bits.
  case float4, float8
  case boolean
  /// A decimal number, as text.
  case numeric
  /// A timestamp with time zone, as text in UTC.
  case instant
  /// A timestamp without time zone, as text.
  case localTime
  /// A day, as text.
  case day
  /// An array, whose elements are texts.
  case list
  /// Bytes, of which only the number is shown.
  case bytes
  /// Anything else, as text; unchecked if the database has no encoding, so that it may be no UTF-8.
  case text, uncheckedText

  /// Chooses the form for a type that is not a domain.
  ///
  /// - Parameters:
  ///   - name: `pg_type.typname`
  ///   - category: `pg_type.typcategory`
  init(type name: String, category: String) {
    switch name {
    case "int2", "int4", "int8", "oid": self = .integer
    case "float4": self = .float4
    case "float8": self = .float8
    case "bool": self = .boolean
    case "numeric": self = .numeric
    case "timestamptz": self = .instant
    case "timestamp": self = .localTime
    case "date": self = .day
    case "bytea": self = .bytes
    default: self = category == "A" && name.hasPrefix("_") ? .list : .text
    }
  }

  /// The type of the attribute, if all values fit it.
  var type: AttributeType {
    switch self {
    case .integer: .integer
    case .float4, .float8, .numeric: .number
    case .boolean: .boolean
    case .instant, .day: .date
    case .list: .list
    case .localTime, .bytes, .text, .uncheckedText: .text
    }
  }

  /// Returns the expression that a statement selects for a column, which may identify rows: then
  /// its bytes are needed.
  func expression(of column: String, isKey: Bool) -> String {
    switch self {
    case .integer: "\(column)::int8"
    case .float4, .float8, .boolean: column
    case .list: "\(column)::text[]"
    case .bytes where !isKey: "'‹' || octet_length(\(column)) || ' bytes›'"
    case .bytes, .numeric, .instant, .localTime, .day, .text, .uncheckedText: "\(column)::text"
    }
  }

  /// Hands a value to its receiver.
  ///
  /// - Parameters:
  ///   - bytes: The field.
  ///   - type: The type of the attribute, if it is known; it makes a decimal number that no double
  ///     holds a rounded one, and a time without a zone one in UTC.
  ///   - sink: The receiver; it receives nothing for a number that is not finite.
  func hand(_ bytes: Span<UInt8>, as type: AttributeType?, to sink: inout some ValueSink) {
    switch self {
    case .integer: sink.set(Int(truncatingIfNeeded: bytes.bits))
    case .float8: sink.setFinite(Double(bitPattern: bytes.bits))
    case .float4:
      // The shortest text of the number, not the one of the nearest double.
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bits))
      sink.setFinite(Double(number.description) ?? .nan)
    case .boolean:
      let isTrue = bytes.count == 1 && bytes[0] != 0
      sink.set(.boolean, Array((isTrue ? "true" : "false").utf8).span)
    case .numeric:
      if bytes.isDecimal(exactly: type != .number) {
        sink.set(.number, bytes)
      } else if bytes.count > 0, bytes[bytes.count - 1] &- 48 < 10 {
        sink.set(.text, bytes)
      }
    case .instant, .localTime:
      var text = bytes.indices.map { bytes[$0] }
      if text.count > 18, text[10] == UInt8(ascii: " ") { text[10] = UInt8(ascii: "T") }
      if self == .instant, text.suffix(3).elementsEqual("+00".utf8) { text.removeLast(3) }
      if self == .instant && text.count != bytes.count || self == .localTime && type == .date {
        text.append(UInt8(ascii: "Z"))
      }
      sink.set(.text, text.span)
    case .list: sink.set(.list, Array(bytes.arrayText.utf8).span)
    case .day, .bytes, .text: sink.set(.text, bytes)
    case .uncheckedText: sink.set(.text, Array(bytes.string.utf8).span)
    }
  }
}

/// A receiver of values.
protocol ValueSink {
  mutating func set(_ integer: Int)
  /// Sets a finite number.
  mutating func set(_ number: Double)
  mutating func set(_ kind: CellKind, _ bytes: Span<UInt8>)
}

extension ValueSink {
  fileprivate mutating func setFinite(_ number: Double) {
    if number.isFinite { set(number) }
  }
}

/// A receiver that makes a value of a type; null if the value does not fit.
struct TypedValue: ValueSink {
  let type: AttributeType
  private(set) var value = CellValue.null

  init(_ type: AttributeType) { self.type = type }

  mutating func set(_ integer: Int) { value = type.value(integer) }
  mutating func set(_ number: Double) { value = type.value(number) }
  mutating func set(_ kind: CellKind, _ bytes: Span<UInt8>) { value = type.value(kind, bytes) }
}

/// A receiver that appends the value to a batch of rows.
struct BatchedValue: ValueSink {
  var batch: RowBatch
  var column = 0
  /// The approximate size of all values in bytes.
  private(set) var bytes = 0

  init(_ batch: RowBatch) { self.batch = batch }

  mutating func set(_ integer: Int) {
    batch.append(integer, column: column)
    bytes += 8
  }
  mutating func set(_ number: Double) {
    batch.append(number, column: column)
    bytes += 8
  }
  mutating func set(_ kind: CellKind, _ bytes: Span<UInt8>) {
    batch.append(kind, bytes, column: column)
    self.bytes += bytes.count
  }
}

/// A receiver that compares the value with the one of a list's row.
struct ComparedValue: ValueSink {
  let table: RowTable
  let slot: UInt32
  private var attribute = 0
  private(set) var isSame = true

  init(_ table: RowTable, _ slot: UInt32) {
    self.table = table
    self.slot = slot
  }

  /// Begins with an attribute; no value that is set is null.
  mutating func begin(_ attribute: Int) {
    self.attribute = attribute
    isSame = table.isNull(slot, attribute)
  }

  private var type: AttributeType { table.schema.entries[attribute].type }

  mutating func set(_ integer: Int) {
    isSame =
      table.holds(integer, slot, attribute)
      ?? (type.value(integer) == table.value(slot, attribute))
  }
  mutating func set(_ number: Double) {
    isSame =
      table.holds(number, slot, attribute) ?? (type.value(number) == table.value(slot, attribute))
  }
  mutating func set(_ kind: CellKind, _ bytes: Span<UInt8>) {
    let isHeld = kind == .text ? table.holds(bytes, slot, attribute) : nil
    isSame = isHeld ?? (type.value(kind, bytes) == table.value(slot, attribute))
  }
}

extension Span<UInt8> {
  /// The bits of an integer, most significant byte first.
  fileprivate var bits: UInt64 {
    var bits: UInt64 = 0
    for index in indices { bits = bits << 8 | UInt64(self[index]) }
    return bits
  }

  /// The bytes as a text; invalid UTF-8 is replaced.
  fileprivate var string: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether the text of a decimal number is a finite one that a double gives back digit by
  /// digit, or, if not `exactly`, one that it is near to.
  fileprivate func isDecimal(exactly: Bool) -> Bool {
    guard count > 0, self[count - 1] &- 48 < 10 else { return false }
    if count <= 15 || !exactly { return true }
    let text = string
    let digits = text.significantDigits
    if digits.count <= 15 { return true }
    guard let number = Double(text), number.isFinite else { return false }
    return number.description.significantDigits == digits
  }

  /// The elements of an array in binary form as a JSON array of texts; nulls are left out.
  fileprivate var arrayText: String {
    var place = 0
    func integer() -> Int {
      guard place + 4 <= count else { return -1 }
      defer { place += 4 }
      return Int(Int32(truncatingIfNeeded: extracting(place..<place + 4).bits))
    }
    let dimensions = Swift.min(integer(), 6)
    // Whether there are nulls, and the type of the elements.
    place += 8
    var left = dimensions > 0 ? 1 : 0
    for _ in 0..<Swift.max(0, dimensions) {
      // The number of elements, and the index of the first one.
      left = left.multipliedReportingOverflow(by: integer()).partialValue
      place += 4
    }
    var elements: [JSON] = []
    while left > 0, place + 4 <= count {
      left -= 1
      let length = integer()
      guard length >= 0, place + length <= count else { continue }
      elements.append(.string(extracting(place..<place + length).string))
      place += length
    }
    return JSON.array(elements).description
  }
}

extension String {
  /// The digits of a number without leading and trailing zeros.
  fileprivate var significantDigits: Substring {
    let mantissa = prefix { $0 != "e" }
    let digits = String(mantissa.filter(\.isASCII).filter(\.isNumber)).drop { $0 == "0" }
    var end = digits
    while end.last == "0" { end.removeLast() }
    return end
  }
}
