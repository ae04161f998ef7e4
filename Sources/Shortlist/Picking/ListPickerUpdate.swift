/// What a view of a list picker has to draw anew.
///
/// The index space of the changes is that of the picker's `sections`, with the section of selected
/// items if it is shown. The name of a section is its index in the source (none without sections),
/// that of the selected items `selected`.
public struct ListPickerUpdate: Hashable, Sendable {
  /// What changed among the shown rows; nil if nothing did.
  ///
  /// A row is updated if its text is another; that it was selected is told apart from this.
  public var changes: VisibleChanges?
  /// Rows that became selected.
  public var selected: [RowID]
  /// Rows that no longer are selected.
  public var deselected: [RowID]

  /// Whether there is nothing to draw.
  var isEmpty: Bool { changes == nil && selected.isEmpty && deselected.isEmpty }
}

/// A change of the selection that an app is told of.
public struct ListPickerSelectionChange: Hashable, Sendable {
  /// Why the selection changed.
  public enum Cause: String, Sendable {
    /// The picker was asked to, by a tap or otherwise.
    case request
    /// A selection that was made in the picker was accepted.
    case done
    /// Selected rows are gone from the source.
    case pruned
  }

  /// Why the selection changed.
  public var cause: Cause
  /// Rows added since the last report.
  public var added: [RowID]
  /// Rows removed since the last report.
  public var removed: [RowID]
}

/// When an app is told of the selection.
public enum ListPickerReporting: Sendable {
  /// Of every change, at once.
  case live
  /// Of all changes together, when they are accepted: until then they are a draft that can be
  /// cancelled.
  case staged
}

/// What became of the wish to accept a selection.
public enum ListPickerDone: Hashable, Sendable {
  /// It was accepted: these rows, in pick order.
  case done([RowID])
  /// It breaks rules, for these reasons.
  case refused([SelectionViolation], reasons: [String])
}

/// When the section of selected items is shown.
public enum ListPickerSelectedSection: Sendable {
  /// Never.
  case never
  /// Whenever something is selected, also rows that the search hides.
  case always
  /// The same, but not during a search.
  case unlessSearching
}

/// A section that a list picker shows.
public struct ListPickerSection: Hashable, Sendable {
  /// What a section holds.
  public enum Kind: Hashable, Sendable {
    /// The selected items, in pick order.
    case selected
    /// The shown items of a section of the source, by the index of that.
    case items(Int)
  }

  /// What it holds.
  public var kind: Kind
  /// Its heading; nil for none.
  public var title: String?
  /// Shown rows.
  public var count: Int
  /// Those of them that are selected.
  public var selected: Int
}

/// The button that selects all shown rows, or none of them.
public struct ListPickerSelectAll: Hashable, Sendable {
  /// What it does.
  public enum Action: Sendable {
    /// It selects all shown rows.
    case selectAll
    /// It deselects all shown rows.
    case deselectAll
  }

  /// What it does.
  public var action: Action
  /// The number of rows that it is about.
  public var count: Int
  /// Why it would be refused; nil if it would not.
  public var refusal: String?
}
