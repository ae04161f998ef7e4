/// Rows of a server that were read for a `ReadRequest`.
package struct RemoteReading: ListReading {
  package let revision: Int
  package let schema: ListSchema
  package let total: Int
  package let count: Int
  package let selectedCount: Int
  package private(set) var visibleSections: [Changeset<RowID>.Section] = []
  package private(set) var allIDs: [RowID] = []
  package private(set) var selectedIDs: [RowID] = []
  private var rows: [RowID: [CellValue]] = [:]
  private var selected: Set<RowID> = []

  fileprivate init(_ engine: RemoteEngine) {
    (revision, schema) = (engine.revision, engine.schema)
    (total, count, selectedCount) = (engine.total, engine.count, engine.selectedCount)
  }

  package func row(_ id: RowID) -> [CellValue]? { rows[id] }

  package func isSelected(_ id: RowID) -> Bool { selected.contains(id) }

  fileprivate mutating func keep(_ found: [RemoteRow]) {
    for row in found { rows[row.id] = row.values }
  }

  fileprivate mutating func appendSection(
    _ name: String, _ found: [RemoteRow], _ isSelected: [Bool]
  ) {
    keep(found)
    for (row, isSelected) in zip(found, isSelected) where isSelected { selected.insert(row.id) }
    visibleSections.append(.init(name: name, ids: found.map(\.id)))
  }

  fileprivate mutating func appendAll(_ found: [RemoteRow]) {
    keep(found)
    allIDs += found.map(\.id)
  }

  fileprivate mutating func appendSelected(_ found: [(id: RowID, values: [CellValue])]) {
    for (id, values) in found {
      rows[id] = values
      selectedIDs.append(id)
    }
  }
}

extension RemoteEngine {
  /// The visible rows; nil if the server must be queried for them, or for which are selected.
  package var visibleReading: RemoteReading? {
    guard let rows = shown.rows, bulk == nil else { return nil }
    var reading = RemoteReading(self)
    for (section, rows) in zip(shown.sections, rows) {
      reading.appendSection(section.name, rows, rows.map { held.isSelected($0.id) })
    }
    return reading
  }

  /// Reads rows.
  ///
  /// - Throws: What the server throws.
  package mutating func reading(
    _ request: ReadRequest, from server: some RowServer
  ) throws -> RemoteReading {
    var reading = RemoteReading(self)
    switch request {
    case .visible:
      for (index, section) in shown.sections.enumerated() {
        let rows = try visibleRows(index, from: 0, length: .max, server)
        reading.appendSection(section.name, rows, try areSelected(rows, from: server))
      }
    case .rows(let ids):
      reading.keep(try server.rows(with: ids, RowCondition(), by: RemoteOrder()))
    case .selected:
      try forEachSelectedBatch(from: server) { reading.appendSelected($0) }
    case .all:
      try server.forEachBatch(RowCondition(), by: RemoteOrder(), 0..<count) {
        reading.appendAll($0)
      }
    }
    return reading
  }

  /// Returns what a query finds, without changing the list.
  ///
  /// - Throws: What `setQuery` throws.
  package func lookUp(
    _ query: ListQuery, _ places: Range<Int>, measuring request: MeasureRequest,
    from server: some RowServer
  ) throws -> QueryLookup {
    var other = self
    other.showNothing()
    _ = try other.setQuery(query, from: server)
    var found = RemoteReading(other)
    var sections: [Changeset<RowID>.Section] = []
    var first = 0
    for section in other.shown.sections {
      let part = places.clamped(to: first..<first + section.count)
      let start = part.lowerBound - first
      first += section.count
      guard !part.isEmpty, let condition = other.condition(of: section) else { continue }
      let rows = try server.rows(condition, by: other.order, start..<start + part.count)
      found.keep(rows)
      sections.append(Changeset.Section(name: section.name, ids: rows.map(\.id)))
    }
    return QueryLookup(
      revision: revision, total: other.total, sections: sections,
      measures: try other.measure(request, from: server), rows: found)
  }
}
