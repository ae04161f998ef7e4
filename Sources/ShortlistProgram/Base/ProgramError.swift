import ArgumentParser
import Shortlist
import ShortlistTerminal

/// An error with its place in a text.
private protocol PlacedError: Error {
  var sentence: String { get }
  var text: String { get }
  var offset: Int { get }
}

extension FilterError: PlacedError {}
extension SearchError: PlacedError {}
extension SyntaxError: PlacedError {
  var sentence: String { description }
}

/// An error message for the user: one line, or the text with the mistake and a caret below it.
struct ProgramError: Error, CustomStringConvertible {
  let description: String
  /// Where the mistake is, as one line each for the text and the caret; empty if it is in no text.
  private(set) var place: [String] = []

  init(_ description: String) { self.description = description }

  /// Creates the message for an error in the text of an option.
  init(_ option: String, _ error: any Error) {
    guard let error = error as? any PlacedError else {
      self.init("\(option): \(error)")
      return
    }
    self.init("\(option): \(error.sentence)")
    mark(error.text, error.offset)
  }

  /// Returns what a text of an option is parsed to.
  ///
  /// - Throws: `ValidationError` with all lines of the message.
  static func parsing<Value>(_ option: String, _ parse: () throws -> Value) throws -> Value {
    do { return try parse() } catch {
      let failure = Self(option, error)
      throw ValidationError(([failure.description] + failure.place).joined(separator: "\n"))
    }
  }

  /// The widths of a text that are shown before and from its mistake on.
  private static let (before, after) = (40, 36)

  /// Shows the place that is `offset` UTF-8 bytes from the beginning of a text.
  private mutating func mark(_ text: String, _ offset: Int) {
    if text.isEmpty { return }
    func glyphs(_ bytes: some Sequence<UInt8>) -> [SanitizedText.Glyph] {
      SanitizedText(String(decoding: Array(bytes), as: UTF8.self), limit: .max).glyphs
    }
    var start = glyphs(text.utf8.prefix(offset))
    let isCut = start.reduce(0) { $0 + $1.width } > Self.before
    while start.reduce(0, { $0 + $1.width }) > Self.before { start.removeFirst() }
    var (rest, width) = (String(), 0)
    for glyph in glyphs(text.utf8.dropFirst(offset)) {
      width += glyph.width
      if width > Self.after {
        rest += "…"
        break
      }
      rest += glyph.text
    }
    let shown = (isCut ? "…" : "") + start.map(\.text).joined()
    let caret = start.reduce(isCut ? 1 : 0) { $0 + $1.width }
    place = ["  " + shown + rest, String(repeating: " ", count: caret + 2) + "^"]
  }
}
