import ShortlistTerminal

/// Makes a text in which all that would drive a terminal is shown as symbols.
func visible(_ text: String) -> String {
  ShownText(text, limit: .max).glyphs.map(\.text).joined()
}
