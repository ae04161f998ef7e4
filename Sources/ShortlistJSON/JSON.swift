/// A JSON text as a value that keeps what JSON texts say: the order of members, whole numbers
/// exactly to 64 bits, and other numbers as the double nearest to what is written.
///
/// Two values are equal if they have the same members in the same order; texts compare as Swift
/// strings do.
public enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int)
  /// Any other number; finite in everything that was parsed.
  case number(Double)
  /// A text.
  case string(String)
  /// A sequence of values.
  case array([JSON])
  /// Names with their values.
  case object(JSONObject)
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object with these members in this order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements.map { ($0, $1) }))
  }
}

extension JSON: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
