import Shortlist
public import ShortlistCore

/// What a view of a list picker has to redraw.
///
/// The indices of the changes refer to the picker's `sections`, including the section of selected
/// items if it is shown. The name of a section is its index in the source (empty without sections);
/// the section of selected items is named `selected`.
///
///     contactsPicker.onUpdate = { update in
///       if update.changes == .reset { controller.reload() } else { table.apply(update) }
///     }
public struct ListPickerUpdate: Hashable, Sendable {
  /// The changes to the shown rows; nil if there are none.
  ///
  /// A row is updated if it was drawn and its text has changed since; `selected` and `deselected`
  /// report selection changes.
  public var changes: VisibleChanges<RowID>?
  /// Rows that became selected.
  public var selected: [RowID]
  /// Rows that are no longer selected.
  public var deselected: [RowID]

  /// Whether there is nothing to redraw.
  var isEmpty: Bool { changes == nil && selected.isEmpty && deselected.isEmpty }
}

/// A change of the selection, as reported to the app.
///
///     contactsPicker.onSelectionChange = { change in
///       if change.cause == .pruned { show("\(change.removed.count) no longer exist") }
///     }
public struct ListPickerSelectionChange: Hashable, Sendable {
  /// Why the selection changed.
  public enum Cause: String, Sendable {
    /// A request to the picker, such as a tap.
    case request
    /// The user accepted a selection made in the picker.
    case done
    /// Selected rows disappeared from the source.
    case pruned
  }

  /// Why the selection changed.
  public var cause: Cause
  /// Rows added since the last report.
  public var added: [RowID]
  /// Rows removed since the last report.
  public var removed: [RowID]
}

/// When the picker reports the selection to the app.
///
///     let picker = ListPicker(Contacts(), reporting: .staged)
///     picker.onSelectionChange = { change in show(change.added.count) }
///     try picker.done()  // reports all changes at once
public enum ListPickerReporting: Sendable {
  /// After every change, immediately.
  case live
  /// All changes together when they are accepted; until then they are a draft that can be
  /// cancelled.
  case staged
}

/// The outcome of accepting a selection.
///
///     switch try contactsPicker.done() {
///     case .done(let ids): show(ids.count)
///     case .refused(_, let reasons): show(reasons.joined(separator: "; "))
///     }
public enum ListPickerDone: Hashable, Sendable {
  /// The selection was accepted: these rows, in pick order.
  case done([RowID])
  /// The selection violates rules, for these reasons.
  case refused([SelectionViolation<RowID>], reasons: [String])
}

/// When the section of selected items is shown.
///
///     let picker = ListPicker(
///       Contacts(), selectedSection: .unlessSearching, selectedSectionTitle: "Selected")
public enum ListPickerSelectedSection: Sendable {
  /// Never.
  case never
  /// Whenever rows are selected, including rows that the search hides.
  case always
  /// Like `always`, but not during a search.
  case unlessSearching
}

/// A section that a list picker shows.
///
///     for section in contactsPicker.sections {
///       print(section.title ?? "", "\(section.selected) of \(section.count)")
///     }
public struct ListPickerSection: Hashable, Sendable {
  /// What a section contains.
  public enum Kind: Hashable, Sendable {
    /// The selected items, in pick order.
    case selected
    /// The shown items of a section of the source, by the index of that section.
    case items(Int)
  }

  /// What the section contains.
  public var kind: Kind
  /// The heading; nil for none.
  public var title: String?
  /// The number of shown rows.
  public var count: Int
  /// The number of shown rows that are selected.
  public var selected: Int
}

/// The button that selects or deselects all shown rows.
///
///     if let button = contactsPicker.selectAllButton, button.refusal == nil {
///       show(button.action == .selectAll ? "Select All" : "Deselect All")
///     }
public struct ListPickerSelectAll: Hashable, Sendable {
  /// The action of the button.
  public enum Action: Sendable {
    /// It selects all shown rows.
    case selectAll
    /// It deselects all shown rows.
    case deselectAll
  }

  /// The action of the button.
  public var action: Action
  /// The number of rows that the action affects.
  public var count: Int
  /// The reason why the action would be refused; nil if it would not.
  public var refusal: String?
}
