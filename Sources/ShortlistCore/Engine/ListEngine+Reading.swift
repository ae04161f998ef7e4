extension ListEngine {
  /// The shown sections and their windows.
  public var sections: SectionsReport {
    SectionsReport(revision: revision, total: listing.count, sections: sectionReports)
  }

  var sectionReports: [SectionReport] {
    zip(listing.sections, windows).map { section, window in
      SectionReport(
        name: section.name, count: section.count, window: window.range,
        pin: window.options?.pin ?? .beginning)
    }
  }

  /// The index of a shown section, the first without a name; nil if there is none.
  private func index(ofSection name: String?) -> Int? {
    guard let name else { return listing.sections.isEmpty ? nil : 0 }
    return listing.sections.firstIndex { ExactText($0.name) == ExactText(name) }
  }

  /// The positions of a section's visible rows among all matching rows.
  private func visiblePositions(_ section: Int) -> Range<Int> {
    let start = listing.sections[section].start
    let range = windows[section].range
    return start + range.lowerBound..<start + range.upperBound
  }

  /// Visible rows of a section (the first without a name), from position `from` in its window.
  ///
  /// - Throws: `InvalidRequest` for an attribute that is not there.
  public func rows(
    section: String? = nil, from: Int = 0, length: Int = 100, attributes: [String]? = nil,
    highlights: Bool = false
  ) throws -> RowsReport {
    let names = attributes ?? table.schema.entries.map(\.name)
    let columns = try names.map { name in
      guard let column = table.schema.index(of: name) else {
        throw InvalidRequest("attributes: there is no attribute \(name)")
      }
      return column
    }
    let positions = index(ofSection: section).map(visiblePositions) ?? 0..<0
    let slots = positions.dropFirst(from).prefix(length).map { listing[$0] }
    let rows = slots.map { slot in columns.map { table.columns[$0].value(slot) } }
    return RowsReport(
      revision: revision, attributes: names, rows: rows,
      highlights: highlights ? rows.map { self.highlights($0, columns) } : nil)
  }

  private func highlights(_ values: Row, _ columns: [Int]) -> [Highlights] {
    zip(values, columns).map { value, column in
      plan?.highlights(of: value, column: column) ?? []
    }
  }

  /// The visible ids of one section, or of all sections in order.
  public func ids(section: String? = nil) -> IDsReport {
    let shown =
      section == nil
      ? Array(listing.sections.indices) : index(ofSection: section).map { [$0] } ?? []
    let ids = shown.flatMap { visiblePositions($0).map { table.id(listing[$0]) } }
    return IDsReport(revision: revision, ids: ids)
  }

  /// The id at a position: index of the shown section, index of the row within its window; nil if
  /// there is no row.
  public func id(section: Int, row: Int) -> RowID? {
    guard listing.sections.indices.contains(section) else { return nil }
    let positions = visiblePositions(section)
    guard row >= 0, row < positions.count else { return nil }
    return table.id(listing[positions.lowerBound + row])
  }

  /// Where rows are; nil for one that does not match or does not exist.
  ///
  /// - Complexity: O(log n) each
  public func locate(_ ids: [RowID]) -> PositionsReport {
    let positions = ids.map { id -> RowPosition? in
      guard let slot = table.slot(of: id), let position = listing.position(of: slot) else {
        return nil
      }
      let section = listing.section(at: position)
      let index = position - listing.sections[section].start
      let window = windows[section].range
      return RowPosition(
        section: section, row: window.contains(index) ? index - window.lowerBound : nil,
        index: index)
    }
    return PositionsReport(revision: revision, positions: positions)
  }

  /// Matching rows in shown order across all sections, whatever the windows are.
  ///
  /// - Parameters:
  ///   - range: Positions among all matching rows; clipped to what is there.
  ///   - highlights: Whether the parts that the search matched are wanted.
  /// - Returns: The rows, with the sections they are in.
  public func page(_ range: Range<Int>, highlights: Bool = true) -> Page {
    let range = range.clamped(to: 0..<listing.count)
    let columns = Array(table.columns.indices)
    var headings: [Page.Heading] = []
    let lines = range.map { position in
      let slot = listing[position]
      let section =
        headings.last.flatMap { $0.start + $0.count > position ? $0.section : nil }
        ?? listing.section(at: position)
      if headings.last?.section != section {
        let found = listing.sections[section]
        headings.append(
          Page.Heading(
            section: section, name: found.name, count: found.count, start: found.start))
      }
      let values = table.row(slot)
      return Page.Line(
        id: table.id(slot), section: section, values: values,
        highlights: highlights ? self.highlights(values, columns) : [],
        isSelected: selection.members[slot])
    }
    return Page(
      revision: revision, total: listing.count, count: table.count, start: range.lowerBound,
      lines: lines, headings: headings, isSectioned: query.sections != nil,
      selected: selection.count)
  }
}
