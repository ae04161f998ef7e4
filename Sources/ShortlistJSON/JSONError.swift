/// Why bytes are not a JSON text, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// Where the offending byte is, counted from the beginning; the number of bytes at the end.
  public var offset: Int
  /// The 1-based line of that byte.
  public var line: Int
  /// The reason, as a part of a sentence: `a comma or ] is missing`.
  public var reason: String
}

extension JSONError: CustomStringConvertible {
  /// One line with the place and the reason.
  public var description: String { "line \(line), byte \(offset): \(reason)" }
}
