/// The sequence that puts a text on the clipboard of a terminal, if it allows that.
enum Clipboard {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the sequence for a text.
  static func sequence(for text: [UInt8]) -> [UInt8] {
    var bytes = Array("\u{1B}]52;c;".utf8)
    for start in stride(from: 0, to: text.count, by: 3) {
      let part = text[start..<min(start + 3, text.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        bytes.append(
          place <= part.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return bytes + [0x07]
  }
}
