/// Rows whose text begins with the typed text.
///
///     let found = try await picker.suggestions(for: "an", in: \.name, limit: 5)
///     print(found.items.map(\.text), "of", found.total)
public struct Suggestions<ID: PickListID>: Hashable, Sendable {
  /// A row that can be chosen.
  public struct Item: Hashable, Sendable {
    /// The id of the row.
    public var id: ID
    /// The text of the row.
    public var text: String

    package init(id: ID, text: String) { (self.id, self.text) = (id, text) }
  }

  /// The revision at which the suggestions were read.
  public var revision: Int
  /// The requested range of the rows that begin with the text, in ascending order.
  public var items: [Item]
  /// The number of all rows that begin with the text.
  public var total: Int
  /// The first row whose text equals the typed text.
  public var exact: ID?
  /// The first other row whose folded text equals the folded typed text.
  public var similar: ID?

  /// Returns the row that has the text under the given equality; nil if there is none.
  public func existing(_ equality: TextEquality) -> ID? {
    equality == .exact ? exact : exact ?? similar
  }
}

/// How a typed text is compared with existing texts.
///
///     let found = try await picker.suggestions(for: "ANN", in: \.name)
///     found.existing(.exact)   // nil
///     found.existing(.folded)  // the row of Ann
public enum TextEquality: String, CaseIterable, Hashable, Sendable {
  /// All characters must be equal.
  case exact
  /// The folded texts must be equal: case and marks are ignored. An exact match takes precedence.
  case folded
}

/// The result of committing a suggestion or of creating a row from a text.
///
///     import ShortlistControls
///
///     if case .acted(_, let outcome) = await field.commit() {
///       print(outcome.isCreated ? "new" : "known", outcome.selection.count)
///     }
public struct SuggestionOutcome<ID: PickListID>: Hashable, Sendable {
  /// The revision after the commit.
  public var revision: Int
  /// The row; nil if a new row was needed but could not be selected.
  public var id: ID?
  /// Whether the row is new.
  public var isCreated: Bool
  /// The effect on the selection.
  public var selection: SelectionOutcome<ID>
  /// The changes of the visible rows; nil if there are none.
  public var changes: VisibleChanges<ID>?

  package init(
    revision: Int, id: ID?, isCreated: Bool, selection: SelectionOutcome<ID>,
    changes: VisibleChanges<ID>? = nil
  ) {
    self.revision = revision
    self.id = id
    self.isCreated = isCreated
    self.selection = selection
    self.changes = changes
  }
}

extension Suggestions {
  /// Creates the suggestions of items from those of their rows.
  package init(_ rows: Suggestions<RowID>) {
    (revision, total) = (rows.revision, rows.total)
    items = rows.items.compactMap { item in
      ID(rowID: item.id).map { Item(id: $0, text: item.text) }
    }
    (exact, similar) = (rows.exact.flatMap(ID.init(rowID:)), rows.similar.flatMap(ID.init(rowID:)))
  }
}

extension SuggestionOutcome {
  /// Creates the outcome for an item from that for its row.
  package init(_ rows: SuggestionOutcome<RowID>) {
    self.init(
      revision: rows.revision, id: rows.id.flatMap(ID.init(rowID:)), isCreated: rows.isCreated,
      selection: SelectionOutcome(rows.selection),
      changes: rows.changes.map(VisibleChanges<ID>.init))
  }
}
