extension ListEngine {
  /// The number of matching rows.
  package var total: Int { listing.count }

  /// The shown sections and their windows.
  package var sections: SectionsReport {
    SectionsReport(revision: revision, total: total, sections: sectionReports)
  }

  var sectionReports: [SectionReport] {
    listing.shown.slots.map { section in
      let window = window(of: section)
      let count = listing.counts[Int(section)]
      return SectionReport(
        name: listing.name(section), count: count, window: window.range,
        options: window.currentOptions(over: count))
    }
  }

  /// Returns the code of a shown section, or of the first one if `name` is nil; nil if there is
  /// none.
  private func section(named name: String?) -> UInt32? {
    guard let name else { return listing.shown.count == 0 ? nil : listing.shown[0] }
    return listing.section(named: name)
  }

  /// Returns the positions of a section's visible rows among all matching rows.
  private func visiblePositions(_ section: UInt32) -> Range<Int> {
    let start = listing.start(of: section)
    let range = window(of: section).range
    return start + range.lowerBound..<start + range.upperBound
  }

  /// Returns visible rows of a section, or of the first one if `section` is nil, starting at
  /// position `from` in its window.
  ///
  /// - Throws: `InvalidRequestError` for an attribute that does not exist.
  /// - Complexity: O(log n + attributes) for each row, plus its texts if highlights are requested
  package func rows(
    section: String? = nil, from: Int = 0, length: Int = 100, attributes: [String]? = nil,
    highlights: Bool = false, selected: Bool = false
  ) throws -> RowsReport {
    let names = attributes ?? table.schema.entries.map(\.name)
    let columns = try self.columns(named: names)
    let positions = self.section(named: section).map(visiblePositions) ?? 0..<0
    let slots = positions.dropFirst(from).prefix(length).map { listing[$0] }
    let rows = slots.map { slot in columns.map { table.columns.span[$0].value(slot) } }
    return RowsReport(
      revision: revision, attributes: names, rows: rows,
      highlights: highlights ? rows.map { self.highlights($0, columns) } : nil,
      isSelected: selected ? slots.map { selection.members[$0] } : nil)
  }

  /// - Throws: `InvalidRequestError` for an attribute that does not exist.
  private func columns(named names: [String]) throws -> [Int] {
    try names.map { name in
      guard let column = table.schema.index(of: name) else {
        throw InvalidRequestError("attributes: there is no attribute \(name)")
      }
      return column
    }
  }

  func highlights(_ values: [CellValue], _ columns: [Int]) -> [Highlights] {
    zip(values, columns).map { value, column in
      plan?.highlights(of: value, column: column) ?? []
    }
  }

  /// Returns the ids of matching rows by their places across sections, visible or not, in the
  /// sections that have one of them.
  ///
  /// - Complexity: O(sections · log n + places)
  package func matchingSections(_ places: Range<Int>) -> [Changeset<RowID>.Section] {
    var sections: [Changeset<RowID>.Section] = []
    var first = 0
    for section in listing.shown.slots {
      let count = listing.counts[Int(section)]
      let part = places.clamped(to: first..<first + count)
      let start = listing.start(of: section) - first
      first += count
      if part.isEmpty { continue }
      var ids: [RowID] = []
      listing.forEach(start + part.lowerBound..<start + part.upperBound) {
        ids.append(table.id($0))
      }
      sections.append(Changeset.Section(name: listing.name(section), ids: ids))
    }
    return sections
  }

  /// Keeps the search results and orders that a copy has computed since.
  package mutating func keepResults(of copy: ListEngine) {
    if results.shared == nil { results = copy.results }
  }

  /// Changes the query and returns what it finds; the rows in the result are those of this list.
  ///
  /// - Throws: What `setQuery(_:isCancelled:)` throws.
  /// - Complexity: The cost of `setQuery(_:isCancelled:)`, `measure` and `matchingSections(_:)`
  package mutating func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest,
    isCancelled: @Sendable () -> Bool
  ) throws -> QueryLookup {
    let (before, revision) = (self, revision)
    // Only the first rows need to be in order.
    _ = setRange(.fixed(length: max(1, rows.upperBound)), section: nil)
    let total = try setQuery(query, isCancelled: isCancelled).total
    return QueryLookup(
      revision: revision, total: total, sections: matchingSections(rows),
      measures: try measure(request, isCancelled: isCancelled), rows: before)
  }

  /// Returns the visible ids of one section, or of all sections in order.
  ///
  /// - Complexity: O(sections · log n + ids)
  package func ids(section: String? = nil) -> IDsReport {
    let shown =
      section == nil ? listing.shown.slots : self.section(named: section).map { [$0] } ?? []
    var ids: [RowID] = []
    for section in shown {
      listing.forEach(visiblePositions(section)) { ids.append(table.id($0)) }
    }
    return IDsReport(revision: revision, ids: ids)
  }

  /// Returns the values of a row in the order of the schema; nil if there is no such row.
  ///
  /// - Complexity: O(attributes) on average
  package func row(_ id: RowID) -> [CellValue]? { table.slot(of: id).map { table.row($0) } }

  /// Returns the id of the row that was read at a row number, counted from 1; nil if it was
  /// deleted, or if a compaction has discarded the numbers.
  package func id(ofRow number: Int) -> RowID? {
    guard !table.isCompacted, number >= 1, number <= table.slots, table.rows[UInt32(number - 1)]
    else { return nil }
    return table.id(UInt32(number - 1))
  }

  /// Returns the id at a position, given by the index of the shown section and the index of the row
  /// within its window; nil if there is no row.
  ///
  /// - Complexity: O(log n)
  package func id(section: Int, row: Int) -> RowID? {
    guard section >= 0, section < listing.shown.count else { return nil }
    let positions = visiblePositions(listing.shown[section])
    guard row >= 0, row < positions.count else { return nil }
    return table.id(listing[positions.lowerBound + row])
  }

  /// Returns the positions of rows; nil for a row that does not match or does not exist.
  ///
  /// - Complexity: O(log n) for each id
  package func locate(_ ids: [RowID]) -> PositionsReport {
    let positions = ids.map { id -> RowPosition? in
      guard let slot = table.slot(of: id), let position = listing.position(of: slot, in: table)
      else { return nil }
      let section = listing.arrangement.section(of: slot)
      let index = position - listing.start(of: section)
      let window = window(of: section).range
      return RowPosition(
        section: listing.index(of: section),
        row: window.contains(index) ? index - window.lowerBound : nil, index: index)
    }
    return PositionsReport(revision: revision, positions: positions)
  }
}
