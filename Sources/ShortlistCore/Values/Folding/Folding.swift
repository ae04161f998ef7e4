/// Folding, the normalization of text for search, equality and order.
///
/// Folding removes differences that do not matter in a search: case, accents and other marks,
/// widths and other variants of a letter. It applies compatibility decomposition (NFKD), removal of
/// marks (general category M), full case folding, replacement of the letters `ł ø đ ð ħ ŧ ı æ œ þ`
/// by `l o d d h t i ae oe th`, then compatibility composition (NFKC):
///
///     Łódź   → lodz        Straße → strasse
///     Ｆｕｌｌ → full        ﬁnd    → find
///
/// Folding is idempotent. All operations require valid UTF-8. The Unicode version is
/// ``unicodeVersion`` on every system.
package enum Folding {
  /// The version of Unicode that folding and words follow.
  package static var unicodeVersion: String { FoldingData.version }

  /// The maximum number of folded bytes per byte of a text.
  static let maxGrowth = 16

  /// Appends the folded form of a text to `output`; existing bytes stay untouched.
  ///
  /// - Complexity: O(*n*), at memory speed for ASCII.
  /// - Precondition: `bytes` is valid UTF-8.
  package static func fold(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let start = output.count
    var position = appendASCII(of: bytes, from: 0, to: &output)
    guard position < bytes.count else { return }
    let table = FoldingTable.shared
    while position < bytes.count {
      if bytes[position] < 0x80 {
        position = appendASCII(of: bytes, from: position, to: &output)
      } else {
        let (scalar, length) = bytes.scalar(at: position)
        table.appendFold(of: scalar, to: &output, joiningFrom: start)
        position += length
      }
    }
  }

  /// Returns the folded form of a text, as UTF-8.
  ///
  /// - Complexity: O(n) for n bytes
  package static func fold(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    var text = text
    text.withUTF8 { utf8 in
      output.reserveCapacity(utf8.count)
      fold(unsafe utf8.span, into: &output)
    }
    return output
  }

  /// Returns the folded form of a text.
  ///
  /// - Complexity: O(n) for n bytes
  package static func foldedText(_ text: String) -> String {
    var text = text
    let isFolded = text.withUTF8 { utf8 in Self.isFolded(unsafe utf8.span) }
    return isFolded ? text : String(decoding: fold(text), as: UTF8.self)
  }
}
