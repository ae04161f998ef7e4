package import Shortlist

/// What a screen asks for of the selection.
package enum SelectionCommand: Hashable, Sendable {
  /// A request, and the revision that it was decided on; nil if it means the same at any.
  case request(SelectionRequest, ifRevision: Int? = nil)
  /// Mark the rows between two, and these; instead of what was marked so last.
  case extend(from: RowID, to: RowID, replacesLast: Bool)
  /// Make a row of a text, and mark it.
  case create(String)
}

/// What became of a command about the selection.
package struct SelectionAnswer: Hashable, Sendable {
  /// Why it was not carried out, or not all of it.
  package var refusal: String?
  /// What else is to be said.
  package var notice: String?
  /// Whether the last step of the history is one of marking rows between two.
  package var hasExtended = false
  /// Where the row is that was made.
  package var created: Created?

  /// A row that was made.
  package struct Created: Hashable, Sendable {
    package var id: RowID
    /// Its position; nil if it is not visible.
    package var position: Int?
  }

  package init(refusal: String? = nil) { self.refusal = refusal }

  /// The answer that an outcome gives.
  init(_ outcome: SelectionOutcome) {
    if let first = outcome.refusals.first { refusal = SelectionText.refusal(first) }
  }
}
