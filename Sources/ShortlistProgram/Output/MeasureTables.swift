import Shortlist
import ShortlistTerminal

/// What was counted in a list, as tables for people.
struct MeasureTables {
  /// Whether counts are drawn as bars, too.
  var hasBars: Bool

  /// The columns of the longest bar.
  private static let barWidth = 24

  /// The tables, the values of attributes before the measures of numbers.
  ///
  /// - Parameters:
  ///   - measures: What was counted.
  ///   - count: The rows of the list.
  /// - Returns: The text, with a line end at its end.
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

  /// A bar for a count, as long as it is part of the greatest one.
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

/// How the places of a histogram are written: with as many digits as tell its parts apart.
private struct PlaceTexts {
  private let range: ClosedRange<Quantity>
  /// Whether only days are written.
  private let isDaily: Bool
  /// What places are rounded to multiples of one part of, nil if they are written in full.
  private let parts: Double?

  init(_ range: ClosedRange<Quantity>, _ bucket: NumberReport.Bucket?) {
    self.range = range
    let width = bucket.map { $0.upper.double - $0.lower.double } ?? 0
    let ends = [range.lowerBound, range.upperBound]
    isDaily = ends.allSatisfy(\.isMidnight) && (bucket == nil || width >= 86_400e6)
    // Three digits of the width; a place that needs more than 15 in all is written in full.
    var parts = 1.0
    while parts * width < 100 && parts < 1e15 { parts *= 10 }
    let magnitude = max(range.lowerBound.double.magnitude, range.upperBound.double.magnitude)
    self.parts = width * parts >= 100 && magnitude * parts < 1e15 ? parts : nil
  }

  /// A place; the ends of the range are never rounded.
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
  /// Whether a date begins a day.
  fileprivate var isMidnight: Bool {
    if case .date(let date) = self { date.microseconds % 86_400_000_000 == 0 } else { false }
  }
}
