extension ListEngine {
  /// How many ids of a violation are told.
  private static let mostViolating = 1000

  /// The number of selected rows.
  public var selectedCount: Int { selection.count }

  /// Whether a row is selected; one that is not there is not.
  ///
  /// - Complexity: O(1) on average; O(log n) if rows are known by their numbers
  public func isSelected(_ id: RowID) -> Bool {
    table.slot(of: id).map { selection.members[$0] } ?? false
  }

  /// Selected rows in pick order; unless it is said which, all.
  ///
  /// - Parameters:
  ///   - start: The place of the first one wanted in the pick order.
  ///   - limit: How many are wanted.
  /// - Returns: Those that are there.
  /// - Complexity: O(start + rows); O(n) if many rows were picked at once
  public func selectedRows(
    from start: Int = 0, limit: Int = .max
  ) -> some Sequence<(id: RowID, values: [CellValue])> {
    let count = max(0, min(limit, selection.count - start))
    return selection.prefix(start + count).dropFirst(start).lazy.map {
      (table.id($0), table.row($0))
    }
  }

  /// Selected rows in pick order, with the revision that they were read at.
  ///
  /// - Parameters:
  ///   - from: The place of the first one wanted in the pick order.
  ///   - length: How many are wanted.
  /// - Returns: Those that are there.
  /// - Complexity: O(from + rows); O(n) if many rows were picked at once
  public func selectedRowsReport(from: Int = 0, length: Int = 100) -> SelectedRowsReport {
    let rows = Array(selectedRows(from: from, limit: length))
    return SelectedRowsReport(
      revision: revision, count: selection.count, attributes: table.schema.entries.map(\.name),
      ids: rows.map(\.id), rows: rows.map(\.values))
  }

  /// The selection at a glance.
  ///
  /// - Parameters:
  ///   - limit: How many ids are told.
  ///   - order: Their order.
  /// - Returns: What is selected, and how it stands to the rules.
  /// - Complexity: O(rows of the list / 64 + k) for k ids; O(n) if many rows were picked at once
  public func selectionReport(
    limit: Int = 1000, order: SelectionReport.Order = .picked
  ) -> SelectionReport {
    var shown = listing.members
    shown.formIntersection(selection.members)
    let shownCount = shown.count
    var slots: [UInt32] = []
    switch order {
    case .picked: slots = selection.prefix(limit)
    case .shown:
      let order = SharedOrder.listed(listing.order)
      slots = RowSequence(shown, in: order, leastMany: selection.leastMany).prefix(limit)
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

  /// How the selection stands to its rules.
  ///
  /// - Complexity: O(1) for each rule about the number of rows, what asking about all selected rows
  ///   costs for each other
  public var selectionRules: SelectionRulesReport {
    var report = SelectionRulesReport(revision: revision, status: [], violations: [])
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

  /// The selected rows that a rule would not let be selected now: how many, and the first in pick
  /// order.
  private func failing(_ rule: InstalledRule) -> (count: Int, first: [UInt32]) {
    if !rule.isAboutRows { return (0, []) }
    let all = selection.all
    let failing = all.partitioned(
      by: { rule.admits($0, in: table) }, passing: { rule.admitted(selection.members, in: table) },
      leastMany: selection.leastMany
    ).failing
    let wanted = min(failing.count, Self.mostViolating)
    // A few selected rows are in pick order already.
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

  /// How much of each shown section is selected.
  ///
  /// - Complexity: O(sections); after another query, and after requests of many rows, O(listed rows)
  ///   once
  public mutating func selectedSections() -> SelectedSectionsReport {
    let counts = selection.tally.counts(of: selection.members, in: listing)
    return SelectedSectionsReport(
      revision: revision,
      sections: listing.shown.slots.map { section in
        SelectedSectionsReport.Section(
          name: listing.name(section), selected: counts[Int(section)],
          count: listing.counts[Int(section)])
      })
  }

  /// The selection as a shortlist to be kept.
  public func shortlist(named name: String) -> NamedShortlist {
    NamedShortlist(name: name, ids: selection.prefix(selection.count).map(table.id))
  }

  /// Replaces the selection by a shortlist, under the rules.
  ///
  /// - Parameters:
  ///   - shortlist: What is to be selected.
  ///   - idLimit: How many ids are told of the rows added and removed, and of each event.
  /// - Returns: What the replacing did, and which rows are not there any more.
  public mutating func load(
    _ shortlist: NamedShortlist, idLimit: Int = 1000
  ) -> ShortlistOutcome {
    let missing = shortlist.ids.filter { table.slot(of: $0) == nil }
    let ids = missing.isEmpty ? shortlist.ids : shortlist.ids.filter { table.slot(of: $0) != nil }
    return ShortlistOutcome(outcome: select(.replace(ids), idLimit: idLimit), missing: missing)
  }

  // MARK: Commits

  /// Takes rows that are gone out of the selection, after a commit.
  ///
  /// - Parameter rows: what happened to each row.
  /// - Returns: What that did; nil if no selected row is gone.
  mutating func prune(_ rows: [RowTransition]) -> SelectionUpdate? {
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
    return SelectionUpdate(removed: ids, events: events, count: selection.count)
  }
}
