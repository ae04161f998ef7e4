/// A range of fields of a line, as `2`, `-1`, `2..`, `..3` or `1..-2`.
package struct FieldRange: Hashable, Sendable {
  private var first: Int?
  private var last: Int?

  /// Parses a range; nil if it is none.
  package init?(_ text: Substring) {
    let dots = text.indices.first { text[$0...].hasPrefix("..") }
    let first = text[..<(dots ?? text.endIndex)]
    let last = dots.map { text[$0...].dropFirst(2) } ?? first
    if dots == nil && first.isEmpty { return nil }
    for (part, path) in [(first, \Self.first), (last, \Self.last)] where !part.isEmpty {
      guard let number = Int(part), number != 0, part.first != "+" else { return nil }
      self[keyPath: path] = number
    }
  }

  /// Parses ranges with commas between them, as `1,3..`; nil if one of them is none.
  package static func ranges(_ text: Substring) -> [FieldRange]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let ranges = parts.compactMap { FieldRange($0) }
    return ranges.count == parts.count ? ranges : nil
  }

  /// The range as it is written.
  package var text: String {
    func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
    return first != nil && first == last ? text(first) : text(first) + ".." + text(last)
  }

  /// Returns the indices of the fields, of so many.
  package func indices(of count: Int) -> Range<Int> {
    func index(_ number: Int) -> Int { number > 0 ? number - 1 : count + number }
    let start = max(0, first.map(index) ?? 0)
    let end = min(count, (last.map(index) ?? count - 1) + 1)
    return start < end ? start..<end : 0..<0
  }
}
