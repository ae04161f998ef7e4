package import Shortlist

/// Determines from a sample of rows which attributes make good facets.
///
/// Lists and booleans do. Texts do if each value occurs at least twice on average.
package struct FacetSample {
  private let entries: [ListSchema.Entry]
  private var values: [Set<String>]
  private var counts: [Int]

  /// The approximate number of rows to sample.
  static let rows = 1000

  package init(_ schema: ListSchema) {
    entries = schema.entries
    values = Array(repeating: [], count: entries.count)
    counts = Array(repeating: 0, count: entries.count)
  }

  /// Adds a row to the sample.
  package mutating func take(_ row: [CellValue]) {
    for (index, value) in row.enumerated() where index < entries.count {
      guard case .text(let text) = value else { continue }
      values[index].insert(text)
      counts[index] += 1
    }
  }

  /// The attributes that make good facets, in schema order.
  package var attributes: [String] {
    entries.indices.filter { index in
      switch entries[index].type {
      case .list, .boolean: true
      case .text: counts[index] > 0 && values[index].count * 2 <= counts[index]
      case .integer, .number, .date: false
      }
    }.map { entries[$0].name }
  }
}
