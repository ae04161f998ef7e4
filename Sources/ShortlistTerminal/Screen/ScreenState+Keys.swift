import Shortlist

/// What keys do.
extension ScreenState {
  mutating func handleInput(_ event: ScreenEvent, _ effects: inout [ScreenEffect]) {
    if case .act = event, let action = action(event) { return act(action, &effects) }
    guard case .input(let input, let isDouble) = event else { return }
    if expand(event) { return }
    if source.isAccepting {
      handleWhileAccepting(event, &effects)
      return
    }
    keys.expected = if case .key(let key) = input { options.expected[key] } else { nil }
    if case .mouse(let mouse) = input {
      overlays.jump = nil
      if let mouse = unplaced(mouse) { handleMouse(mouse, isDouble: isDouble, &effects) }
      return
    }
    notices.message = nil
    if overlays.jump != nil { return finishJump(input, &effects) }
    if !source.isReading { source.lockedFile = nil }
    if ![.extendUp, .extendDown].contains(action(event)) { marks.end() }
    if overlays.help != nil {
      handleHelpKey(event, &effects)
      return
    }
    if overlays.fileEntry != nil && handleFileEntry(input, &effects) { return }
    switch input {
    case .mouse: break
    case .paste(let text):
      overlays.closeRows()
      if usedPanel != nil { return pasteInPanel(text, &effects) }
      if !options.hasInput { return }
      change(&effects) { $0.insert(text) }
    case .key(let key):
      if keys.expected != nil && usedPanel == nil { return accept(&effects) }
      if handlePreviewAction(action(event)) { return }
      if overlays.details != nil && handleDetailsKey(key, action(event), &effects) { return }
      if overlays.picked != nil && handlePickedKey(key, action(event), &effects) { return }
      if action(event) != .help && handleFilterKey(key, action(event), &effects) { return }
      if let action = action(event) {
        perform(action, &effects)
      } else if case .character(let character) = key.key,
        key.modifiers.subtracting(.shift).isEmpty, options.hasInput
      {
        change(&effects) { $0.insert(String(character)) }
      }
    }
  }

  /// Handles a key after the choice is made, while the remaining rows are being read.
  private mutating func handleWhileAccepting(
    _ event: ScreenEvent, _ effects: inout [ScreenEffect]
  ) {
    switch action(event) {
    case .cancel: effects.append(.cancel)
    case .suspend: effects.append(.suspend)
    case .redraw: effects.append(.redraw)
    default: break
    }
  }

  mutating func change(
    _ effects: inout [ScreenEffect], _ edit: (inout SearchField) -> Void
  ) {
    panels.focus = .search
    if searching.edit(edit) { searchAnew(&effects) }
  }

  mutating func perform(_ action: Action, _ effects: inout [ScreenEffect]) {
    let field = searching.field
    switch action {
    case .edit(.end) where following != nil && field.position == field.text.endIndex:
      move(by: viewport.total)
    case .edit(.right)
    where field.position == field.text.endIndex && columns.hasMore(within: cellsWidth):
      columns.scroll(by: 1, within: cellsWidth)
    case .edit(.left) where field.position == field.text.startIndex && columns.scrolled > 0:
      columns.scroll(by: -1, within: cellsWidth)
    case .columnsRight: columns.scroll(by: 1, within: cellsWidth)
    case .columnsLeft: columns.scroll(by: -1, within: cellsWidth)
    case .edit(let edit): change(&effects) { $0.edit(edit) }
    case .up: moveUp()
    case .down: moveDown()
    case .pageUp: move(by: 1 - max(2, viewport.pageLength))
    case .pageDown: move(by: max(2, viewport.pageLength) - 1)
    case .first: move(by: -viewport.total)
    case .last: move(by: viewport.total)
    case .toggleAndDown:
      toggle(&effects)
      move(by: 1)
    case .toggleAndUp:
      toggle(&effects)
      move(by: -1)
    case .selectMatching: selectMany(.all(), &effects)
    case .deselectAll: selectMany(.none(), &effects)
    case .invertMatching: selectMany(.invert, &effects)
    case .toggleSection: toggleSection(&effects)
    case .extendUp: extend(by: -1, &effects)
    case .extendDown: extend(by: 1, &effects)
    case .extendHere: extendHere(&effects)
    case .undo: select(.request(.undo), &effects)
    case .redo: select(.request(.redo), &effects)
    case .picked: openPicked()
    case .accept: accept(&effects)
    case .cancel: effects.append(.cancel)
    case .suspend: effects.append(.suspend)
    case .redraw: effects.append(.redraw)
    case .help: overlays.help = 0
    case .nextMatch:
      searching.match = traits.matchKind(after: searching.match)
      searchAnew(&effects)
    case .details: openDetails()
    case .facets, .ranges, .columns, .filters, .clearFilters: break
    case .previousSection: goToSection(after: false)
    case .nextSection: goToSection(after: true)
    case .collapse: collapseSection(at: viewport.cursor, &effects)
    case .collapseAll: collapseAll(&effects)
    case .toggleWrap: toggleWrap()
    case .write: openFileEntry()
    case .copy: copy(&effects)
    default: performBound(action, &effects)
    }
  }

  mutating func move(by rows: Int) {
    isAboveRows = false
    viewport.move(by: rows)
    followCursor()
    panels.focus = .rows
  }
}
