/// A mistake in the notation of a changeset, and where it is.
public struct NotationError: Error, Hashable, Sendable {
  /// Where the offending part starts, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What could have stood there, as a part of a sentence: `a position`, `a closing quote`.
  public var expected: String
  /// What stands there, up to the next white space; `white space` if it is that, empty at the end
  /// of the text.
  public var found: String

  /// Creates an error.
  public init(offset: Int, expected: String, found: String) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension NotationError: CustomStringConvertible {
  /// One line that names the place: `a position expected at byte 2 of the changes, not x`.
  public var description: String {
    let instead = found.isEmpty ? "the end" : found
    return "\(expected) expected at byte \(offset) of the changes, not \(instead)"
  }
}
