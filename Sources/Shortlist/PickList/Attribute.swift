/// The name of an attribute of a list's rows.
///
/// Two names are equal if their code points are equal.
///
///     let price: Attribute = "price"
public struct Attribute: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public var rawValue: String

  /// Creates a name.
  public init(_ name: String) { rawValue = name }

  /// Creates a name from a literal.
  public init(stringLiteral name: String) { rawValue = name }

  /// The name.
  public var description: String { rawValue }

  /// Whether two names are equal, code point by code point.
  public static func == (a: Self, b: Self) -> Bool {
    a.rawValue.utf8.elementsEqual(b.rawValue.utf8)
  }

  /// Hashes the UTF-8 bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
  }
}
