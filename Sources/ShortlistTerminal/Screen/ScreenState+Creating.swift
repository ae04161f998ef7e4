import Shortlist

/// A line above the rows, which makes a row of the text that is typed.
extension ScreenState {
  /// Whether the cursor is on the line above the rows: also where there are no rows.
  var isOnOffer: Bool {
    offer != nil && picked == nil && (isAboveRows || viewport.total == 0)
  }

  /// Puts the cursor on the line above the rows.
  mutating func goAboveRows() {
    message = nil
    isAboveRows = true
    focus = .rows
  }

  /// A row up; from the first one to the line above, if there is one.
  mutating func moveUp() {
    if offer != nil && viewport.cursor == 0 { goAboveRows() } else { move(by: -1) }
  }

  /// A row down; from the line above to the first one.
  mutating func moveDown() { move(by: isAboveRows ? 0 : 1) }

  /// Makes a row of the text.
  mutating func create(_ effects: inout [ScreenEffect]) {
    guard let offer, selecting == 0 else { return }
    selecting += 1
    isCreating = true
    effects.append(.select(.create(offer), rowsWanted, shownAt: shownRevision))
  }

  /// Goes to a row that was made, or ends with it.
  mutating func take(_ created: SelectionAnswer.Created, _ effects: inout [ScreenEffect]) {
    if settings.isSingle { return effects.append(.acceptSelected) }
    anchor = created.id
    rowsRevision = revision
    message = Message(
      text: settings.isStored
        ? "a new row, written to the table" : "a new row, in this list only: no file is written",
      isProblem: false)
    guard let position = created.position else { return }
    viewport.cursor = position
    noteMove()
    focus = .rows
  }
}
