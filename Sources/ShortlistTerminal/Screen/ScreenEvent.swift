package import Shortlist

/// An event that the screen handles.
package enum ScreenEvent: Sendable {
  /// A key, a paste or a mouse event; `isDouble` marks the second press of a double click.
  case input(InputEvent, isDouble: Bool = false)
  /// The terminal told whether its background is light.
  case background(isLight: Bool)
  /// An action of a binding is due.
  case act(Action)
  /// The command of an action has ended, or could not be run for this reason.
  case ran(CommandAction, output: String, problem: String? = nil)
  /// The same of a command in the background.
  case ranInBackground(CommandAction, output: String, problem: String? = nil)
  /// The list was replaced by that of a command; if so, its rows are shown only when all are read.
  case replaced(whenRead: Bool)
  /// Another program has changed the list, which has this query now.
  case queried(ListQuery, revision: Int)
  /// The terminal was resized.
  case resized(Size)
  /// Loading has taken long enough to show its progress.
  case progressDue
  /// The known attributes.
  case attributes(ListSchema)
  /// The list changed through its source, or counted what was estimated.
  case changed(revision: Int, reading: LoadProgress?, estimates: CountEstimates = [])
  /// The answer to `ScreenEffect.search`.
  case found(Int, ListSnapshot, SearchReading)
  /// The search failed for this reason; `offset` is where the wrong term begins, in UTF-8 bytes.
  ///
  /// The shown rows stay.
  case notFound(Int, reason: String, offset: Int? = nil)
  /// The answer to `ScreenEffect.read`.
  case read(ListSnapshot)
  /// The rows could not be read, for this reason; those that are shown stay.
  case notRead(reason: String)
  /// The selection could not be changed, or not be read afterwards, for this reason.
  case notSelected(reason: String)
  /// The answer to `ScreenEffect.select`.
  case selected(ListSnapshot, SelectionAnswer)
  /// The answer to `ScreenEffect.arrange`.
  case arranged(ListSnapshot)
  /// The list could not be arranged so, for this reason.
  case notArranged(reason: String)
  /// The rows were written, or could not be.
  case written(Notices.Message)
  /// The file of this name exists, and nothing was written.
  case fileExists(String)
  /// The file of this name was not written, for this reason.
  case notWritten(String, reason: String)
  /// The choice could not be accepted, for this reason.
  case notAccepted(reason: String)
  /// The answer to `ScreenEffect.prepare`: the rules, and the row on which the cursor starts.
  case prepared(rules: [SelectionRule], row: RowID?)
  /// The answer to `ScreenEffect.sample`: attributes that make good facets.
  case sampled([String])
  /// The answer to `ScreenEffect.measure`.
  case measured(Int, Measures)
  /// The measurement failed for this reason.
  case notMeasured(Int, reason: String)
  /// The source waits for this file, which another program has locked.
  case locked(path: String)
  /// The shown rows may be outdated for this reason and cannot be written; nil once they are
  /// current.
  case stopped(reason: String?)
  /// The followed source has ended; `reason` is set if it failed.
  case ended(reason: String?)
  /// The first lines of the source, as far as they are read.
  case headed([String])
  /// Output of the preview command with this number.
  case previewed(Int, [UInt8])
  /// The preview command with this number has ended, or has taken long enough to no longer show the
  /// output of the one before.
  case previewDue(Int)
}

/// An effect that the screen requests.
package enum ScreenEffect: Hashable, Sendable {
  /// Search for this text in this way among the rows that pass these filters, and read the result.
  ///
  /// Replaces an unfinished search.
  ///
  /// Searches other attributes than the list was opened with, unless they are nil.
  case search(
    Int, String, MatchKind, ranks: Bool = true, in: [String]? = nil, FilterGroups, SnapshotRequest)
  /// Read these rows.
  case read(SnapshotRequest)
  /// Change the selection, then read these rows; ids belong to the given revision.
  case select(SelectionCommand, SnapshotRequest, shownAt: Int)
  /// Arrange the list, then read these rows.
  case arrange(Arranging, SnapshotRequest)
  /// Write rows, or the command line, to a file.
  case write(FileRequest)
  /// Put a text on the clipboard of the terminal.
  case copy(String)
  /// Prepare the list, because all its rows are read.
  case prepare
  /// Find out which attributes make good facets.
  case sample
  /// Count and measure for the panels.
  ///
  /// Replaces an unfinished measurement.
  case measure(Int, MeasureRequest)
  /// Run the preview command.
  ///
  /// Replaces the one before, which is ended.
  case preview(Int, PreviewRequest)
  /// End the preview command.
  case stopPreview
  /// Run the command of an action; `ScreenEvent.ran` or `replaced` answers.
  case run(CommandAction, PreviewRequest)
  /// Run the command of an action in the background; `ScreenEvent.ranInBackground` answers.
  case runInBackground(CommandAction, PreviewRequest)
  /// End all commands in the background.
  case stopBackground
  /// End with the typed text.
  case acceptQuery
  /// Sound the bell of the terminal.
  case bell
  /// End with this row.
  case acceptRow(RowID, [CellValue])
  /// End with the selected rows.
  case acceptSelected
  /// End with the selected rows, plus this one if given, once all rows are read.
  ///
  /// Before that, neither ids nor types are final. The id belongs to the given revision.
  case acceptWhenRead(RowID?, shownAt: Int)
  /// End with nothing, because there is no row.
  case acceptNothing
  /// End without a choice.
  case cancel
  /// Release the terminal until the program is continued.
  case suspend
  /// Redraw the whole screen.
  case redraw
}
