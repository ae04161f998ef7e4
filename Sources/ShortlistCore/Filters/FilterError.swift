/// An error in a filter text, with its position.
///
///     do {
///       try await shop.filter("price:abc")
///     } catch let error as PickListError {
///       print((error.underlying as? FilterError)?.expected ?? "")  // a number
///     }
public struct FilterError: Error, Hashable, Sendable {
  /// The start of the offending token, in UTF-8 bytes from the beginning of the text.
  public var offset: Int
  /// What was expected, worded as part of a sentence: `a number`, `AND, OR or a term`.
  public var expected: String
  /// The text found instead, up to the next white space; empty at the end of the text.
  public var found: String
  /// The text with the error; empty if it is not known.
  package var text = ""
  /// The attribute that does not exist; nil for another error.
  package var unknown: String?
  /// What to write instead, worded as part of a sentence: `did you mean year?`.
  package var advice: String?

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

extension FilterError {
  /// The message without the position, for front ends that show the filter:
  /// `there is no attribute yaer; did you mean year?`.
  package var sentence: String {
    let instead = found.isEmpty ? "the end" : found
    let problem =
      unknown.map { "there is no attribute \($0)" } ?? "\(expected) expected, not \(instead)"
    return problem + (advice.map { "; \($0)" } ?? "")
  }
}
