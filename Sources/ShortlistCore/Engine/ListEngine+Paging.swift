extension ListEngine {
  /// Returns visible rows in shown order across all sections, ready to be drawn.
  ///
  ///     engine.page(0..<20)                        // the first 20
  ///     engine.page(0..<0, locating: [id]).positions[id]  // where a row is
  ///
  /// - Parameters:
  ///   - range: Positions among the visible rows of all sections, clamped to the valid range.
  ///   - highlights: Whether to include the parts that the search matched.
  ///   - ids: Rows to locate.
  /// - Returns: The rows with their sections, and the positions of the located rows.
  /// - Complexity: O(log n) for each row and each id, plus O(sections) if there is a window
  public func page(
    _ range: Range<Int>, highlights: Bool = true, locating ids: [RowID] = []
  ) -> Page {
    let parts = VisibleRowMap(visible)
    let range = range.clamped(to: 0..<parts.count)
    let columns = Array(table.schema.entries.indices)
    var lines: [Page.Line] = []
    lines.reserveCapacity(range.count)
    var headings: [Page.Heading] = []
    while lines.count < range.count {
      let position = range.lowerBound + lines.count
      let part = parts.part(at: position)
      let index = listing.index(of: part.section)
      headings.append(
        Page.Heading(
          section: index, name: listing.name(part.section), count: part.rows.count,
          total: listing.counts[Int(part.section)], start: part.start))
      let first = part.rows.lowerBound + position - part.start
      let length = min(part.rows.upperBound - first, range.upperBound - position)
      listing.forEach(first..<first + length) { slot in
        let values = table.row(slot)
        lines.append(
          Page.Line(
            id: table.id(slot), section: index, values: values,
            highlights: highlights ? self.highlights(values, columns) : [],
            isSelected: selection.members[slot]))
      }
    }
    return Page(
      revision: revision, total: listing.count, count: table.count, visible: parts.count,
      start: range.lowerBound, lines: lines, headings: headings,
      isSectioned: query.sections != nil, selected: selection.count,
      positions: positions(of: ids, in: parts))
  }

  private func positions(of ids: [RowID], in parts: VisibleRowMap) -> [RowID: Int] {
    var positions: [RowID: Int] = [:]
    for id in ids {
      guard let slot = table.slot(of: id), let place = listing.position(of: slot, in: table)
      else { continue }
      positions[id] = parts.position(of: place)
    }
    return positions
  }
}
