public import Shortlist

/// The result of picking.
public enum PickOutcome: Sendable {
  /// The accepted rows, in pick order; at least one.
  case picked([(id: RowID, values: [CellValue])])
  /// The user accepted with no row to pick.
  case nothing
  /// The user left without a choice.
  case cancelled
}

/// How picking ended, besides the outcome.
package struct PickEnd: Hashable, Sendable {
  /// The typed text.
  package var search = ""
  /// The name of the key that accepted, if it is one of `PickOptions.expected`.
  package var key: String?
  /// What the screen showed; nil if there was none.
  package var view: ViewReport?
  /// The texts that actions print.
  package var printed: [String] = []
  /// Whether the typed text itself is the result.
  package var isSearchAccepted = false
  /// The attributes of the picked rows; nil for those of the list.
  package var schema: ListSchema?

  package init(search: String = "", key: String? = nil, view: ViewReport? = nil) {
    self.search = search
    self.key = key
    self.view = view
  }
}
