extension RemoteEngine {
  /// The maximum number of rows that requests for the selection may fetch.
  private static let maxHeld = 1_000_000

  /// Fetches rows into the list of the rows that were ever selected.
  private mutating func hold(_ rows: [RemoteRow]) throws {
    let missing = rows.filter { held.table.slot(of: $0.id) == nil }
    if missing.isEmpty { return }
    guard held.table.count + missing.count <= Self.maxHeld else {
      throw NotSupportedError(
        "more than \(Self.maxHeld) selected rows cannot be kept of rows that stay on the server")
    }
    _ = try held.store(StoredChanges(missing.map { ($0.id, $0.values) }))
  }

  private mutating func hold(_ ids: [RowID], from server: some RowServer) throws {
    let missing = ids.filter { held.table.slot(of: $0) == nil }
    if missing.isEmpty { return }
    try hold(try server.rows(with: missing, RowCondition(), by: RemoteOrder()))
  }

  /// Fetches all rows that meet a condition.
  private mutating func hold(_ condition: RowCondition, from server: some RowServer) throws {
    let count = try pages.count(condition, server)
    guard count <= Self.maxHeld else {
      throw NotSupportedError(
        "more than \(Self.maxHeld) rows cannot be selected of rows that stay on the server while "
          + "a rule is about their values")
    }
    try hold(try server.rows(condition, by: RemoteOrder(), 0..<count))
  }

  /// Fetches the rows that a request is about.
  private mutating func hold(
    for request: SelectionRequest<RowID>, from server: some RowServer
  ) throws {
    switch request {
    case .select(let ids), .deselect(let ids), .toggle(let ids), .replace(let ids):
      try hold(ids, from: server)
    case .all(let scope):
      if let (condition, _) = condition(of: scope) { try hold(condition, from: server) }
    case .invert: try hold(condition, from: server)
    case .extend(let first, let last):
      try hold([first, last], from: server)
      try hold(try rows(from: first, to: last, server).ids, from: server)
    // All selected rows are held.
    case .none, .undo, .redo: break
    }
  }

  /// Returns the ids of two matching rows and of those between them, as shown; those of the two
  /// that do not match.
  mutating func rows(
    from first: RowID, to last: RowID, _ server: some RowServer
  ) throws -> (ids: [RowID], missing: [RowID]) {
    let ends = first == last ? [first] : [first, last]
    let places = try locate(ends, server: server).positions
    let missing = zip(ends, places).filter { $1 == nil }.map(\.0)
    let found = places.compactMap(\.self).sorted { ($0.section, $0.index) < ($1.section, $1.index) }
    guard missing.isEmpty, let low = found.first, let high = found.last else {
      return ([], missing)
    }
    var ids: [RowID] = []
    for section in low.section...high.section {
      let start = section == low.section ? low.index : 0
      let end = section == high.section ? high.index + 1 : shown.sections[section].count
      guard ids.count + (end - start) <= Self.maxHeld else {
        throw NotSupportedError(
          "more than \(Self.maxHeld) rows cannot be selected by the first and the last of rows "
            + "that stay on the server")
      }
      ids += try rows(start..<end, in: section, from: server).map(\.id)
    }
    return (ids, [])
  }

  /// Changes the selection under its rules.
  package mutating func select(
    _ request: SelectionRequest<RowID>, idLimit: Int, refusedIDLimit: Int,
    from server: some RowServer
  ) throws -> SelectionOutcome<RowID> {
    var changed = self
    if changed.bulk == nil { try changed.beginBulk(for: request, from: server) }
    if request == .redo, changed.bulk == nil, !held.selectionReport(limit: 0).canRedo,
      let undone = undoneBulk
    {
      changed.undoneBulk = nil
      try changed.returnTo(undone, server)
      self = changed
      return bulkOutcome(held.selectedCount)
    }
    var outcome: SelectionOutcome<RowID>
    if changed.bulk != nil {
      outcome = try changed.selectInBulk(
        request, idLimit: idLimit, refusedIDLimit: refusedIDLimit, from: server)
    } else {
      try changed.hold(for: request, from: server)
      outcome = changed.held.select(request, idLimit: idLimit, refusedIDLimit: refusedIDLimit)
      if outcome.result == .changed { changed.revision += 1 }
      outcome.revision = changed.revision
    }
    if outcome.result == .changed && ![.undo, .redo].contains(request) { changed.undoneBulk = nil }
    // The first request for many rows may be refused.
    if changed.bulk?.past.isEmpty == true { changed.bulk = nil }
    self = changed
    return outcome
  }

