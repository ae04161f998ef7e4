extension ScreenState {
  /// Handles an event of the mouse that is neither held back nor outside of the screen.
  mutating func handleMouse(
    _ mouse: MouseEvent, isDouble: Bool, _ effects: inout [ScreenEffect]
  ) {
    if overlays.help == nil
      && (handleMouseOnPreview(mouse) || handleMouseOnFilters(mouse, &effects))
    {
      return
    }
    if overlays.help == nil && handleMouseOnTable(mouse, &effects) { return }
    let isOnMarks = mouse.column < geometry.left + gutter - 1
    let step = mouse.kind == .wheelUp ? -3 : 3
    let rows = goesUp ? -step : step
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      if overlays.scroll(by: step) { break }
      if overlays.picked != nil {
        overlays.picked?.view.scroll(by: rows)
      } else {
        scroll(by: rows)
      }
    case .press where overlays.details != nil && overlays.help == nil: break
    case .press where mouse.button == 0 && overlays.picked != nil && overlays.help == nil:
      pressInPicked(line: mouse.row - geometry.rows.lowerBound)
    case .press where mouse.button == 0 && mouse.row == geometry.offer && overlays.help == nil:
      if !isSearching && keys.waiting.isEmpty { goAboveRows() }
    case .press where mouse.button == 0:
      let place = mouse.row - geometry.rows.lowerBound
      // The rows are about to be replaced, so the click may not mean what will be there.
      guard overlays.help == nil, !isSearching, keys.waiting.isEmpty, body.indices.contains(place)
      else { return }
      let position: Int
      switch body[place] {
      case .gap: return
      case .row(let row), .rest(let row, line: _): position = row
      case .heading(let first):
        if isOnMarks {
          pressHeading(line: place, &effects)
        } else {
          notices.message = nil
          collapseSection(at: first, &effects)
        }
        return
      }
      notices.message = nil
      isAboveRows = false
      marks.end()
      viewport.cursor = position
      followCursor()
      panels.focus = .rows
      if isOnMarks {
        toggle(&effects)
      } else if isDouble && requests.selecting == 0 && line(at: position) != nil {
        accept(&effects)
      }
    default: break
    }
  }

  /// Scrolls the view; scrolling down to the last row of a followed list resumes following.
  private mutating func scroll(by rows: Int) {
    viewport.scroll(by: rows)
    if following != nil && rows > 0 && viewport.visible.upperBound == viewport.total { goToEnd() }
    followCursor()
  }
}
