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
  /// The first rows that begin with the text, ascending.
  public var items: [Item]
  /// The row whose text is the one typed, else the first that is the same when both are folded.
  public var exact: RowID?
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
}
