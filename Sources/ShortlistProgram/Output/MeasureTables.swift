import Shortlist
import ShortlistTerminal

/// The counts and measures of a list, as tables for display.
struct MeasureTables {
  /// Whether counts are also drawn as bars.
  var hasBars: Bool

  /// The width of the longest bar, in columns.
  private static let barWidth = 24

  /// Returns the tables, first the values of attributes, then the measures of numbers.
  ///
  /// - Parameters:
  ///   - measures: The counts and measures.
  ///   - count: The number of rows of the list.
  /// - Returns: The text, with a line terminator at its end.
  func text(of measures: Measures, count: Int) -> String {
    if count == 0 { return "no rows\n" }
    if measures.total == 0 { return "no rows match (of \(count.grouped))\n" }
    let matching = measures.total == count ? "" : " match (of \(count.grouped))"
    let parts = measures.facets.map(text) + measures.numbers.map(text)
    let nothing = "no attribute has few values; name some with --by\n"
    return (["\(rows(measures.total))\(matching)\n"] + (parts.isEmpty ? [nothing] : parts))
      .joined(separator: "\n")
  }

  private func rows(_ count: Int) -> String { "\(count.grouped) \(count == 1 ? "row" : "rows")" }

  /// Returns a bar for a count, with a length proportional to the greatest count.
  private func bar(_ count: Int, of greatest: Int) -> String {
    guard hasBars, count > 0 else { return "" }
    let part = Double(count) / Double(greatest) * Double(Self.barWidth * 8)
    let eighths = max(1, Int(part.rounded()))
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
  }

  // MARK: Values

  private func text(of facet: FacetReport) -> String {
    if facet.items.isEmpty { return "\(visible(facet.attribute)): no values\n" }
    var table = TextTable([.left, .right])
    table.append([facet.attribute, "rows"])
    let greatest = facet.items.map(\.count).max() ?? 0
    for item in facet.items {
      let name = item.value == .text("") ? "\"\"" : item.value.text
      table.append([name, item.count.grouped], end: bar(item.count, of: greatest))
    }
    return table.text + (facet.hasMore ? "and more values\n" : "")
  }

  // MARK: Numbers

  private func text(of number: NumberReport) -> String {
    let name = visible(number.attribute)
    guard let range = number.range else { return "\(name): no values\n" }
    let places = PlaceTexts(range, number.histogram?.first)
    let ends = "\(places.text(range.lowerBound)) to \(places.text(range.upperBound))"
    let counts = "\(rows(number.count)) with a value, \(number.nulls.grouped) without"
    let title = "\(name): \(ends), \(counts)\n"
    guard let histogram = number.histogram else { return title }
    var table = TextTable([.right, .left, .right, .right])
    table.append(["from", "", "to", "rows"])
    let greatest = histogram.map(\.count).max() ?? 0
    for bucket in histogram {
      table.append(
        [places.text(bucket.lower), "–", places.text(bucket.upper), bucket.count.grouped],
        end: bar(bucket.count, of: greatest))
    }
    return title + table.text
  }
}

/// Formats the bounds of histogram buckets with as many digits as needed to tell them apart.
private struct PlaceTexts {
  private let range: ClosedRange<Quantity>
  /// Whether only days are shown.
  private let isDaily: Bool
  /// Bounds are rounded to multiples of 1/`parts`; nil to show them in full.
  private let parts: Double?

  init(_ range: ClosedRange<Quantity>, _ bucket: NumberReport.Bucket?) {
    self.range = range
    let width = bucket.map { $0.upper.double - $0.lower.double } ?? 0
    let ends = [range.lowerBound, range.upperBound]
    isDaily = ends.allSatisfy(\.isMidnight) && (bucket == nil || width >= 86_400e6)
    // Keep three digits of the width; show numbers in full if they need more than 15 digits.
    var parts = 1.0
    while parts * width < 100 && parts < 1e15 { parts *= 10 }
    let magnitude = max(range.lowerBound.double.magnitude, range.upperBound.double.magnitude)
    self.parts = width * parts >= 100 && magnitude * parts < 1e15 ? parts : nil
  }

  /// Returns the text of a bound; the ends of the range are never rounded.
  func text(_ place: Quantity) -> String {
    switch place {
    case .date(let date): return isDaily ? date.dayText : date.text
    case .number(let number) where place != range.lowerBound && place != range.upperBound:
      guard let parts else { return place.value.text }
      return CellValue.number((number * parts).rounded() / parts).text
    case .integer, .number: return place.value.text
    }
  }
}

extension Quantity {
  /// Whether this is a date at the start of a day.
  fileprivate var isMidnight: Bool {
    if case .date(let date) = self { date.microseconds % 86_400_000_000 == 0 } else { false }
  }
}
