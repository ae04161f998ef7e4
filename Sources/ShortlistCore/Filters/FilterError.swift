/// A mistake in a filter text, and where it is.
public struct FilterError: Error, Hashable, Sendable {
  /// Where the offending token starts, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What could have stood there, as a part of a sentence: `a number`, `AND, OR or a term`.
  public var expected: String
  /// What stands there, up to the next white space; empty at the end of the text.
  public var found: String

  /// Creates an error.
  public init(offset: Int, expected: String, found: String) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension FilterError: CustomStringConvertible {
  /// One line that names the place: `a number expected at byte 6 of the filter, not abc`.
  public var description: String {
    let instead = found.isEmpty ? "the end" : found
    return "\(expected) expected at byte \(offset) of the filter, not \(instead)"
  }
}
