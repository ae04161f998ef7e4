import ShortlistTerminal

/// Returns a text with symbols in place of everything that could control a terminal.
func visible(_ text: String) -> String {
  SanitizedText(text, limit: .max).glyphs.map(\.text).joined()
}
