import Shortlist

/// The state of the preview on the screen.
package struct Preview: Hashable, Sendable {
  package internal(set) var isShown: Bool
  /// The output that is shown.
  package internal(set) var text = PreviewText()
  /// The index of the first line that is shown.
  package internal(set) var first = 0
  /// The index of the line that is shown first as soon as there is one, until it is scrolled.
  var wanted: Int?
  /// The same for the output of the last request.
  var next: Int?
  /// What the command runs for; nil if it does not run.
  var request: PreviewRequest?
  /// The number of the last request.
  var number = 0
  /// The number of the request whose output is shown.
  var shown = 0
  /// The command of an action, which runs instead of the usual one for a row.
  var once: Once?
  /// The number of changes of the selection.
  var selections = 0

  /// A command for one row.
  struct Once: Hashable, Sendable {
    let command: String
    /// The row; nil if there was none.
    let row: RowID?
  }

  init(isShown: Bool) { self.isShown = isShown }
}
