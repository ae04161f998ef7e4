/// What `--rule` asks for: a filter, and the reason to refuse other rows, as in
/// `stock:1.. :: it is sold out`.
package struct RuleSpec: Hashable, Sendable {
  /// What is wrong with the words.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    /// One line that says what is expected.
    package let description: String
  }

  /// The filter text.
  package let filter: String
  /// The reason.
  package let reason: String

  /// Reads the words; the last `::` parts them, since a filter can have some between quotes.
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
