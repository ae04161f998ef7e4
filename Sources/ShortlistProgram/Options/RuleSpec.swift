/// The parsed argument of `--rule`: a filter, and the reason to refuse other rows, as in
/// `stock:1.. :: it is sold out`.
package struct RuleSpec: Hashable, Sendable {
  /// The error in an argument.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    /// A one-line message that says what is expected.
    package let description: String
  }

  /// The filter text.
  package let filter: String
  /// The reason.
  package let reason: String

  /// Parses an argument.
  ///
  /// Splits at the last `::`, because a filter can contain some in quotes.
  ///
  /// - Throws: `Problem` if a part is missing.
  package init(_ text: String) throws(Problem) {
    guard let place = text.indices.last(where: { text[$0...].hasPrefix("::") }) else {
      throw Problem(description: "a filter, two colons and a reason expected, not \"\(text)\"")
    }
    filter = Self.trimmed(text[..<place])
    reason = Self.trimmed(text[place...].dropFirst(2))
    if filter.isEmpty { throw Problem(description: "a filter expected before the two colons") }
    if reason.isEmpty { throw Problem(description: "a reason expected after the two colons") }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
