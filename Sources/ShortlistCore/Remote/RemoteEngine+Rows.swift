extension RemoteEngine {
  /// The shown sections and their windows.
  package var sections: SectionsReport {
    SectionsReport(
      revision: revision, total: total,
      sections: shown.sections.map { section in
        SectionReport(
          name: section.name, count: section.count, window: section.window.range,
          options: section.window.currentOptions(over: section.count))
      })
  }

  /// Returns the index of a section, or of the first one.
  private func section(named name: String?) -> Int? {
    guard let name else { return shown.sections.isEmpty ? nil : 0 }
    return shown.sections.firstIndex { BinaryString($0.name) == BinaryString(name) }
  }

  /// Returns visible rows of a section, from a position in its window on.
  mutating func visibleRows(
    _ section: Int, from first: Int, length: Int, _ server: some RowServer
  ) throws -> [RemoteRow] {
    if let rows = shown.rows { return Array(rows[section].dropFirst(first).prefix(length)) }
    let window = shown.sections[section].window.range
    return try rows(window.dropFirst(first).prefix(length), in: section, from: server)
  }

  /// Returns what `ListEngine.rows` returns.
  ///
  /// - Complexity: O(rows · attributes), plus a statement of the server if the rows are not kept
  package mutating func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool, server: some RowServer
  ) throws -> RowsReport {
    try countExactlyUnlessShown(from: server)
    let names = attributes ?? schema.entries.map(\.name)
    let columns = try names.map { name in
      guard let column = schema.index(of: name) else {
        throw InvalidRequestError("attributes: there is no attribute \(name)")
      }
      return column
    }
    let found = try self.section(named: section).map {
      try visibleRows($0, from: from, length: length, server)
    }
    let rows = (found ?? []).map { row in columns.map { row.values[$0] } }
    return RowsReport(
      revision: revision, attributes: names, rows: rows,
      highlights: highlights ? rows.map { held.highlights($0, columns) } : nil,
      isSelected: selected ? try areSelected(found ?? [], from: server) : nil)
  }

  /// Returns what `ListEngine.ids` returns.
  ///
  /// - Complexity: O(ids), plus a statement of the server for each section whose rows are not kept
  package mutating func ids(section: String?, server: some RowServer) throws -> IDsReport {
    try countExactlyUnlessShown(from: server)
    let places =
      section == nil
      ? Array(shown.sections.indices) : self.section(named: section).map { [$0] } ?? []
    let ids = try places.flatMap { place in
      try visibleRows(place, from: 0, length: .max, server).map(\.id)
    }
    return IDsReport(revision: revision, ids: ids)
  }

  /// Returns what `ListEngine.id(section:row:)` returns.
  package mutating func id(section: Int, row: Int, server: some RowServer) throws -> RowID? {
    try countExactlyUnlessShown(from: server)
    guard shown.sections.indices.contains(section), row >= 0 else { return nil }
    return try visibleRows(section, from: row, length: 1, server).first?.id
  }

  /// Returns what `ListEngine.locate` returns.
  ///
  /// - Complexity: O(ids), plus a statement of the server, and one for each section of a row whose
  ///   position is not known
  package mutating func locate(
    _ ids: [RowID], server: some RowServer
  ) throws -> PositionsReport {
    let rest = ids.filter { [known = pages.places(of: ids)] in known[$0] == nil }
    if !rest.isEmpty {
      var parts: [Int: [RemoteRow]] = [:]
      for row in try server.rows(with: rest, condition, by: order) {
        let name = sectionColumn.map { RemoteVisible.name(row.values[$0]) } ?? ""
        if let section = section(named: name) { parts[section, default: []].append(row) }
      }
      for (section, rows) in parts {
        guard let condition = condition(of: shown.sections[section]) else { continue }
        for (id, index) in try server.positions(of: rows, condition, by: order) {
          pages.keep(id, at: index, in: section)
        }
      }
    }
    let found = pages.places(of: ids)
    return PositionsReport(
      revision: revision,
      positions: ids.map { id in
        guard let (section, index) = found[id] else { return nil }
        let window = shown.sections[section].window.range
        return RowPosition(
          section: section, row: window.contains(index) ? index - window.lowerBound : nil,
          index: index)
      })
  }
}
