/// Where the number of rows that match is shown, by the names of fzf.
package struct InfoStyle: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// In a line below the search, at its beginning or its end.
    case `default`, right
    case hidden
    /// Behind the search, or at the end of its line.
    case inline
    case inlineRight = "inline-right"
  }

  package private(set) var place = Place.inlineRight
  /// The text before the number.
  package private(set) var prefix = ""

  /// What is repeated in the rest of the line of the number; nil for the usual line.
  package var separator: String?

  /// Creates the usual style: at the end of the line of the search.
  package init() {}

  /// Parses a name, or `inline:PREFIX` and `inline-right:PREFIX`.
  package init(_ text: String) throws(SyntaxError) {
    let name = text.prefix { $0 != ":" }
    let prefix = text[name.endIndex...].dropFirst()
    guard let place = Place(rawValue: String(name)) else {
      throw SyntaxError(unknown: "style", name, among: Place.allCases.map(\.rawValue))
    }
    let isInline = place == .inline || place == .inlineRight
    if !prefix.isEmpty && !isInline {
      throw SyntaxError("only inline and inline-right have a text before the number", at: prefix)
    }
    self.place = place
    self.prefix = prefix.isEmpty && place == .inline ? "< " : String(prefix)
  }

  /// Whether the number has a line of its own.
  var hasLine: Bool { place == .default || place == .right }
}
