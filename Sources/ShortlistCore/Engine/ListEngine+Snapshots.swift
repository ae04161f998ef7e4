extension ListEngine {
  /// Returns what the list shows now.
  ///
  ///     engine.snapshot(SnapshotRequest(.last(20))).lines
  ///
  /// - Complexity: O(log n) for each row, id and anchor, plus O(sections) if there is a window or
  ///   if selected rows are counted
  package mutating func snapshot(_ request: SnapshotRequest) -> ListSnapshot {
    let parts = VisibleRowMap(visible)
    let range: Range<Int>
    var ids = request.locating
    switch request.rows {
    case .at(let positions): range = positions
    case .last(let length): range = max(0, parts.count - length)..<parts.count
    case .screen(let top, let height, let anchors):
      ids += anchors.ids
      let now = positions(of: anchors.ids, in: parts)
      let top = anchors.position(now: top, now) ?? top
      range = max(0, top - height)..<top + 2 * height
    }
    var snapshot = snapshot(range, of: parts, highlights: request.highlights, locating: ids)
    if request.selectedSections && selection.count > 0 {
      snapshot.selectedSections = selectedSections().sections
    }
    if let places = request.selectedRows {
      snapshot.selectedRows = selectedRowsReport(from: places.lowerBound, length: places.count)
    }
    if let attribute = request.creating {
      snapshot.creatable = try? CreatableRow(from: query.search) { text in
        try suggestions(for: text, in: attribute, limit: 1)
      }
    }
    return snapshot
  }

  /// Returns visible rows in shown order across all sections, ready to be drawn.
  ///
  ///     engine.snapshot(0..<20)                               // the first 20
  ///     engine.snapshot(0..<0, locating: [id]).positions[id]  // where a row is
  ///
  /// - Parameters:
  ///   - range: Positions among the visible rows of all sections, clamped to the valid range.
  ///   - highlights: Whether to include the parts that the search matched.
  ///   - ids: Rows to locate.
  /// - Returns: The rows with their sections, and the positions of the located rows.
  /// - Complexity: O(log n) for each row and each id, plus O(sections) if there is a window
  package func snapshot(
    _ range: Range<Int>, highlights: Bool = true, locating ids: [RowID] = []
  ) -> ListSnapshot {
    snapshot(range, of: VisibleRowMap(visible), highlights: highlights, locating: ids)
  }

  private func snapshot(
    _ range: Range<Int>, of parts: VisibleRowMap, highlights: Bool, locating ids: [RowID]
  ) -> ListSnapshot {
    let range = range.clamped(to: 0..<parts.count)
    let columns = Array(table.schema.entries.indices)
    var lines: [ListSnapshot.Line] = []
    lines.reserveCapacity(range.count)
    var headings: [ListSnapshot.Heading] = []
    while lines.count < range.count {
      let position = range.lowerBound + lines.count
      let part = parts.part(at: position)
      let index = listing.index(of: part.section)
      headings.append(
        ListSnapshot.Heading(
          section: index, name: listing.name(part.section), count: part.rows.count,
          total: listing.counts[Int(part.section)], start: part.start))
      let first = part.rows.lowerBound + position - part.start
      let length = min(part.rows.upperBound - first, range.upperBound - position)
      listing.forEach(first..<first + length) { slot in
        let values = table.row(slot)
        lines.append(
          ListSnapshot.Line(
            id: table.id(slot), section: index, values: values,
            highlights: highlights ? self.highlights(values, columns) : [],
            isSelected: selection.members[slot]))
      }
    }
    return ListSnapshot(
      revision: revision, schema: table.schema, total: listing.count, count: table.count,
      visible: parts.count, start: range.lowerBound, lines: lines, headings: headings,
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
