package import Shortlist

/// A change of the selection that a screen requests.
package enum SelectionCommand: Hashable, Sendable {
  /// A request, and the revision that it requires; nil for any.
  case request(SelectionRequest<RowID>, ifRevision: Int? = nil)
  /// Mark the rows between two rows, inclusive; optionally replaces the last such range.
  case extend(from: RowID, to: RowID, replacesLast: Bool)
  /// Create a row from a text and mark it.
  case create(String)
  /// Take a row out of the list, or the marked rows; the source keeps them.
  case exclude(RowID?)
  /// Unmark all rows, and let so many be marked; 0 for any number.
  case limit(Int)
}

/// The result of a selection command.
package struct SelectionAnswer: Hashable, Sendable {
  /// Why the command was refused, fully or in part.
  package var refusal: String?
  /// Other information to show.
  package var notice: String?
  /// Whether the last undo step marked a range of rows.
  package var hasExtended = false
  /// The row that was created.
  package var created: Created?

  /// A created row.
  package struct Created: Hashable, Sendable {
    package var id: RowID
    /// Its position; nil if it is not visible.
    package var position: Int?
  }

  package init(refusal: String? = nil) { self.refusal = refusal }

  /// Creates the answer for an outcome.
  init(_ outcome: SelectionOutcome<RowID>) {
    if let first = outcome.refusals.first { refusal = SelectionText.refusal(first) }
  }
}
