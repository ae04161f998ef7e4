/// A command whose output is shown beside the list, for the row at the cursor.
package struct PreviewOptions: Hashable, Sendable {
  /// The command line, with the placeholders of `CommandTemplate`.
  package var command: String
  /// The place of the output.
  package var window: PreviewWindow

  package init(command: String, window: PreviewWindow = .init()) {
    self.command = command
    self.window = window
  }
}
