/// Rows whose text begins with what was typed.
public struct Suggestions: Hashable, Sendable {
  /// A row that can be chosen.
  public struct Item: Hashable, Sendable {
    /// What identifies the row.
    public var id: RowID
    /// Its text.
    public var text: String
  }

  /// The revision this was read at.
  public var revision: Int
  /// The rows asked for of those that begin with the text, ascending.
  public var items: [Item]
  /// How many rows begin with the text.
  public var total: Int
  /// The first row whose text is the one typed.
  public var exact: RowID?
  /// The first other row whose text is the one typed when both are folded.
  public var similar: RowID?

  /// The row that has the text, as far as texts must be equal.
  public func existing(_ equality: TextEquality) -> RowID? {
    equality == .exact ? exact : exact ?? similar
  }
}

/// When a text is taken for one that is there.
public enum TextEquality: String, CaseIterable, Hashable, Sendable {
  /// If all characters are the same.
  case exact
  /// Also if they are the same when both are folded: case and marks make no difference. A text that is
  /// exactly the same comes first.
  case folded
}

/// What became of a suggestion that was taken, or of a text that was to become a row.
public struct SuggestionOutcome: Hashable, Sendable {
  /// The revision after it.
  public var revision: Int
  /// The row; nil if it would have been a new one, which may not be selected.
  public var id: RowID?
  /// Whether the row is new.
  public var isCreated: Bool
  /// What became of the selection.
  public var selection: SelectionOutcome
  /// What changed among the visible rows; nil if nothing did.
  public var changes: VisibleChanges?

  package init(
    revision: Int, id: RowID?, isCreated: Bool, selection: SelectionOutcome,
    changes: VisibleChanges? = nil
  ) {
    self.revision = revision
    self.id = id
    self.isCreated = isCreated
    self.selection = selection
    self.changes = changes
  }
}
