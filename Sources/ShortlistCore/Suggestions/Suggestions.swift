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
