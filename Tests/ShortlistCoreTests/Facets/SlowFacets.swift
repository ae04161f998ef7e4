@testable import ShortlistCore

/// What facets must be, counted in rows by dictionary and sorted by rules written down here.
struct SlowFacets {
  /// The values of some rows, the most frequent first, then ascending, and after them the selected
  /// ones that no row has.
  private(set) var items: [FacetReport.Item] = []
  private var counted = 0

  /// Counts values.
  ///
  /// - Parameters:
  ///   - values: The value of each row.
  ///   - selected: What is asked for.
  ///   - search: Words that values must have.
  init(_ values: [CellValue], selected: [CellValue] = [], search: String = "") {
    var counts: [CellValue: Int] = [:]
    for value in values {
      switch value {
      case .null: break
      case .list(let elements):
        var seen: Set<BinaryString> = []
        for element in elements where seen.insert(BinaryString(element)).inserted {
          counts[.text(element), default: 0] += 1
        }
      default: counts[value, default: 0] += 1
      }
    }
    counts = counts.filter { Self.matches($0.key, search) }
    let present = counts.keys.sorted {
      counts[$0] != counts[$1] ? (counts[$0] ?? 0) > (counts[$1] ?? 0) : Self.isLess($0, $1)
    }
    counted = present.count
    items = present.map { value in
      .init(
        value: value, count: counts[value] ?? 0,
        isSelected: selected.contains { Self.isSame($0, value) })
    }
    var missing: [CellValue] = []
    for value in selected where Self.matches(value, search) {
      let isThere = values.contains { row in
        if case .list(let elements) = row {
          return elements.contains { Self.isSame(.text($0), value) }
        }
        return Self.isSame(row, value)
      }
      if !isThere && !missing.contains(where: { Self.isSame($0, value) }) { missing.append(value) }
    }
    items += missing.sorted(by: Self.isLess).map { .init(value: $0, count: 0, isSelected: true) }
  }

  /// What is listed with a limit, and whether there is more.
  func first(_ limit: Int, keepsSelected: Bool) -> (items: [FacetReport.Item], hasMore: Bool) {
    let rest = items.dropFirst(limit)
    return keepsSelected
      ? (items.prefix(limit) + rest.filter(\.isSelected), counted > limit)
      : (Array(items.prefix(limit)), !rest.isEmpty)
  }

  /// Whether each word of a search begins a word of a value.
  private static func matches(_ value: CellValue, _ search: String) -> Bool {
    func words(_ text: String) -> [[UInt8]] {
      let folded = Folding.fold(text)
      return Folding.words(of: folded.span).map { Array(folded[$0]) }
    }
    let found = words(value.text)
    return words(search).allSatisfy { word in found.contains { $0.starts(with: word) } }
  }

  /// Whether a selected value is a value of a row.
  private static func isSame(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): Folding.fold(a) == Folding.fold(b)
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)):
      Int(exactly: b) == a
    default: a == b
    }
  }

  private static func isLess(_ a: CellValue, _ b: CellValue) -> Bool {
    func isLess(_ a: String, _ b: String) -> Bool {
      let (first, second) = (Folding.fold(a), Folding.fold(b))
      return first != second
        ? first.lexicographicallyPrecedes(second) : a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    switch (a, b) {
    case (.text(let a), .text(let b)): return isLess(a, b)
    case (.date(let a), .date(let b)):
      return a.microseconds != b.microseconds
        ? a.microseconds < b.microseconds : isLess(a.text, b.text)
    case (.boolean(let a), .boolean(let b)): return !a && b
    default:
      guard let first = Quantity(a), let second = Quantity(b) else {
        preconditionFailure("\(a) and \(b) are of one column")
      }
      return first < second
    }
  }
}
