/// A syntax error in the notation of a changeset, with its location.
///
///     do throws(NotationError) {
///       pending = try Changeset(notation: "-0:x")
///     } catch {
///       show(error.description, at: error.offset)
///     }
public struct NotationError: Error, Hashable, Sendable {
  /// The offset of the offending part, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What was expected there, as a part of a sentence: `a position`, `a closing quote`.
  public var expected: String
  /// The text found there, up to the next white space.
  ///
  /// It is `white space` if the text begins with white space, and empty at the end of the text.
  public var found: String

  /// Creates an error.
  public init(offset: Int, expected: String, found: String) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension NotationError: CustomStringConvertible {
  /// One line with the location: `a position expected at byte 2 of the changes, not x`.
  public var description: String {
    let instead = found.isEmpty ? "the end" : found
    return "\(expected) expected at byte \(offset) of the changes, not \(instead)"
  }
}
