extension RemoteEngine {
  /// The maximum number of rows that requests for the selection may fetch.
  private static let mostHeld = 1_000_000

  /// Fetches rows into the list of the rows that were ever selected.
  private mutating func hold(_ rows: [RemoteRow]) throws {
    let news = rows.filter { held.table.slot(of: $0.id) == nil }
    if news.isEmpty { return }
    guard held.table.count + news.count <= Self.mostHeld else {
      throw NotSupported(
        "more than \(Self.mostHeld) selected rows cannot be kept of rows that stay on the server")
    }
    _ = try held.store(StoredChanges(news.map { ($0.id, $0.values) }))
  }

  private mutating func hold(_ ids: [RowID], from server: some RowServer) throws {
    let missing = ids.filter { held.table.slot(of: $0) == nil }
    if !missing.isEmpty { try hold(try server.rows(with: missing)) }
  }

  /// Fetches all rows that meet a condition.
  private mutating func hold(_ condition: RowCondition, from server: some RowServer) throws {
    let count = try server.count(condition)
    guard count <= Self.mostHeld else {
      throw NotSupported(
        "more than \(Self.mostHeld) rows cannot be selected of rows that stay on the server")
    }
    try hold(try server.rows(condition, by: [], 0..<count))
  }

  /// Fetches the rows that a request is about.
  private mutating func hold(
    for request: SelectionRequest, from server: some RowServer
  ) throws {
    switch request {
    case .select(let ids), .deselect(let ids), .toggle(let ids), .replace(let ids):
      try hold(ids, from: server)
    case .all(.matching), .invert: try hold(condition, from: server)
    case .all(.everything): try hold(RowCondition(), from: server)
    case .all(.section(let name)):
      guard let column = sectionColumn else {
        if name.isEmpty { try hold(condition, from: server) }
        return
      }
      let section = shown.sections.first { BinaryString($0.name) == BinaryString(name) }
      guard let value = section?.value else { return }
      var condition = condition
      condition.tests.append(.section(column, value))
      try hold(condition, from: server)
    case .extend(let first, let last):
      // The rows between may be in other sections, so all that match are needed.
      try hold([first, last], from: server)
      try hold(condition, from: server)
    // All selected rows are held.
    case .none, .undo, .redo: break
    }
  }

  /// Changes the selection under its rules.
  package mutating func select(
    _ request: SelectionRequest, idLimit: Int, refusedIDLimit: Int, from server: some RowServer
  ) throws -> SelectionOutcome {
    try hold(for: request, from: server)
    var outcome = held.select(request, idLimit: idLimit, refusedIDLimit: refusedIDLimit)
    if outcome.result == .changed { revision += 1 }
    outcome.revision = revision
    return outcome
  }

  /// Replaces the rules of the selection.
  package mutating func setSelectionRules(
    _ rules: [SelectionRule], mode: SelectionMode?
  ) throws -> SelectionRulesReport {
    try held.setSelectionRules(rules, mode: mode ?? held.selectionMode)
    var report = held.selectionRules
    report.revision = revision
    return report
  }

  /// Returns a summary of the selection.
  package func selectionReport(limit: Int, order: SelectionReport.Order) -> SelectionReport {
    var report = held.selectionReport(limit: limit, order: order)
    report.revision = revision
    return report
  }

  /// Returns selected rows in pick order.
  package func selectedRowsReport(from: Int, length: Int) -> SelectedRowsReport {
    var report = held.selectedRowsReport(from: from, length: length)
    report.revision = revision
    return report
  }

  /// Returns the number of selected rows in each shown section.
  package mutating func selectedSections() -> SelectedSectionsReport {
    let selected = Dictionary(
      held.selectedSections().sections.map { (BinaryString($0.name), $0.selected) }
    ) { first, _ in first }
    return SelectedSectionsReport(
      revision: revision,
      sections: shown.sections.map { section in
        SelectedSectionsReport.Section(
          name: section.name, selected: selected[BinaryString(section.name)] ?? 0,
          count: section.count)
      })
  }
}
