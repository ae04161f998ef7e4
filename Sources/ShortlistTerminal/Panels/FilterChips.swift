package import Shortlist

/// The current filters, shown as a line of chips.
package struct FilterChips: Hashable, Sendable {
  package struct Chip: Hashable, Sendable {
    package var member: FilterGroups.Member
    package var text: String
  }

  package let chips: [Chip]

  /// Creates a chip for each filter, in the order of the groups.
  package init(_ groups: FilterGroups) {
    chips = groups.groups.flatMap { group in
      group.filters.map { Chip(member: .init($0, in: group.name), text: $0.chipText) }
    }
  }

  /// The place of a chip on its line.
  package struct Place: Hashable, Sendable {
    package var chip: Int
    package var glyphs: [SanitizedText.Glyph]
    package var columns: Range<Int>
  }

  /// Lays out as many chips as fit, starting late enough that the wanted chip is visible.
  ///
  /// - Parameters:
  ///   - columns: The available columns.
  ///   - wanted: The chip that must be visible.
  ///   - isASCII: Whether symbols are limited to ASCII characters.
  /// - Returns: The places, from left to right.
  package func places(
    within columns: Range<Int>, showing wanted: Int, isASCII: Bool
  ) -> [Place] {
    let width = columns.count
    let close = isASCII ? " x" : " ✕"
    let texts = chips.map { chip in
      SanitizedText(chip.text, isASCII: isASCII, limit: 400)
        .fitted(to: max(1, min(40, width - 2)), isASCII: isASCII) + SanitizedText(close).glyphs
    }
    let widths = texts.map { $0.reduce(0) { $0 + $1.width } }
    var first = 0
    while first < wanted, widths[first...wanted].reduce(-2, { $0 + $1 + 2 }) > width { first += 1 }
    var places: [Place] = []
    var column = columns.lowerBound
    for index in first..<chips.count {
      if column + widths[index] > columns.upperBound { break }
      places.append(
        Place(chip: index, glyphs: texts[index], columns: column..<column + widths[index]))
      column += widths[index] + 2
    }
    return places
  }
}

extension Filter {
  /// The filter as text for display: `section: games`, `size 10..200`.
  var chipText: String {
    switch self {
    case .equals(let name, let value): "\(name): \(value.text)"
    case .not(.equals(let name, let value)): "not \(name): \(value.text)"
    case .inRange(let name, let lower, let upper):
      "\(name) \(Self.rangeText(lower, upper))"
    default: description
    }
  }

  /// Returns the display text of a range: `10..200`, `10..`.
  static func rangeText(_ lower: CellValue?, _ upper: CellValue?) -> String {
    let ends = [lower, upper].map { value in
      value.map { Quantity($0)?.shown ?? $0.text } ?? ""
    }
    return ends.joined(separator: "..")
  }
}
