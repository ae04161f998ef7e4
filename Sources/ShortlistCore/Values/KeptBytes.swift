/// Bytes of a text that are not valid UTF-8, kept as private-use characters.
///
/// A text of strangers, such as a file name, need not be valid UTF-8. The character U+10FF00 + b
/// stands for such a byte b. A character of this range that is in the text itself is kept byte by
/// byte as well, so that every sequence of bytes comes back as it was:
///
///     61 E9 62  ─▶  a U+10FFE9 b  ─▶  61 E9 62
package enum KeptBytes {
  /// The characters that stand for bytes.
  package static let characters: ClosedRange<UInt32> = 0x10FF00...0x10FFFF

  /// Returns the UTF-8 of the character that stands for a byte.
  package static func utf8(of byte: UInt8) -> [UInt8] {
    [0xF4, 0x8F, 0xBC | byte >> 6, 0x80 | byte & 0x3F]
  }

  /// Returns the byte that a character stands for; nil if it stands for itself.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    characters.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// Returns bytes as the UTF-8 of a text in which what is not valid is kept; nil if there is
  /// nothing to keep.
  ///
  /// - Complexity: O(n)
  package static func text(of bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    var hasKept = false
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var start = 0
    while true {
      let length: Int
      var keeps = false
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return hasKept ? text : nil
      case .error(let count): (length, keeps) = (count, true)
      case .valid(let scalar):
        length = scalar.count
        keeps = characters.contains(Unicode.UTF8.decode(scalar).value)
      }
      let part = bytes[start..<start + length]
      text += keeps ? part.flatMap(utf8) : Array(part)
      hasKept = hasKept || keeps
      start += length
    }
  }

  /// Returns the bytes of a text with kept bytes.
  ///
  /// - Complexity: O(n)
  package static func bytes(of text: String) -> [UInt8] {
    if !text.utf8.contains(0xF4) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    return bytes
  }

  /// Returns a text in which U+FFFD stands for each kept byte.
  ///
  /// - Complexity: O(n)
  package static func replaced(in text: String) -> String {
    if !text.utf8.contains(0xF4) { return text }
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      view.append(byte(of: scalar) == nil ? scalar : "\u{FFFD}")
    }
    return String(view)
  }
}
