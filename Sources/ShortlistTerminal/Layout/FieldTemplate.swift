/// What is made of the fields of a line: fields, as `1,3..`, or a text with fields in braces, as
/// `{2}: {1} ({n})`.
package struct FieldTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text([UInt8])
    case fields([FieldRange])
    /// The index of the line, from 0.
    case index
  }

  /// A part of what is made of a line: some of its bytes, or other ones.
  package enum Piece: Hashable, Sendable {
    case range(Range<Int>)
    case text([UInt8])
  }

  private var parts: [Part] = []
  /// The template as it is written.
  package private(set) var text = ""

  /// Creates a template of nothing.
  package init() {}

  /// Parses fields or a text; nil if it is none.
  ///
  /// Braces with something else stay as they are.
  package init?(_ text: String) {
    self.text = text
    if !text.contains("{") {
      guard let ranges = FieldRange.ranges(text[...]) else { return nil }
      parts = [.fields(ranges)]
      return
    }
    var plain: [UInt8] = []
    var rest = text[...]
    while let character = rest.first {
      let inner = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
      let isClosed = inner.endIndex < rest.endIndex && rest[inner.endIndex] == "}"
      guard character == "{", isClosed, let part = Self.part(inner) else {
        plain += String(character).utf8
        rest.removeFirst()
        continue
      }
      parts += [.text(plain), part]
      plain = []
      rest = rest[inner.endIndex...].dropFirst()
    }
    parts.append(.text(plain))
  }

  private static func part(_ text: Substring) -> Part? {
    text == "n" ? .index : FieldRange.ranges(text).map { .fields($0) }
  }

  /// Whether nothing is made.
  package var isEmpty: Bool { parts.isEmpty }

  /// Whether it is fields alone.
  package var isFields: Bool { if case .fields = parts.first { true } else { false } }

  /// Returns what is made of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line.
  ///   - fields: How it is divided.
  ///   - index: Its index, from 0.
  /// - Returns: The pieces, in order.
  /// - Complexity: O(n)
  package func pieces(of line: [UInt8], _ fields: LineFields, index: Int) -> [Piece] {
    parts.flatMap { part -> [Piece] in
      switch part {
      case .text(let text): return [.text(text)]
      case .index: return [.text(Array(String(index).utf8))]
      case .fields(let ranges): return fields.parts(ranges, of: line).map { .range($0) }
      }
    }
  }

  /// Returns the same as bytes.
  package func text(of line: [UInt8], _ fields: LineFields, index: Int) -> [UInt8] {
    pieces(of: line, fields, index: index).flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): text
      case .range(let range): Array(line[range])
      }
    }
  }
}
