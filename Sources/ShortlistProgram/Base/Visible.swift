import ShortlistTerminal

/// Makes a text in which all that would drive a terminal is shown as symbols.
func visible(_ text: String) -> String {
  SanitizedText(text, limit: .max).glyphs.map(\.text).joined()
}