  /// Replaces the rules of the selection.
  package mutating func setSelectionRules(
    _ rules: [SelectionRule], mode: SelectionMode?
  ) throws -> SelectionRulesReport<RowID> {
    let before = held
    try held.setSelectionRules(rules, mode: mode ?? held.selectionMode)
    if bulk != nil && !hasOnlyLimits {
      held = before
      throw NotSupportedError(
        "more than \(Self.maxHeldAtOnce) rows of a server are selected: only rules about their "
          + "number are supported")
    }
    return rulesReport
  }

  private var rulesReport: SelectionRulesReport<RowID> {
    guard let bulk else {
      var report = held.selectionRules
      report.revision = revision
      return report
    }
    var report = SelectionRulesReport<RowID>(revision: revision, status: [], violations: [])
    for rule in held.rules {
      guard let (state, by) = rule.status(count: bulk.present.count) else { continue }
      report.status.append(.init(rule: rule.rule.kind, state: state, by: by))
      if state == .above || state == .below {
        report.violations.append(SelectionViolation(ids: [], rule: rule.rule.kind))
      }
    }
    return report
  }

  /// Returns a summary of the selection.
  ///
  /// - Complexity: The same as for `ListEngine.selectionReport`; statements of the server if more
  ///   rows are selected than are kept
  package mutating func selectionReport(
    limit: Int, order: SelectionReport<RowID>.Order, server: some RowServer
  ) throws -> SelectionReport<RowID> {
    guard let bulk else {
      var report = held.selectionReport(limit: limit, order: order)
      report.revision = revision
      report.canRedo = report.canRedo || undoneBulk != nil
      return report
    }
    let shown = condition.and(bulk.present.test)
    var ids =
      order == .shown ? try firstSelected(limit, bulk.present, from: server) : []
    let known = Set(ids)
    if ids.count < limit {
      // Those that are listed already are left out.
      try forEachSelectedBatch(
        from: 0, length: limit, from: server, bulk.present
      ) { rows in ids += rows.map(\.id).filter { !known.contains($0) } }
    }
    return SelectionReport(
      revision: revision, count: bulk.present.count, ids: Array(ids.prefix(limit)),
      shown: try pages.count(shown, server), violations: rulesReport.violations, canUndo: true,
      canRedo: !bulk.future.isEmpty)
  }

  /// Returns selected rows in pick order.
  package func selectedRowsReport(
    from: Int, length: Int, server: some RowServer
  ) throws -> SelectedRowsReport {
    guard let bulk else {
      var report = held.selectedRowsReport(from: from, length: length)
      report.revision = revision
      return report
    }
    var report = SelectedRowsReport(
      revision: revision, count: bulk.present.count, start: from,
      attributes: schema.entries.map(\.name), ids: [], rows: [])
    try forEachSelectedBatch(
      from: from, length: length, from: server, bulk.present
    ) { rows in
      report.ids += rows.map(\.id)
      report.rows += rows.map(\.values)
    }
    return report
  }

  /// Passes the selected rows to a function, in batches in pick order.
  ///
  /// - Complexity: O(selected rows)
  package func forEachSelectedBatch(
    from server: some RowServer, _ body: ([(id: RowID, values: [CellValue])]) throws -> Void
  ) throws {
    guard let bulk else { return try body(Array(held.selectedRows())) }
    try forEachSelectedBatch(
      from: 0, length: .max, from: server, bulk.present
    ) { rows in try body(rows.map { ($0.id, $0.values) }) }
  }

  /// Returns the number of selected rows in each shown section.
  ///
  /// - Complexity: O(sections), after a count by section on the server or, of kept rows, in memory
  package mutating func selectedSections(
    from server: some RowServer
  ) throws -> SelectedSectionsReport {
    var selected: [BinaryString: Int] = [:]
    if let bulk {
      let selectedRows = condition.and(bulk.present.test)
      if let column = sectionColumn {
        let values = try server.values(
          of: column, selectedRows, elements: false, words: [], limit: nil)
        for value in values {
          selected[BinaryString(RemoteVisible.name(value.value)), default: 0] += value.count
        }
      } else {
        selected[BinaryString("")] = try pages.count(selectedRows, server)
      }
    } else {
      for section in held.selectedSections().sections {
        selected[BinaryString(section.name)] = section.selected
      }
    }
    return SelectedSectionsReport(
      revision: revision,
      sections: shown.sections.map { section in
        SelectedSectionsReport.Section(
          name: section.name, selected: selected[BinaryString(section.name)] ?? 0,
          count: section.count)
      })
  }
}
