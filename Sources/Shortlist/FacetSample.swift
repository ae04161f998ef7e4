/// Determines from a sample of rows which attributes make good facets.
///
/// Lists and booleans do. Texts do if each value occurs at least twice on average, and if values
/// are short enough to be read in a menu.
package struct FacetSample {
  /// The approximate number of rows to sample.
  fileprivate static let mostRows = 1000
  /// The maximum average length of the texts of a good facet, in UTF-8 bytes.
  private static let length = 256

  private let entries: [ListSchema.Entry]
  private var values: [Set<String>]
  private var counts: [Int]
  private var bytes: [Int]

  /// Creates a sample without rows.
  package init(_ schema: ListSchema) {
    entries = schema.entries
    values = Array(repeating: [], count: entries.count)
    counts = Array(repeating: 0, count: entries.count)
    bytes = counts
  }

  /// Adds a row to the sample.
  package mutating func add(_ row: [CellValue]) {
    for (index, value) in row.enumerated() where index < entries.count {
      guard case .text(let text) = value else { continue }
      bytes[index] += text.utf8.count
      counts[index] += 1
      if bytes[index] <= Self.length * Self.mostRows { values[index].insert(text) }
    }
  }

  /// The attributes that make good facets, in schema order.
  package var attributes: [String] {
    entries.indices.filter { index in
      switch entries[index].type {
      case .list, .boolean: true
      case .text:
        counts[index] > 0 && values[index].count * 2 <= counts[index]
          && bytes[index] <= Self.length * counts[index]
      case .integer, .number, .date: false
      }
    }.map { entries[$0].name }
  }
}

extension ListProtocol {
  /// Returns the attributes that make good facets, from a sample across all visible rows; of rows
  /// on a server, from the first ones.
  package func sampledFacets() async throws -> [String] {
    let state = await state
    var sample = FacetSample(state.schema)
    var request = SnapshotRequest()
    request.estimates = true
    let visible = try await snapshot(request, ifRevision: nil).visible
    let most = FacetSample.mostRows
    let parts = visible > most && !state.isRemote ? 10 : 1
    let length = min(visible, most) / parts
    for part in 0..<parts {
      let start = visible / parts * part
      request.rows = .at(start..<start + length)
      for line in try await snapshot(request, ifRevision: nil).lines { sample.add(line.values) }
    }
    return sample.attributes
  }
}
