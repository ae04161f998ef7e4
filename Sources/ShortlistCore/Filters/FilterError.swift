/// A mistake in a filter text, and where it is.
public struct FilterError: Error, Hashable, Sendable {
  /// Where the offending token starts, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What could have stood there, as a part of a sentence: `a number`, `AND, OR or a term`.
  public var expected: String

  /// Creates an error.
  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}

extension FilterError: CustomStringConvertible {
  /// One line that names the place.
  public var description: String { "filter text: \(expected) expected at byte \(offset)" }
}
