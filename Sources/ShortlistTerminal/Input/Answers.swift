/// What a terminal answers to questions about itself.
package struct Answers: Hashable, Sendable {
  /// Whether the background is light; nil if there was no answer.
  package var isLight: Bool?
  /// Whether the terminal has said which one it is, which all terminals do.
  package var isIdentified = false

  /// The question for the color of the background, and then the one that all terminals answer: the
  /// answer to the second one tells that there will be none to the first one.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Returns whether a color is light.
  ///
  /// - Parameter bytes: The answer: `]11;rgb:ffff/ffff/ffff`, with one to four digits for each
  ///   part.
  /// - Returns: Whether it is light; nil if the answer is about something else.
  package static func isLight(_ bytes: [UInt8]) -> Bool? {
    let text = String(decoding: bytes.filter { $0 != 0x1B }, as: UTF8.self)
    let starts = ["]11;rgb:", "]11;rgba:"]
    guard let start = starts.first(where: text.hasPrefix) else { return nil }
    let parts = text.dropFirst(start.count).split(separator: "/").prefix(3).map { part in
      Int(part, radix: 16).map { Double($0) / Double((1 << (4 * min(part.count, 4))) - 1) }
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
  }
}
