/// The state of the preview on the screen.
package struct Preview: Hashable, Sendable {
  package internal(set) var isShown: Bool
  /// The output that is shown.
  package internal(set) var text = PreviewText()
  /// The index of the first line that is shown.
  package internal(set) var first = 0
  /// What the command runs for; nil if it does not run.
  var request: PreviewRequest?
  /// The number of the last request.
  var number = 0
  /// The number of the request whose output is shown.
  var shown = 0
  /// The number of changes of the selection.
  var selections = 0

  init(isShown: Bool) { self.isShown = isShown }
}
