/// An error in a filter text, with its position.
public struct FilterError: Error, Hashable, Sendable {
  /// The start of the offending token, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What was expected, worded as part of a sentence: `a number`, `AND, OR or a term`.
  public var expected: String
  /// The text found instead, up to the next white space; empty at the end of the text.
  public var found: String

  /// Creates an error.
  public init(offset: Int, expected: String, found: String) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension FilterError: CustomStringConvertible {
  /// A one-line message with the position: `a number expected at byte 6 of the filter, not abc`.
  public var description: String {
    let instead = found.isEmpty ? "the end" : found
    return "\(expected) expected at byte \(offset) of the filter, not \(instead)"
  }
}
