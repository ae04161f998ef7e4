/// The state of a selection under each of its rules.
///
///     let report = try await picker.selection.setFilters([.minimum(2)])
///     let status = report.status[0]
///     if status.state == .below { show("\(status.by) more are needed") }
public struct SelectionRulesReport<ID: PickListID>: Hashable, Sendable {
  /// The revision at which the report was read.
  public var revision: Int
  /// The status of each rule, in order.
  public var status: [SelectionRulesReport<RowID>.Status]
  /// The rules that the selection breaks.
  public var violations: [SelectionViolation<ID>]
}

extension SelectionRulesReport<RowID> {
  /// The state of a selection under one rule.
  public struct Status: Hashable, Sendable {
    /// The position of a selection relative to a rule.
    public enum State: String, Sendable {
      /// The selection satisfies the rule and has not reached its limit.
      case within
      /// The number of selected rows equals the limit.
      case at
      /// Fewer rows than the minimum are selected.
      case below
      /// More rows than the maximum are selected, or selected rows no longer satisfy the rule.
      case above
    }

    /// The kind of rule.
    public var rule: SelectionRule.Kind
    /// The position relative to the rule.
    public var state: State
    /// The distance to the limit, 0 if there is none; for other rules, the number of selected rows
    /// that no longer satisfy the rule.
    public var by: Int
  }
}

/// A rule that a selection breaks.
///
/// Rules never deselect rows.
///
///     for violation in contactsModel.violations { print(violation.rule, violation.ids) }
public struct SelectionViolation<ID: PickListID>: Hashable, Sendable {
  /// The first 1000 selected rows, in pick order, that no longer satisfy the rule; empty for a rule
  /// about the number of rows.
  public var ids: [ID]
  /// The kind of rule.
  public var rule: SelectionRule.Kind
}

/// A summary of a selection.
///
///     let report = try await picker.selection.report
///     print("\(report.count) selected, \(report.shown) of them shown")
public struct SelectionReport<ID: PickListID>: Hashable, Sendable {
  /// The revision at which the report was read.
  public var revision: Int
  /// The number of selected rows.
  public var count: Int
  /// The ids of the selected rows, up to the requested number.
  public var ids: [ID]
  /// The number of selected rows that match the query.
  public var shown: Int
  /// The rules that the selection breaks.
  public var violations: [SelectionViolation<ID>]
  /// Whether there is a step to undo.
  public var canUndo: Bool
  /// Whether there is a step to redo.
  public var canRedo: Bool
}

extension SelectionReport<RowID> {
  /// The order of the reported ids.
  package enum Order: String, Sendable, CaseIterable {
    /// Pick order.
    case picked
    /// Shown order, followed by the rows that do not match the query in pick order.
    case shown
  }
}

/// The number of selected rows in each shown section.
///
///     for section in try await picker.selection.sections.sections {
///       print(section.name, section.state, "\(section.selected) of \(section.count)")
///     }
public struct SelectedSectionsReport: Hashable, Sendable {
  /// The selected rows of one section.
  public struct Section: Hashable, Sendable {
    /// The extent to which a section is selected.
    public enum State: String, Sendable {
      /// Every row; the section is not empty.
      case all
      /// Some rows.
      case some
      /// No row.
      case none
    }

    /// The name.
    public var name: String
    /// The number of selected rows in the section, visible or not.
    public var selected: Int
    /// The number of rows in the section, visible or not.
    public var count: Int

    /// The extent to which the section is selected.
    public var state: State { selected == 0 ? .none : selected == count ? .all : .some }
  }

  /// The revision at which the report was read.
  public var revision: Int
  /// The shown sections, in order.
  public var sections: [Section]
}

/// A named, storable selection: the ids of rows in pick order.
///
///     let ids = try await picker.selection.report.ids.map(\.rowID)
///     let data = try JSONEncoder().encode(NamedShortlist(name: "Friday", ids: ids))
public struct NamedShortlist: Hashable, Sendable, Codable {
  /// The name.
  public var name: String
  /// The ids of the rows, in pick order.
  public var ids: [RowID]

  /// Creates a shortlist.
  public init(name: String, ids: [RowID]) {
    self.name = name
    self.ids = ids
  }
}

/// The outcome of loading a shortlist.
///
///     let loaded = try await picker.selection.load("Friday")
///     print("\(loaded.outcome.count) selected, \(loaded.missingCount) no longer exist")
public struct ShortlistOutcome<ID: PickListID>: Hashable, Sendable {
  /// The outcome of replacing the selection.
  public var outcome: SelectionOutcome<ID>
  /// The ids of the shortlist that the list does not contain, without those that no item can have.
  public var missing: [ID]
  /// The number of all ids of the shortlist that the list does not contain.
  public var missingCount: Int
}

extension ShortlistOutcome<RowID> {
  /// Creates an outcome.
  package init(outcome: SelectionOutcome<RowID>, missing: [RowID]) {
    (self.outcome, self.missing, missingCount) = (outcome, missing, missing.count)
  }
}

extension ShortlistOutcome {
  /// Creates the outcome for items from that for their rows.
  package init(_ rows: ShortlistOutcome<RowID>) {
    outcome = SelectionOutcome(rows.outcome)
    missing = rows.missing.compactMap(ID.init(rowID:))
    missingCount = rows.missingCount
  }
}

extension SelectionRulesReport {
  /// Creates the report for items from that for their rows.
  package init(_ rows: SelectionRulesReport<RowID>) {
    (revision, status) = (rows.revision, rows.status)
    violations = rows.violations.map(SelectionViolation<ID>.init)
  }
}

extension SelectionViolation {
  /// Creates the violation for items from that for their rows.
  package init(_ rows: SelectionViolation<RowID>) {
    (ids, rule) = (rows.ids.compactMap(ID.init(rowID:)), rows.rule)
  }
}

extension SelectionReport {
  /// Creates the report for items from that for their rows.
  package init(_ rows: SelectionReport<RowID>) {
    (revision, count, shown) = (rows.revision, rows.count, rows.shown)
    (canUndo, canRedo) = (rows.canUndo, rows.canRedo)
    ids = rows.ids.compactMap(ID.init(rowID:))
    violations = rows.violations.map(SelectionViolation<ID>.init)
  }
}

/// Selected rows in pick order.
package struct SelectedRowsReport: Hashable, Sendable {
  /// The revision at which the report was read.
  package var revision: Int
  /// The number of selected rows.
  package var count: Int
  /// The index of the first of these rows in pick order.
  package var start: Int
  /// The attributes of the rows, in order.
  package var attributes: [String]
  /// The ids of the rows.
  package var ids: [RowID]
  /// The rows, as values of `attributes`.
  package var rows: [[CellValue]]
}
