import Shortlist

/// Keys whose meaning depends on rows that have not arrived.
extension ScreenState {
  /// Returns the action that an event is about to start; nil if there is none, or if there are
  /// several.
  func action(_ event: ScreenEvent) -> Action? {
    if case .act(let action) = event { return directed(action) }
    guard case .input(.key(let key), _) = event else { return nil }
    if options.expected[key] != nil && overlays.help == nil && usedPanel == nil { return .accept }
    let isBound = options.bindings.isWritten(.key(key))
    if key == .character("?") && isNothingTyped && !(isBound && isOnList) { return .help }
    guard isOnList else { return KeyBindings.action(for: key) }
    let actions = options.bindings[.key(key)]
    return actions.count == 1 ? directed(actions[0]) : nil
  }

  /// Whether keys do what is bound to them; panels, chips and the list of keys have their own.
  var isOnList: Bool { overlays.help == nil && usedPanel == nil && shownFocus != .chips }

  /// Whether the text field that receives keys is empty.
  private var isNothingTyped: Bool {
    (usedPanel.map(panels.text(in:)) ?? searching.field.text).isEmpty
  }

  func isCancel(_ event: ScreenEvent) -> Bool {
    guard action(event) == .cancel, overlays.help == nil else { return false }
    // Escape first closes whatever is open or about to open.
    let opening: [Action] = [
      .facets, .ranges, .columns, .filters, .picked, .details, .write, .jump, .jumpAccept,
    ]
    let isOpening = keys.waiting.contains { self.action($0).map(opening.contains) ?? false }
    let closes =
      isOpening || !geometry.panels.isEmpty || shownFocus == .chips || overlays.closesOnEscape
    return !(closes && event.isEscape)
  }

  /// Whether the meaning of a key depends on rows that have not arrived.
  func mustWait(_ event: ScreenEvent) -> Bool {
    guard overlays.help == nil, event.isWaiting else { return false }
    // The cursor is about to move to the row being created.
    if requests.isCreating || requests.isRunningCommand { return true }
    if source.isPreparing && picks(action(event)) { return true }
    if overlays.fileEntry != nil { return false }
    if let panel = usedPanel, case .input(.key(let key), _) = event, !isForAll(action(event)) {
      return panels.mustWait(key, in: panel, isLoading: source.isReading)
    }
    if overlays.picked != nil { return mustWaitInPicked(action(event)) }
    if overlays.details != nil && action(event) == .edit(.right) { return isWaitingForRows }
    let isSelecting = requests.selecting > 0
    let needsRow = viewport.total > 0 && line(at: viewport.cursor) == nil
    switch action(event) {
    case .toggleAndDown, .toggleAndUp:
      if isWaitingForRows || (offer != nil && isSelecting) { return true }
      return !options.isSingle && needsRow
    case .selectMatching, .invertMatching, .toggleSection:
      return isWaitingForRows || isSelecting || needsRow
    case .extendHere, .extendUp, .extendDown:
      let step = action(event) == .extendUp ? -1 : action(event) == .extendDown ? 1 : 0
      let next = viewport.cursor + step
      let needsNext = (0..<viewport.total).contains(next) && line(at: next) == nil
      return isWaitingForRows || isSelecting || needsRow || needsNext
    case .accept, .acceptNonEmpty, .acceptOrPrintQuery, .replaceQuery, .mark, .unmark, .toggle,
      .toggleIn, .toggleOut, .exclude, .excludePicked:
      return isWaitingForRows || isSelecting || needsRow
    case .command(_, let text), .background(_, let text), .text(.changePreview, let text):
      return template(text).usesRows && (isWaitingForRows || isSelecting || needsRow)
    case .position, .halfPageDown, .jump, .jumpAccept, .offsetUp, .offsetDown, .offsetMiddle:
      return isWaitingForRows
    case .details, .previousSection, .nextSection, .collapse, .collapseAll, .copy:
      return isWaitingForRows || needsRow
    case .down, .pageDown, .last: return isWaitingForRows
    case .up, .pageUp, .first:
      return isWaitingForRows
        && (following != nil || options.creates != nil || options.cycles)
    default: return false
    }
  }

  /// Whether an action changes what is picked, or accepts it.
  func picks(_ action: Action?) -> Bool {
    switch action {
    case .accept, .acceptNonEmpty, .acceptOrPrintQuery, .toggleAndDown, .toggleAndUp, .toggle,
      .toggleIn, .toggleOut, .mark, .unmark, .selectMatching, .deselectAll, .invertMatching,
      .toggleSection, .extendHere, .extendUp, .extendDown, .undo, .redo, .exclude, .excludePicked:
      true
    default: false
    }
  }

  /// Whether an action applies to all matching rows, wherever the focus is.
  private func isForAll(_ action: Action?) -> Bool {
    action == .selectMatching || action == .invertMatching || action == .toggleSection
  }
}

extension ScreenEvent {
  /// Whether the event is one of those that wait for others.
  fileprivate var isWaiting: Bool {
    switch self {
    case .input(.mouse, _): false
    case .input, .act: true
    default: false
    }
  }

  /// Whether the event is the Escape key.
  fileprivate var isEscape: Bool {
    if case .input(.key(KeyPress(.escape)), _) = self { true } else { false }
  }
}
