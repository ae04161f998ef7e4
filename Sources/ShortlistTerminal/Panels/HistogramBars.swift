/// The bars of a histogram, in parts of a line.
package struct HistogramBars: Hashable, Sendable {
  /// The characters of a part of a line, from the lowest; the last one is a full line.
  package static let unicode = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The same in ASCII.
  package static let ascii = [".", ":", "|", "#"]

  /// How high the bars are: in so many parts of a line.
  package let heights: [Int]
  /// Whether they are as high as the logarithms of the numbers of rows.
  ///
  /// They are if a few bars would make all others invisible.
  package let isLogarithmic: Bool
  private let levels: [String]

  /// Makes bars of numbers of rows.
  ///
  /// - Parameters:
  ///   - counts: The numbers of rows.
  ///   - lines: The lines that the highest bar takes.
  ///   - levels: The characters of a part of a line.
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

  /// The character of a bar on a line, counted from the lowest; nil where there is none.
  package func character(_ bar: Int, line: Int) -> String? {
    let height = heights[bar] - line * levels.count
    return height > 0 ? levels[min(height, levels.count) - 1] : nil
  }

  /// About the binary logarithm of a number one greater: straight between the powers of two.
  private static func logarithm(_ count: Int) -> Double {
    let number = Double(count) + 1
    return Double(number.exponent) + number.significand - 1
  }
}
