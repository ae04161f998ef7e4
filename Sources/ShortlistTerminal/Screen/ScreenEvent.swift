package import Shortlist

/// Something that happened, to a screen.
package enum ScreenEvent: Sendable {
  /// A key, a paste or the mouse; `isDouble` is the second press of a double click.
  case input(InputEvent, isDouble: Bool = false)
  /// The terminal has this size.
  case resized(Size)
  /// Loading takes long enough to say how far it is.
  case progressDue
  /// The attributes known.
  case attributes(ListSchema)
  /// The list has changed by itself.
  case changed(revision: Int, reading: LoadProgress?)
  /// The answer to `ScreenEffect.search`.
  case found(Int, PageSnapshot, SearchReading)
  /// The search could not be carried out, for this reason. What is shown stays.
  case notFound(Int, reason: String)
  /// The answer to `ScreenEffect.read`.
  case page(PageSnapshot)
  /// The answer to `ScreenEffect.readPicked`.
  case picked(PickedRows)
  /// The answer to `ScreenEffect.select`.
  case selected(PageSnapshot, SelectionAnswer)
  /// Accepting when all is read cannot be done, for this reason.
  case notAccepted(reason: String)
  /// The answer to `ScreenEffect.sample`: attributes that make good facets.
  case sampled([String])
  /// The answer to `ScreenEffect.measure`.
  case measured(Int, Measures)
  /// It could not be measured, for this reason.
  case notMeasured(Int, reason: String)
  /// The source waits for this file, which another program has locked.
  case locked(path: String)
  /// What is shown may be outdated for this reason, and cannot be written; nil once all is well again.
  case stopped(reason: String?)
  /// Nothing more comes from the source that is followed; if it failed, for this reason.
  case ended(reason: String?)
}

/// What a screen asks for.
package enum ScreenEffect: Hashable, Sendable {
  /// Search for this text among the rows that pass these filters, and read these rows of the
  /// result. Replaces a search that is not finished.
  case search(Int, String, FilterGroups, RowRequest)
  /// Read these rows.
  case read(RowRequest)
  /// Read the selected rows that have these places in the pick order.
  case readPicked(Range<Int>)
  /// Change the selection, then read these rows; ids are those of a revision.
  case select(SelectionCommand, RowRequest, shownAt: Int)
  /// Find out which attributes make good facets.
  case sample
  /// Count and measure for the panels. Replaces a measurement that is not finished.
  case measure(Int, MeasureRequest)
  /// End with this row.
  case acceptRow(RowID, [CellValue])
  /// End with the selected rows.
  case acceptSelected
  /// End with the selected rows, and this one if there is one, when all rows are read: before that
  /// neither ids nor types are known. The id is that of a revision.
  case acceptWhenRead(RowID?, shownAt: Int)
  /// End with nothing: there is no row.
  case acceptNothing
  /// End without a choice.
  case cancel
  /// Give the terminal back until the program is continued.
  case suspend
  /// Draw all of the screen again.
  case redraw
}
