import Shortlist

/// The offer: a line above the rows that creates a row from the typed text.
extension ScreenState {
  /// Whether the cursor is on the offer line.
  ///
  /// It always is if there is an offer but no rows.
  var isOnOffer: Bool {
    offer != nil && overlays.picked == nil && (isAboveRows || viewport.total == 0)
  }

  /// Moves the cursor to the offer line.
  mutating func goAboveRows() {
    notices.message = nil
    isAboveRows = true
    panels.focus = .rows
  }

  /// Moves the cursor up a row; from the first row to the offer line, if there is one.
  mutating func moveUp() {
    if offer != nil && viewport.cursor == 0 { return goAboveRows() }
    move(by: options.cycles && viewport.cursor == 0 ? viewport.total : -1)
  }

  /// Moves the cursor down a row; from the offer line to the first row.
  mutating func moveDown() {
    let isLast = viewport.cursor == viewport.total - 1
    move(by: isAboveRows ? 0 : options.cycles && isLast ? -viewport.total : 1)
  }

  /// Requests a row made from the offered text.
  mutating func create(_ effects: inout [ScreenEffect]) {
    guard let offer, requests.selecting == 0 else { return }
    requests.selecting += 1
    requests.isCreating = true
    effects.append(.select(.create(offer.text), wanted, shownAt: shownRevision))
  }

  /// Moves the cursor to a created row, or accepts it if one row is picked.
  mutating func handle(_ created: SelectionAnswer.Created, _ effects: inout [ScreenEffect]) {
    if options.isSingle { return effects.append(.acceptSelected) }
    marks.anchor = created.id
    panels.measuring?.isOutdated = true
    notices.say(
      traits.isStored
        ? "a new row, written to the table" : "a new row, in this list only: no file is written")
    guard let position = created.position else { return }
    viewport.cursor = position
    followCursor()
    panels.focus = .rows
  }
}
