import Shortlist

/// What events of bindings depend on.
private struct Observed {
  let text: String
  let row: RowID?
  let selected: Int
  let size: Size
  let isReading: Bool
  let isSearching: Bool
  let revision: Int

  init(_ state: ScreenState) {
    text = state.searching.field.text
    row = state.line(at: state.viewport.cursor)?.id
    selected = state.page?.selected ?? 0
    size = state.screenSize
    isReading = state.source.isReading || state.source.replacing != nil
    isSearching = state.isSearching
    revision = state.page?.revision ?? 0
  }
}

/// Bindings: events that start actions, and the actions that only a binding starts.
extension ScreenState {
  /// The most actions that events start before the next key; more would start each other for ever.
  private static let mostTriggered = 100

  // MARK: Events

  /// Changes the state, and starts the actions of what has happened.
  mutating func observing(_ triggered: inout Int, _ change: (inout Self) -> Void) {
    guard options.bindings.hasEvents else { return change(&self) }
    let before = Observed(self)
    change(&self)
    let now = Observed(self)
    var events: [Trigger.Event] = []
    if now.size != before.size { events.append(.resize) }
    if before.isReading && !now.isReading { events.append(.load) }
    if !before.text.utf8.elementsEqual(now.text.utf8) { events.append(.change) }
    if now.selected != before.selected { events.append(.multi) }
    let isNew =
      now.revision != before.revision || before.isReading || before.isSearching
    if isNew, !now.isSearching, !now.isReading, let page, !page.isReading {
      events.append(.result)
      if page.total == 0 { events.append(.zero) }
      if page.total == 1 { events.append(.one) }
    }
    if now.row != before.row, !now.isSearching { events.append(.focus) }
    for event in events {
      let count = enqueue(event)
      triggered += count
      if count > 0 && triggered > Self.mostTriggered {
        keys.dropActions()
        return notices.refuse("\(event.rawValue): its actions start themselves again and again")
      }
    }
  }

  /// Puts the actions of an event before the keys that wait, and returns how many there are.
  @discardableResult
  mutating func enqueue(_ event: Trigger.Event) -> Int {
    let actions = options.bindings[.event(event)]
    keys.enqueue(actions)
    return actions.count
  }

  /// Replaces a key by the actions that are bound to it.
  ///
  /// - Returns: Whether there are several, so that each can wait for the one before.
  mutating func expand(_ event: ScreenEvent) -> Bool {
    guard case .input(let input, let isDouble) = event, !source.isAccepting, isOnList else {
      return false
    }
    var actions: [Action] = []
    switch input {
    case .key where overlays.jump != nil: return false
    case .key(let key):
      keys.begin(key.name)
      if options.expected[key] == nil { actions = options.bindings[.key(key)] }
      if key == KeyPress(.backspace) && searching.field.text.isEmpty { enqueue(.backwardEof) }
    case .mouse(let mouse) where isDouble && unplaced(mouse).flatMap { body(at: $0.row) } != nil:
      actions = options.bindings[.event(.doubleClick)]
      if actions.count == 1 {
        keys.insert(actions)
        return true
      }
    case .mouse, .paste: break
    }
    if actions.count < 2 { return false }
    notices.message = nil
    keys.insert(actions)
    return true
  }

  /// Returns what is on a line of the screen, if it is one of the list.
  private func body(at row: Int) -> BodyLine? {
    let place = row - geometry.rows.lowerBound
    return geometry.rows.contains(row) && body.indices.contains(place) ? body[place] : nil
  }

  // MARK: Actions

  /// Performs an action of a binding.
  mutating func act(_ action: Action, _ effects: inout [ScreenEffect]) {
    if source.isAccepting { return }
    overlays.jump = nil
    if ![.extendUp, .extendDown].contains(action) { marks.end() }
    if handlePreviewAction(action) { return }
    if overlays.details != nil && handleDetailsKey(.none, action, &effects) { return }
    if overlays.picked != nil && handlePickedKey(.none, action, &effects) { return }
    if [.facets, .ranges, .filters, .clearFilters].contains(action) {
      _ = handleFilterKey(.none, action, &effects)
    } else {
      perform(action, &effects)
    }
  }

