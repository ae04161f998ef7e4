import Shortlist

/// The view of the selected rows.
extension ScreenState {
  /// Shows the selected rows.
  mutating func openPicked() {
    if options.isSingle { return }
    overlays.picked = PickedView()
    isAboveRows = false
    panels.focus = .rows
  }

  /// Returns to the list.
  mutating func closePicked() {
    overlays.picked = nil
    panels.focus = .search
  }

  /// Returns whether the meaning of a key depends on selected rows that have not arrived.
  func mustWaitInPicked(_ action: Action?) -> Bool {
    guard let picked = overlays.picked else { return false }
    return switch action {
    case .down, .pageDown, .last, .toggleAndDown, .toggleAndUp:
      requests.selecting > 0 || !picked.isComplete
    case .accept: requests.selecting > 0
    default: false
    }
  }

  /// Handles a key while the selected rows are shown.
  ///
  /// Keys that do not apply here close the view first.
  ///
  /// - Returns: Whether the key was handled.
  mutating func handlePickedKey(
    _ key: KeyPress, _ action: Action?, _ effects: inout [ScreenEffect]
  ) -> Bool {
    if overlays.picked == nil { return false }
    if overlays.picked?.view.move(by: action) == true { return true }
    switch action {
    case .toggleAndDown, .toggleAndUp: deselectPicked(&effects)
    case .cancel where key != KeyPress(.escape): return false
    case .cancel, .picked: closePicked()
    case .selectMatching, .invertMatching, .toggleSection, .extendUp, .extendDown, .extendHere:
      notices.refuse("this is for the list: Esc goes back to it")
    case .accept, .deselectAll, .undo, .redo, .suspend, .redraw, .help, .details, .columnsLeft,
      .columnsRight:
      return false
    default:
      closePicked()
      return false
    }
    return true
  }

  private mutating func deselectPicked(_ effects: inout [ScreenEffect]) {
    guard let row = overlays.picked?.current else { return }
    select(.request(.deselect([row.id])), shownAt: overlays.picked?.rows?.revision, &effects)
  }

  /// Moves the cursor to the selected row on a line.
  mutating func pressInPicked(line: Int) {
    if overlays.picked?.view.move(toLine: line) == true { notices.message = nil }
  }
}
