import Shortlist

/// A line of a program's output, without the sequences that color it, and with the styles they set.
///
/// Only colors and attributes are interpreted (`ESC [ … m`). `ESC [ K` and `ESC ( B` are left out,
/// because programs send them with every color and they change nothing here. Everything else stays
/// in the text, where `SanitizedText` makes it visible. Bytes that are not UTF-8 are kept as
/// `KeptBytes`.
package struct StyledText: Hashable, Sendable {
  /// A part of the text with one style.
  package struct Run: Hashable, Sendable {
    /// The end of the part in the text, in UTF-16 code units.
    package var end: Int
    package var style: Style
  }

  /// The text.
  package private(set) var text = ""
  /// The parts of the text, in order.
  package private(set) var runs: [Run] = []

  private init() {}

  /// Interprets a line.
  ///
  /// - Parameters:
  ///   - bytes: The line, without its end.
  ///   - style: The style at the start of the line; afterwards the style at its end.
  /// - Complexity: O(n)
  package init(_ bytes: ArraySlice<UInt8>, style: inout Style) {
    var rest = bytes
    while let escape = rest.firstIndex(of: 0x1B) {
      guard let end = Self.end(ofSequenceAt: escape, in: rest) else {
        append(rest[...escape], style)
        rest = rest[(escape + 1)...]
        continue
      }
      append(rest[..<escape], style)
      if rest[end - 1] == UInt8(ascii: "m") { style.apply(rest[(escape + 2)..<(end - 1)]) }
      rest = rest[end...]
    }
    append(rest, style)
  }

  /// Returns the style of the character at an offset, in UTF-16 code units.
  ///
  /// - Complexity: O(log n) in the number of runs
  package func style(at offset: Int) -> Style {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low < runs.count ? runs[low].style : .plain
  }

  /// The parts of the text with their styles.
  private var pieces: [(text: Substring, style: Style)] {
    var start = text.startIndex
    var offset = 0
    return runs.map { run in
      let end = text.utf16.index(start, offsetBy: run.end - offset)
      defer { (start, offset) = (end, run.end) }
      return (text[start..<end], run.style)
    }
  }

  /// The text with the sequences that set the styles.
  package var sequences: String {
    var style = Style.plain
    var result = ""
    for piece in pieces {
      result += style.change(to: piece.style) + piece.text
      style = piece.style
    }
    return result
  }

  /// Returns parts of the text.
  ///
  /// - Parameter parts: Ranges of the bytes of UTF-8, between characters.
  /// - Returns: The parts, one after the other.
  package func parts(_ parts: [Range<Int>]) -> StyledText {
    var result = StyledText()
    for part in parts {
      var start = 0
      for piece in pieces {
        let bytes = Array(piece.text.utf8)
        let first = max(0, part.lowerBound - start)
        let found = bytes.prefix(max(0, part.upperBound - start)).dropFirst(first)
        result.append(String(decoding: found, as: UTF8.self), piece.style)
        start += bytes.count
      }
    }
    return result
  }

  /// Returns pieces of the text, and other texts without a style.
  package func parts(_ pieces: [FieldTemplate.Piece]) -> StyledText {
    var result = StyledText()
    for piece in pieces {
      switch piece {
      case .text(let text): result.append(String(decoding: text, as: UTF8.self), .plain)
      case .range(let range):
        for one in parts([range]).pieces { result.append(String(one.text), one.style) }
      }
    }
    return result
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ style: Style) {
    let bytes = Array(bytes)
    append(String(decoding: KeptBytes.text(of: bytes) ?? bytes, as: UTF8.self), style)
  }

  private mutating func append(_ part: String, _ style: Style) {
    if part.isEmpty { return }
    text += part
    let end = (runs.last?.end ?? 0) + part.utf16.count
    if runs.last?.style == style {
      runs[runs.count - 1].end = end
    } else {
      runs.append(Run(end: end, style: style))
    }
  }

  /// Returns the index after the sequence that begins at an escape; nil if it is not one of those
  /// that are interpreted or left out.
  private static func end(ofSequenceAt escape: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let second = escape + 1
    guard second + 1 < bytes.endIndex else { return nil }
    if bytes[second] == UInt8(ascii: "(") {
      return bytes[second + 1] == UInt8(ascii: "B") ? second + 2 : nil
    }
    guard bytes[second] == UInt8(ascii: "[") else { return nil }
    var end = second + 1
    while end < bytes.endIndex, 0x30..<0x3C ~= bytes[end] { end += 1 }
    guard end < bytes.endIndex else { return nil }
    switch bytes[end] {
    case UInt8(ascii: "m"), UInt8(ascii: "K"): return end + 1
    default: return nil
    }
  }
}

extension Style {
  /// Applies the parameters of a sequence that selects colors and attributes, such as `1;38;5;208`.
  ///
  /// Unknown parameters are ignored.
  mutating func apply(_ parameters: ArraySlice<UInt8>) {
    var numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { part in part.split(separator: UInt8(ascii: ":")).map(Self.number) }[...]
    while let part = numbers.popFirst() {
      switch part.first ?? 0 {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4 where part.dropFirst().first != 0: attributes.insert(.underline)
      case 4, 24: attributes.remove(.underline)
      case 7: attributes.insert(.reverse)
      case 9: attributes.insert(.strikethrough)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 27: attributes.remove(.reverse)
      case 29: attributes.remove(.strikethrough)
      case let code where 30..<38 ~= code: color = .palette(UInt8(code - 30))
      case let code where 90..<98 ~= code: color = .palette(UInt8(code - 82))
      case let code where 40..<48 ~= code: background = .palette(UInt8(code - 40))
      case let code where 100..<108 ~= code: background = .palette(UInt8(code - 92))
      case 39: color = nil
      case 49: background = nil
      case 38: color = Self.color(part, &numbers) ?? color
      case 48: background = Self.color(part, &numbers) ?? background
      default: break
      }
    }
  }

  /// Returns the color that follows `38` or `48`, as `5;208`, `2;250;0;7` or after colons.
  private static func color(_ part: [Int], _ rest: inout ArraySlice<[Int]>) -> Color? {
    var values = Array(part.dropFirst())
    if values.isEmpty {
      let count = rest.first == [5] ? 2 : rest.first == [2] ? 4 : 0
      values = rest.prefix(count).map { $0.first ?? 0 }
      rest = rest.dropFirst(count)
    }
    let bytes = values.dropFirst().suffix(3).map { UInt8(clamping: $0) }
    switch values.first {
    case 5 where bytes.count == 1: return .palette(bytes[0])
    case 2 where bytes.count == 3: return .rgb(bytes[0], bytes[1], bytes[2])
    default: return nil
    }
  }

  /// Returns the number of digits; large ones are cut.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1) - 48, 1 << 16) }
  }
}
