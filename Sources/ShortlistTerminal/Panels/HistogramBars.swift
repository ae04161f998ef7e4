/// The bars of a histogram, measured in fractions of a line.
package struct HistogramBars: Hashable, Sendable {
  /// The block characters, from lowest to full height.
  package static let unicode = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The ASCII equivalents of the block characters.
  package static let ascii = [".", ":", "|", "#"]

  /// The heights of the bars, in fractions of a line.
  package let heights: [Int]
  /// Whether heights are proportional to the logarithms of the row counts.
  ///
  /// They are if a few bars would otherwise make all others invisible.
  package let isLogarithmic: Bool
  private let levels: [String]

  /// Creates bars from row counts.
  ///
  /// - Parameters:
  ///   - counts: The row counts.
  ///   - lines: The height of the highest bar, in lines.
  ///   - levels: The characters for the fractions of a line.
  package init(_ counts: [Int], lines: Int, levels: [String] = Self.unicode) {
    self.levels = levels
    let present = counts.filter { $0 > 0 }.sorted()
    let highest = present.last ?? 0
    let isLogarithmic = !present.isEmpty && highest / 16 > present[(present.count - 1) / 2]
    self.isLogarithmic = isLogarithmic
    let full = max(1, lines) * levels.count
    heights = counts.map { count in
      if count == 0 { return 0 }
      let part =
        isLogarithmic
        ? Self.logarithm(count) / Self.logarithm(highest) : Double(count) / Double(highest)
      return min(max(1, Int((part * Double(full)).rounded())), full)
    }
  }

  /// Returns the character of a bar on a line, counted from the bottom; nil above the bar.
  package func character(_ bar: Int, line: Int) -> String? {
    let height = heights[bar] - line * levels.count
    return height > 0 ? levels[min(height, levels.count) - 1] : nil
  }

  /// Returns approximately log2(`count` + 1), interpolated linearly between powers of two.
  private static func logarithm(_ count: Int) -> Double {
    let number = Double(count) + 1
    return Double(number.exponent) + number.significand - 1
  }
}