  /// Performs an action that has no key by itself.
  mutating func performBound(_ action: Action, _ effects: inout [ScreenEffect]) {
    let half = max(1, viewport.pageLength / 2)
    switch action {
    case .halfPageUp: move(by: -half)
    case .halfPageDown: move(by: half)
    case .position(let number):
      let place = number < 0 ? viewport.total + number : number - 1
      move(by: max(0, min(place, viewport.total - 1)) - viewport.cursor)
    case .jump: startJump(accepts: false)
    case .jumpAccept: startJump(accepts: true)
    case .toggle: toggle(&effects)
    case .toggleIn, .toggleOut:
      toggle(&effects)
      // The list begins at the search, and goes on from there.
      if action == .toggleIn { moveUp() } else { moveDown() }
    case .mark: mark(true, &effects)
    case .unmark: mark(false, &effects)
    case .acceptNonEmpty: if viewport.total > 0 || (page?.selected ?? 0) > 0 { accept(&effects) }
    case .acceptOrPrintQuery:
      let isNothing = viewport.total == 0 && (page?.selected ?? 0) == 0
      if isNothing { effects.append(.acceptQuery) } else { accept(&effects) }
    case .printQuery: effects.append(.acceptQuery)
    case .replaceQuery:
      if let row = previewedRow { set(query: template("{}").text(of: row), &effects) }
    case .cancelSearch:
      if searching.field.text.isEmpty { effects.append(.cancel) } else { set(query: "", &effects) }
    case .close:
      if preview?.isShown == true { preview?.isShown = false } else { effects.append(.cancel) }
    case .editOrLeave(let edit):
      if searching.field.text.isEmpty {
        effects.append(.cancel)
      } else {
        change(&effects) { $0.edit(edit) }
      }
    case .toggleSort:
      searching.ranks.toggle()
      search(&effects)
    case .toggleSearch: enableSearch(!searching.isEnabled, &effects)
    case .enableSearch: enableSearch(true, &effects)
    case .disableSearch: enableSearch(false, &effects)
    case .track: options.tracks = true
    case .untrack: options.tracks = false
    case .toggleTrack: options.tracks.toggle()
    case .previousQuery:
      if let text = searching.history.previous(to: searching.field.text) { recall(text, &effects) }
    case .nextQuery: if let text = searching.history.next() { recall(text, &effects) }
    case .bell: effects.append(.bell)
    case .text(let kind, let text): perform(kind, text, &effects)
    case .command(let kind, let text): run(kind, text, &effects)
    case .background(let kind, let text): run(kind, text, inBackground: true, &effects)
    case .cancelBackground: effects.append(.stopBackground)
    case .trigger(let triggers): start(triggers)
    case .offsetUp, .offsetDown:
      viewport.scroll(by: (action == .offsetUp) == goesUp ? 1 : -1)
      followCursor()
    case .offsetMiddle: viewport.top = max(0, viewport.cursor - viewport.pageLength / 2)
    case .exclude: exclude(all: false, &effects)
    case .excludePicked: exclude(all: true, &effects)
    case .hideInput: options.hasInput = false
    case .showInput: options.hasInput = true
    case .toggleInput: options.hasInput.toggle()
    case .hideHeader: header.isHidden = true
    case .showHeader: header.isHidden = false
    case .toggleHeader: header.isHidden.toggle()
    case .bindings(let change, let triggers): options.bindings.change(change, triggers)
    default: break
    }
  }

  /// Starts the actions of other bindings.
  private mutating func start(_ triggers: [Trigger]) {
    let actions = triggers.flatMap { options.bindings[$0] }
    if !keys.insert(actions, nested: Self.mostTriggered) {
      notices.refuse("trigger: its actions start themselves again and again")
    }
  }

  private mutating func mark(_ isMarked: Bool, _ effects: inout [ScreenEffect]) {
    guard !isOnOffer, let line = line(at: viewport.cursor) else { return }
    marks.anchor = line.id
    select(.request(isMarked ? .select([line.id]) : .deselect([line.id])), &effects)
  }

  private mutating func perform(
    _ kind: TextAction, _ text: String, _ effects: inout [ScreenEffect]
  ) {
    switch kind {
    case .put:
      // Without a text, it is the key itself.
      let own = keys.last == "space" ? " " : keys.last.count == 1 ? keys.last : ""
      change(&effects) { $0.insert(text.isEmpty ? own : text) }
    case .changeQuery: set(query: text, &effects)
    case .search:
      searching.other = text
      search(&effects)
    case .changePrompt: options.prompt = text
    case .changeHeader: header.lines = text.isEmpty ? options.header : Self.lines(of: text)
    case .changePreview:
      let command = text.isEmpty ? options.preview?.command ?? "" : text
      changePreview { ($0.options.command, $0.once) = (command, nil) }
    case .changePreviewWindow: change(previewWindow: text)
    case .print: keys.printed.append(text)
    case .changeMulti: limit(to: Int(text), &effects)
    case .changeFooter: options.footer = text.isEmpty ? [] : Self.lines(of: text)
    case .changeGhost: options.ghost = text
    case .changePointer:
      if text.reduce(0, { $0 + $1.displayWidth }) > 1 {
        return notices.refuse("change-pointer: a sign of one column expected, not \(text)")
      }
      options.pointer = text.isEmpty ? " " : text
    case .changeBorderLabel: options.box.label = text
    case .changeInputLabel: options.partBoxes.input.label = text
    case .changeListLabel: options.partBoxes.list.label = text
    case .changeHeaderLabel: options.partBoxes.header.label = text
    case .changeFooterLabel: options.partBoxes.footer.label = text
    case .changeNth, .changeWithNth: changeFields(kind, text, &effects)
    case .changePreviewLabel:
      options.partBoxes.preview.label = text
      // A label needs a line that it can be on.
      if options.partBoxes.preview.border == .line && !text.isEmpty {
        options.partBoxes.preview.border = .rounded
      }
    }
  }

  /// Sets the typed text, with the cursor behind it.
  private mutating func set(query text: String, _ effects: inout [ScreenEffect]) {
    change(&effects) { field in
      field.edit(.end)
      field = SearchField()
      field.insert(text)
    }
  }

  /// Shows an entry of the history.
  private mutating func recall(_ text: String, _ effects: inout [ScreenEffect]) {
    let place = searching.history
    set(query: text, &effects)
    searching.history = place
  }

  private mutating func enableSearch(_ isEnabled: Bool, _ effects: inout [ScreenEffect]) {
    if searching.isEnabled == isEnabled { return }
    searching.isEnabled = isEnabled
    searchAnew(&effects)
  }

  /// Takes the next of the places of the preview, which have bars between them.
  private mutating func change(previewWindow text: String) {
    let places = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let base = options.preview?.window ?? PreviewWindow()
    var windows: [PreviewWindow] = []
    for place in places {
      do { windows.append(try base.changed(place)) } catch {
        return notices.refuse("change-preview-window: \(error)")
      }
    }
    changePreview {
      let next = windows.firstIndex(of: $0.options.window).map { ($0 + 1) % windows.count } ?? 0
      $0.options.window = windows[next]
      $0.isShown = !windows[next].isHidden
    }
  }

  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
