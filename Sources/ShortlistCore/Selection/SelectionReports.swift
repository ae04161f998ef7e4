/// How a selection stands to its rules.
public struct SelectionRulesReport: Hashable, Sendable {
  /// How a selection stands to one rule.
  public struct Status: Hashable, Sendable {
    /// Where the selection is.
    public enum State: String, Sendable {
      /// All is well, and a limit is not reached.
      case within
      /// The number of rows is the limit.
      case at
      /// There are fewer rows than the minimum.
      case below
      /// There are more rows than the maximum, or rows that could not be selected now.
      case above
    }

    /// The kind of rule.
    public var rule: SelectionRule.Kind
    /// Where the selection is.
    public var state: State
    /// The distance to the limit, 0 for none; or the number of rows that could not be selected now.
    public var by: Int
  }

  /// The revision this was read at.
  public var revision: Int
  /// One for each rule, in order.
  public var status: [Status]
  /// The rules that the selection breaks.
  public var violations: [SelectionViolation]
}

/// A rule that a selection breaks: rules never take rows out.
public struct SelectionViolation: Hashable, Sendable {
  /// The rows that could not be selected now, in pick order, no more than 1000; none if the number of
  /// rows breaks the rule.
  public var ids: [RowID]
  /// The kind of rule.
  public var rule: SelectionRule.Kind
}

/// A selection at a glance.
public struct SelectionReport: Hashable, Sendable {
  /// The order in which selected rows are told.
  public enum Order: String, Sendable, CaseIterable {
    /// As they were picked.
    case picked
    /// As they are shown, then those that do not match the query, as they were picked.
    case shown
  }

  /// The revision this was read at.
  public var revision: Int
  /// Selected rows.
  public var count: Int
  /// The selected rows, as many as were asked for.
  public var ids: [RowID]
  /// Selected rows that match the query.
  public var shown: Int
  /// The rules that the selection breaks.
  public var violations: [SelectionViolation]
  /// Whether there is something to undo.
  public var canUndo: Bool
  /// Whether there is something to redo.
  public var canRedo: Bool
}

/// How much of each shown section is selected.
public struct SelectedSectionsReport: Hashable, Sendable {
  /// One section.
  public struct Section: Hashable, Sendable {
    /// How much of a section is selected.
    public enum State: String, Sendable {
      /// Every row, and there is one.
      case all
      /// Some rows.
      case some
      /// No row.
      case none
    }

    /// The name.
    public var name: String
    /// Rows in it that are selected, visible or not.
    public var selected: Int
    /// Rows in it, visible or not.
    public var count: Int

    /// How much of it is selected.
    public var state: State { selected == 0 ? .none : selected == count ? .all : .some }
  }

  /// The revision this was read at.
  public var revision: Int
  /// The shown sections, in order.
  public var sections: [Section]
}

/// A selection to be kept: the ids of rows in pick order, under a name.
public struct NamedShortlist: Hashable, Sendable, Codable {
  /// The name.
  public var name: String
  /// The rows, in pick order.
  public var ids: [RowID]

  /// Creates a shortlist.
  public init(name: String, ids: [RowID]) {
    self.name = name
    self.ids = ids
  }
}

/// What became of a shortlist that was loaded.
public struct ShortlistOutcome: Hashable, Sendable {
  /// What the replacing of the selection did.
  public var outcome: SelectionOutcome
  /// The rows of the shortlist that are not there any more.
  public var missing: [RowID]
}

/// Selected rows in pick order.
public struct SelectedRowsReport: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// The number of selected rows.
  public var count: Int
  /// The attributes of the rows, in order.
  public var attributes: [String]
  /// The ids of the rows.
  public var ids: [RowID]
  /// The rows, as values of `attributes`.
  public var rows: [[CellValue]]
}
