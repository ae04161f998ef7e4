package import Shortlist

/// The current filters, a chip each, in one line.
package struct FilterChips: Hashable, Sendable {
  package struct Chip: Hashable, Sendable {
    package var member: FilterGroups.Member
    package var text: String
  }

  package let chips: [Chip]

  /// The filters of groups, in their order.
  package init(_ groups: FilterGroups) {
    chips = groups.groups.flatMap { group in
      group.filters.map { Chip(member: .init($0, in: group.name), text: $0.chipText) }
    }
  }

  /// A chip where it is drawn.
  package struct Place: Hashable, Sendable {
    package var chip: Int
    package var glyphs: [SanitizedText.Glyph]
    package var columns: Range<Int>
  }

  /// Where chips are drawn: as many as fit, from the first or so far on that one of them is seen.
  ///
  /// - Parameters:
  ///   - width: The columns that there are.
  ///   - wanted: The chip that is to be seen.
  ///   - isASCII: Whether signs are made of ASCII characters only.
  /// - Returns: The places from left to right.
  package func places(within width: Int, showing wanted: Int, isASCII: Bool) -> [Place] {
    let close = isASCII ? " x" : " ✕"
    let texts = chips.map { chip in
      SanitizedText(chip.text, isASCII: isASCII, limit: 400)
        .fitted(to: max(1, min(40, width - 2)), isASCII: isASCII) + SanitizedText(close).glyphs
    }
    let widths = texts.map { $0.reduce(0) { $0 + $1.width } }
    var first = 0
    while first < wanted, widths[first...wanted].reduce(-2, { $0 + $1 + 2 }) > width { first += 1 }
    var places: [Place] = []
    var column = 0
    for index in first..<chips.count {
      if column + widths[index] > width { break }
      places.append(
        Place(chip: index, glyphs: texts[index], columns: column..<column + widths[index]))
      column += widths[index] + 2
    }
    return places
  }
}

extension Filter {
  /// The filter as a person reads it: `section: games`, `size 10..200`.
  var chipText: String {
    switch self {
    case .equals(let name, let value): "\(name): \(value.text)"
    case .not(.equals(let name, let value)): "not \(name): \(value.text)"
    case .inRange(let name, let lower, let upper):
      "\(name) \(Self.rangeText(lower, upper))"
    default: description
    }
  }

  /// A range as it is shown: `10..200`, `10..`.
  static func rangeText(_ lower: CellValue?, _ upper: CellValue?) -> String {
    let ends = [lower, upper].map { value in
      value.map { Quantity($0)?.shown ?? $0.text } ?? ""
    }
    return ends.joined(separator: "..")
  }
}
