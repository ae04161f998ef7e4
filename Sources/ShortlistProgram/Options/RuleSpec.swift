package import ShortlistTerminal

/// The parsed argument of `--rule`: a filter, and the reason to refuse other rows, as in
/// `stock:1.. :: it is sold out`.
package struct RuleSpec: Hashable, Sendable {
  /// The filter text.
  package let filter: String
  /// The reason.
  package let reason: String

  /// Parses an argument.
  ///
  /// Splits at the last `::`, because a filter can contain some in quotes.
  ///
  /// - Throws: `SyntaxError` if a part is missing.
  package init(_ text: String) throws(SyntaxError) {
    guard let place = text.indices.last(where: { text[$0...].hasPrefix("::") }) else {
      throw SyntaxError(
        "a filter, two colons and a reason expected, not \"\(text)\"", at: text[text.endIndex...])
    }
    filter = Self.trimmed(text[..<place])
    reason = Self.trimmed(text[place...].dropFirst(2))
    if filter.isEmpty {
      throw SyntaxError("a filter expected before the two colons", at: text[place...])
    }
    if reason.isEmpty {
      throw SyntaxError("a reason expected after the two colons", at: text[text.endIndex...])
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
