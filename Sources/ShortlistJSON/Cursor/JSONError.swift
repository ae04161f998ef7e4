/// A syntax error in a JSON text, and its position.
public struct JSONError: Error, Hashable, Sendable {
  /// The offset of the offending byte; the number of bytes if the text ends too early.
  public var offset: Int
  /// The 1-based line of that byte.
  public var line: Int
  /// The reason, phrased as part of a sentence: `a comma or ] is missing`.
  public var reason: String
}

extension JSONError: CustomStringConvertible {
  /// The position and the reason on one line.
  public var description: String { "line \(line), byte \(offset): \(reason)" }
}
