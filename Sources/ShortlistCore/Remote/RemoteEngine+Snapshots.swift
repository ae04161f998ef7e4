extension RemoteEngine {
  /// Returns what `ListEngine.snapshot` returns.
  package mutating func snapshot(
    _ request: SnapshotRequest, from server: some RowServer
  ) throws -> ListSnapshot {
    if case .last = request.rows { try countExactly(from: server) }
    if !request.estimates { try countExactly(from: server) }
    let (snapshot, isWhole) = try snapshotNow(request, from: server)
    if isWhole || estimates.isEmpty { return snapshot }
    try countExactly(from: server)
    return try snapshotNow(request, from: server).snapshot
  }

  /// Returns what the list shows, and whether all rows were there that should be.
  private mutating func snapshotNow(
    _ request: SnapshotRequest, from server: some RowServer
  ) throws -> (snapshot: ListSnapshot, isWhole: Bool) {
    let parts = parts
    let count = parts.last?.upperBound ?? 0
    var positions = try positions(of: request.locating, parts, server)
    if case .screen(let top, _, let anchors) = request.rows {
      if let anchor = try anchor(anchors, at: top, parts, server) {
        positions[anchor.id] = anchor.position
      }
    }
    var range: Range<Int>
    switch request.rows {
    case .at(let requested): range = requested
    case .last(let length): range = max(0, count - length)..<count
    case .screen(let top, let height, let anchors):
      let top = anchors.position(now: top, positions) ?? top
      range = max(0, top - height)..<top + 2 * height
    }
    range = range.clamped(to: 0..<count)
    var snapshot = ListSnapshot(
      revision: revision, schema: schema, total: total, count: self.count, visible: count,
      start: range.lowerBound, lines: [], headings: [], isSectioned: query.sections != nil,
      selected: selectedCount, positions: positions)
    for (section, part) in parts.enumerated() where part.overlaps(range) {
      let requested = part.clamped(to: range)
      let rows = try visibleRows(
        section, from: requested.lowerBound - part.lowerBound, length: requested.count, server)
      snapshot.headings.append(
        ListSnapshot.Heading(
          section: section, name: shown.sections[section].name, count: part.count,
          total: shown.sections[section].count, start: part.lowerBound))
      snapshot.lines += try lines(rows, section, highlights: request.highlights, server)
    }
    if request.selectedSections && selectedCount > 0 {
      snapshot.selectedSections = try selectedSections(from: server).sections
    }
    if let places = request.selectedRows {
      snapshot.selectedRows = try selectedRowsReport(
        from: places.lowerBound, length: places.count, server: server)
    }
    if let attribute = request.creating {
      snapshot.creatable = try CreatableRow(from: query.search) { text in
        try suggestions(for: text, in: attribute, from: 0, limit: 1, server: server)
      }
    }
    (snapshot.estimates, snapshot.isRemote) = (estimates, request.estimates)
    return (snapshot, snapshot.lines.count == range.count)
  }

  /// Passes the visible rows at these positions to a function, in batches in shown order.
  package mutating func forEachBatch(
    of positions: Range<Int>, from server: some RowServer,
    _ body: ([ListSnapshot.Line]) throws -> Void
  ) throws {
    for (section, part) in parts.enumerated() where part.overlaps(positions) {
      let requested = part.clamped(to: positions)
      let first = requested.lowerBound - part.lowerBound
      if shown.rows != nil {
        let rows = try visibleRows(section, from: first, length: requested.count, server)
        try body(try lines(rows, section, highlights: false, server))
      } else if let condition = condition(of: shown.sections[section]) {
        let window = shown.sections[section].window.range
        try server.forEachBatch(
          condition, by: order, window.dropFirst(first).prefix(requested.count)
        ) { rows in
          try body(try lines(rows, section, highlights: false, server))
        }
      }
    }
  }

  /// The positions of the visible rows of each section among all visible rows.
  private var parts: [Range<Int>] {
    var end = 0
    return shown.sections.map { section in
      let start = end
      end += section.window.range.count
      return start..<end
    }
  }

  private func lines(
    _ rows: [RemoteRow], _ section: Int, highlights: Bool, _ server: some RowServer
  ) throws -> [ListSnapshot.Line] {
    zip(rows, try areSelected(rows, from: server)).map { row, isSelected in
      ListSnapshot.Line(
        id: row.id, section: section, values: row.values,
        highlights: highlights ? held.highlights(row.values, Array(row.values.indices)) : [],
        isSelected: isSelected)
    }
  }

  /// Returns the nearest anchor that is still visible, with its position.
  private mutating func anchor(
    _ anchors: ScrollAnchors, at top: Int, _ parts: [Range<Int>], _ server: some RowServer
  ) throws -> (id: RowID, position: Int)? {
    let ids = anchors.nearest(to: top).map { anchors.ids[$0] }
    var matching = Set(pages.places(of: ids).keys)
    // Where the nearest one is known, the others need not be looked for.
    if let first = ids.first, !matching.contains(first) {
      matching = Set(try server.rows(with: ids, condition, by: order).map(\.id))
    }
    for id in ids where matching.contains(id) {
      if let position = try positions(of: [id], parts, server)[id] { return (id, position) }
    }
    return nil
  }

  private mutating func positions(
    of ids: [RowID], _ parts: [Range<Int>], _ server: some RowServer
  ) throws -> [RowID: Int] {
    if ids.isEmpty { return [:] }
    var positions: [RowID: Int] = [:]
    for (id, place) in zip(ids, try locate(ids, server: server).positions) {
      guard let place, let row = place.row else { continue }
      positions[id] = parts[place.section].lowerBound + row
    }
    return positions
  }
}
