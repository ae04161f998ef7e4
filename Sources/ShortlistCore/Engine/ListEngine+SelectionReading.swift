extension ListEngine {
  /// The maximum number of ids to report for a violation.
  private static let maxViolating = 1000

  /// The number of selected rows.
  package var selectedCount: Int { selection.count }

  /// Returns whether a row is selected; false if it does not exist.
  ///
  /// - Complexity: O(1) on average; O(log n) if rows are identified by their numbers
  package func isSelected(_ id: RowID) -> Bool {
    table.slot(of: id).map { selection.members[$0] } ?? false
  }

  /// Returns selected rows in pick order, by default all.
  ///
  /// - Parameters:
  ///   - start: The index of the first row in the pick order.
  ///   - limit: The maximum number of rows.
  /// - Returns: The rows in this range, as far as they exist.
  /// - Complexity: O(start + rows); O(n) if many rows were picked at once
  package func selectedRows(
    from start: Int = 0, limit: Int = .max
  ) -> some Sequence<(id: RowID, values: [CellValue])> {
    let count = max(0, min(limit, selection.count - start))
    return selection.prefix(start + count).dropFirst(start).lazy.map {
      (table.id($0), table.row($0))
    }
  }

  /// Returns selected rows in pick order, with the revision at which they were read.
  ///
  /// - Parameters:
  ///   - from: The index of the first row in the pick order.
  ///   - length: The maximum number of rows.
  /// - Returns: The rows in this range, as far as they exist.
  /// - Complexity: O(from + rows); O(n) if many rows were picked at once
  package func selectedRowsReport(from: Int = 0, length: Int = 100) -> SelectedRowsReport {
    let rows = Array(selectedRows(from: from, limit: length))
    return SelectedRowsReport(
      revision: revision, count: selection.count, start: from,
      attributes: table.schema.entries.map(\.name),
      ids: rows.map(\.id), rows: rows.map(\.values))
  }

  /// Returns a summary of the selection.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of ids.
  ///   - order: The order of the ids.
  /// - Returns: The selected rows, and the rules that the selection breaks.
  /// - Complexity: O(rows of the list / 64 + k) for k ids; O(n) if many rows were picked at once
  package func selectionReport(
    limit: Int = 1000, order: SelectionReport<RowID>.Order = .picked
  ) -> SelectionReport<RowID> {
    var shown = listing.members
    shown.formIntersection(selection.members)
    let shownCount = shown.count
    var slots: [UInt32] = []
    switch order {
    case .picked: slots = selection.prefix(limit)
    case .shown:
      let order = SharedOrder.listed(listing.order)
      slots = RowSequence(shown, in: order, setThreshold: selection.setThreshold).prefix(limit)
      if slots.count < limit && shownCount < selection.count {
        selection.forEach { slot in
          if !shown[slot] { slots.append(slot) }
          return slots.count < limit
        }
      }
    }
    return SelectionReport(
      revision: revision, count: selection.count, ids: slots.map(table.id), shown: shownCount,
      violations: selectionRules.violations, canUndo: selection.canUndo,
      canRedo: selection.canRedo)
  }

  /// The state of the selection under each of its rules.
  ///
  /// - Complexity: O(1) for each rule about the number of rows; for each other rule, the cost of
  ///   checking all selected rows
  package var selectionRules: SelectionRulesReport<RowID> {
    var report = SelectionRulesReport<RowID>(revision: revision, status: [], violations: [])
    for rule in rules {
      let kind = rule.rule.kind
      if let (state, by) = rule.status(count: selection.count) {
        report.status.append(.init(rule: kind, state: state, by: by))
        if state == .above || state == .below {
          report.violations.append(SelectionViolation(ids: [], rule: kind))
        }
        continue
      }
      let failing = failing(rule)
      report.status.append(
        .init(rule: kind, state: failing.count == 0 ? .within : .above, by: failing.count))
      if failing.count > 0 {
        let ids = failing.first.map(table.id)
        report.violations.append(SelectionViolation(ids: ids, rule: kind))
      }
    }
    return report
  }

  /// Returns the number of selected rows that a rule would not admit now, and the first of them in
  /// pick order.
  private func failing(_ rule: InstalledRule) -> (count: Int, first: [UInt32]) {
    if !rule.isAboutRows { return (0, []) }
    let all = selection.all
    let failing = all.partitioned(
      by: { rule.admits($0, in: table) }, passing: { rule.admitted(selection.members, in: table) },
      setThreshold: selection.setThreshold
    ).failing
    let wanted = min(failing.count, Self.maxViolating)
    // Few selected rows already are in pick order.
    guard case .many = all.rows else { return (failing.count, failing.prefix(wanted)) }
    if wanted == 0 { return (0, []) }
    let set = failing.set(universe: table.slots)
    var first: [UInt32] = []
    selection.forEach { slot in
      if set[slot] { first.append(slot) }
      return first.count < wanted
    }
    return (failing.count, first)
  }

  /// Returns the number of selected rows in each shown section.
  ///
  /// - Complexity: O(sections); once O(listed rows) after a change of the query or a request of
  ///   many rows
  package mutating func selectedSections() -> SelectedSectionsReport {
    let counts = selection.tally.counts(of: selection.members, in: listing)
    return SelectedSectionsReport(
      revision: revision,
      sections: listing.shown.slots.map { section in
        SelectedSectionsReport.Section(
          name: listing.name(section), selected: counts[Int(section)],
          count: listing.counts[Int(section)])
      })
  }

  /// Returns the selection as a named, storable shortlist.
  ///
  /// - Complexity: O(selected rows); O(n) if many rows were picked at once
  package func shortlist(named name: String) -> NamedShortlist {
    NamedShortlist(name: name, ids: selection.prefix(selection.count).map(table.id))
  }

  /// Replaces the selection with a shortlist, under the rules.
  ///
  /// - Parameters:
  ///   - shortlist: The rows to select.
  ///   - idLimit: The maximum number of ids to report for the added rows, for the removed rows
  ///     and for each event.
  /// - Returns: The outcome of the replacement, and the ids that no longer exist.
  /// - Complexity: The cost of `select` for the ids of the shortlist
  package mutating func load(
    _ shortlist: NamedShortlist, idLimit: Int = 1000
  ) -> ShortlistOutcome<RowID> {
    let missing = shortlist.ids.filter { table.slot(of: $0) == nil }
    let ids = missing.isEmpty ? shortlist.ids : shortlist.ids.filter { table.slot(of: $0) != nil }
    return ShortlistOutcome(outcome: select(.replace(ids), idLimit: idLimit), missing: missing)
  }

  // MARK: Commits

  /// Removes deleted rows from the selection after a commit.
  ///
  /// - Parameter rows: The transition of each row that the commit touched.
  /// - Returns: The update of the selection; nil if no selected row was deleted.
  mutating func prune(_ rows: [RowTransition]) -> SelectionChange<RowID>? {
    let before = selection.count
    let pruned = selection.follow(rows, in: table)
    if pruned.isEmpty { return nil }
    let ids = pruned.map(table.id)
    var events = [SelectionEvent(.pruned, ids: ids)]
    for (index, rule) in rules.enumerated() {
      if let crossing = rule.crossing(from: before, to: selection.count) {
        events.append(SelectionEvent(crossing, rule: index))
      }
    }
    return SelectionChange(removed: ids, events: events, count: selection.count)
  }
}
