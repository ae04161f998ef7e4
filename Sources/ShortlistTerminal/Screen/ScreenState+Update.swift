import Shortlist

extension ScreenState {
  /// Updates the state for an event.
  ///
  /// - Returns: The effects to carry out, in order.
  package mutating func update(_ event: ScreenEvent) -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    var triggered = 0
    observing(&triggered) {
      $0.handle(event, &effects)
      $0.fit()
    }
    handleDeferred(&triggered, &effects)
    read(&effects)
    measure(&effects)
    requestPreview(&effects)
    return effects
  }

  /// Requests the first search; everything else follows from events.
  package mutating func start() -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    search(&effects)
    if progress == nil && options.facets == nil { effects.append(.sample) }
    var triggered = 0
    enqueue(.start)
    handleDeferred(&triggered, &effects)
    return effects
  }

  /// Handles the events that no longer have to wait.
  private mutating func handleDeferred(_ triggered: inout Int, _ effects: inout [ScreenEffect]) {
    while let event = deferred.first, !mustWait(event) {
      deferred.removeFirst()
      observing(&triggered) {
        $0.handleInput(event, &effects)
        $0.fit()
      }
    }
    if isPreparing, let event = deferred.first, picks(action(event)) {
      message = Message(text: "waits until all is read; Esc leaves", isProblem: false)
      fit()
    }
  }

  private mutating func handle(_ event: ScreenEvent, _ effects: inout [ScreenEffect]) {
    switch event {
    case .input:
      isTouched = true
      if isCancel(event) || (deferred.isEmpty && !mustWait(event)) {
        handleInput(event, &effects)
      } else {
        deferred.append(event)
      }
    case .background(let isLight): theme = options.theme(isLight: isLight)
    case .act: deferred.append(event)
    case .ran(let kind, let output, let problem):
      isRunningCommand = false
      handle(kind, output, problem)
    case .ranInBackground(let kind, let output, let problem): handle(kind, output, problem)
    case .replaced(let whenRead): replaceList(whenRead: whenRead, &effects)
    case .queried(let query, let revision): adopt(query, revision: revision, &effects)
    case .resized(let size):
      screenSize = size
      self.size = options.box.content(of: size).size
    case .progressDue:
      isProgressDue = true
    case .attributes(let schema):
      let isNew = schema != self.schema
      columns.update(schema)
      self.schema = schema
      ranges.update(options.lines.shown(schema))
      if let page { columns.widen(toFit: page.lines) }
      // An attribute that the search names may be known now.
      if isNew && failure != nil && progress != nil { search(&effects) }
    case .changed(let revision, let progress, let estimates):
      self.revision = max(self.revision, revision)
      if estimates.isEmpty { countedRevision = max(countedRevision, revision) }
      measuring?.isOutdated = true
      lockedFile = nil
      let wasLoading = self.progress != nil
      self.progress = progress
      // Row ids may have changed.
      if wasLoading && progress == nil { (anchor, extending) = (nil, nil) }
      // Types are now known, so filter terms can change meaning, and all attributes.
      if wasLoading && progress == nil && (self.reading.hasTerms || failure != nil) {
        search(&effects)
      }
      if wasLoading && progress == nil && options.facets == nil { effects.append(.sample) }
    case .found(let number, let shown, let reading):
      if number == searches { answered = number }
      unanswered.removeAll { $0.number <= number }
      self.reading = reading
      showFailure()
      refusal = nil
      requested = nil
      following?.isAtEnd = true
      if let start = startRow, let position = shown.positions[start] {
        viewport.cursor = position
      }
      show(shown)
    case .notFound(let number, let reason, let offset):
      guard number == searches else { return }
      if failure == nil { failure = SearchFailure(reason: reason, offset: offset) }
      _ = unanswered.popLast()
      // A later search may have cancelled one that finds rows.
      if failure?.offset != nil, let last = unanswered.last {
        return repeatSearch(last.text, &effects)
      }
      answered = number
      unanswered = []
      showFailure()
      // Until a search succeeds, show the rows that the list was opened with.
      if page == nil { effects.append(.read(wanted)) }
    case .read(let shown):
      requested = nil
      moveView(to: shown)
      show(shown)
    case .notRead(let reason):
      // They are not requested again until the view moves or the list changes.
      refuse(reason)
    case .notSelected(let reason):
      selecting -= 1
      isCreating = false
      refusal = reason
    case .selected(let shown, let answer):
      selecting -= 1
      preview?.selections += 1
      requested = nil
      moveView(to: shown)
      show(shown)
      handle(answer, &effects)
    case .arranged(let shown): show(arranged: shown)
    case .notArranged(let reason):
      arranging -= 1
      refuse(reason)
    case .fileExists(let path): fileEntry = FileEntry(field: SearchField(path), existing: path)
    case .notWritten(let path, let reason):
      fileEntry = FileEntry(field: SearchField(path), problem: reason)
    case .written(let message): self.message = message
    case .notAccepted(let reason):
      isAccepting = false
      message = nil
      refusal = reason
    case .prepared(let rules, let row):
      let followed = isTouched && !isSearching ? line(at: viewport.cursor)?.id : nil
      (isPreparing, message) = (false, nil)
      traits.setRules(rules)
      // What is selected now is known with the rows.
      search(&effects, from: followed ?? row)
    case .sampled(let names): handle(sampled: names)
    case .measured(let number, let measures): handle(measures, number: number)
    case .notMeasured(let number, let reason):
      guard measuring?.number == number else { return }
      measuring?.isAnswered = true
      facets.isWaiting = false
      ranges.isWaiting = false
      refuse(reason)
    case .locked(let path):
      lockedFile = path
    case .stopped(let reason):
      if stopReason != nil && reason == nil { readAgain(&effects) }
      stopReason = reason
    case .ended(let reason):
      following?.end = reason == nil ? .ended : .failed
      if let reason { refuse(reason) }
    case .headed(let lines): head = lines
    case .previewed(let number, let bytes): handle(preview: bytes, number: number, &effects)
    case .previewDue(let number): handle(preview: [], number: number, &effects)
    }
  }

  mutating func show(_ page: ListSnapshot) {
    if isTooEarly(page) { return }
    self.page = page
    updateCollapsed()
    finishGoingToSection()
    if let rows = page.selectedRows { picked?.show(rows, at: page.revision) }
    if offer == nil { isAboveRows = false }
    revision = max(revision, page.revision)
    viewport.total = page.visible
    viewport.isSectioned = page.isSectioned
    viewport.sectionStarts = Set(page.headings.map(\.start))
    columns.widen(toFit: page.lines)
    if isAtEnd { goToEnd() }
  }

  private mutating func fit() {
    let height = geometry.rows.count
    viewport.height = height
    fitLines()
    picked?.fit(height: height)
    viewport.fit()
    fitPanels()
    fitColumns()
    clampDetails()
    clampPreview()
    if let help { self.help = max(0, min(help, helpLines.count - helpRows.count)) }
  }

  /// Requests the rows on screen and some around them, unless they are known and current.
  private mutating func read(_ effects: inout [ScreenEffect]) {
    guard page != nil || early != nil, !isSearching, selecting == 0, arranging == 0 else { return }
    // Until the list that replaces this one changes, it has no more to show.
    if let early, early >= revision, progress != nil { return }
    let isKnown = page.map { page in
      let known = page.start..<(page.start + page.lines.count)
      let isCounted = page.estimates.isEmpty || page.revision > countedRevision
      return viewport.needed.allSatisfy(known.contains) && page.revision >= revision && isCounted
    }
    if isKnown == true && picked?.isKnown(at: revision) ?? true { return }
    let wanted = wanted
    if requested == wanted { return }
    requested = wanted
    effects.append(.read(wanted))
  }

  /// Repeats what may have failed while the source could not be read.
  private mutating func readAgain(_ effects: inout [ScreenEffect]) {
    message = nil
    if failure != nil { return search(&effects) }
    if isSearching || page == nil { return }
    requested = wanted
    effects.append(.read(wanted))
  }

  /// What to read: the rows on screen, and a screenful before and after.
  var wanted: SnapshotRequest {
    if replacing == nil { return wanted(around: landmarks) }
    var anchors = ScrollAnchors()
    if let startRow { anchors.ids = [startRow] }
    return wanted(around: anchors)
  }

  func wanted(around anchors: ScrollAnchors) -> SnapshotRequest {
    let height = max(viewport.height, 1)
    var request = SnapshotRequest(
      isAtEnd ? .last(2 * height) : .screen(top: viewport.top, height: height, anchors: anchors),
      highlights: true, locating: isAtEnd ? anchors.ids : [])
    (request.selectedSections, request.estimates) = (true, true)
    request.selectedRows = picked?.wanted
    // Nothing can be created before all rows are read, which the list knows sooner than the screen.
    request.creating = options.creates
    return request
  }

  /// Requests a search and shows its first rows, or the last rows if the list is followed.
  ///
  /// - Parameters:
  ///   - effects: The search is appended here.
  ///   - row: The row on which the cursor is placed; nil for the first one, or for the one before
  ///     if it is tracked.
  mutating func search(_ effects: inout [ScreenEffect], from row: RowID? = nil) {
    // Until rows of a list that replaces another one are shown, those of the other one are.
    let hasRows = !isSearching && replacing == nil
    let followed = hasRows ? line(at: viewport.cursor)?.id : startRow
    searches += 1
    failure = nil
    unanswered.append((searches, searchedText))
    measuring = nil
    isAboveRows = false
    viewport.cursor = 0
    viewport.top = 0
    if following != nil { goToEnd() }
    var anchors = ScrollAnchors()
    // The start row is located in the answer as a scroll anchor would be.
    startRow = row ?? (searches == 1 ? traits.start : options.tracks ? followed : nil)
    if let startRow { anchors.ids = [startRow] }
    effects.append(
      .search(
        searches, searchedText, match, ranks: ranks, in: attributes, groups,
        wanted(around: anchors)))
  }

  /// Searches for an earlier text under the number of the latest search, which is wrong.
  private func repeatSearch(_ text: String, _ effects: inout [ScreenEffect]) {
    var anchors = ScrollAnchors()
    if let startRow { anchors.ids = [startRow] }
    effects.append(
      .search(
        searches, text, match, ranks: ranks, in: attributes, groups, wanted(around: anchors)))
  }

  /// Shows why the last search has failed beside the rows of the one before it.
  private mutating func showFailure() {
    guard let failure else { return }
    reading.hint = failure.reason
    reading.badTerm = failure.offset.map { SearchReading.term(of: field.text, at: $0) }
  }

  /// Compares the typed text in the next way.
  private mutating func changeMatch(_ effects: inout [ScreenEffect]) {
    let kinds = traits.matchKinds
    let next = kinds.firstIndex(of: match).map { $0 + 1 } ?? 0
    match = next < kinds.count ? kinds[next] : kinds[0]
    expectMeasures()
    search(&effects)
  }
}

// MARK: - Keys

extension ScreenState {
  func action(_ event: ScreenEvent) -> Action? {
    if case .act(let action) = event { return directed(action) }
    guard case .input(.key(let key), _) = event else { return nil }
    if options.expected[key] != nil && help == nil && usedPanel == nil { return .accept }
    let isBound = options.bindings.isWritten(.key(key))
    if key == .character("?") && isNothingTyped && !(isBound && isOnList) { return .help }
    guard isOnList else { return KeyBindings.action(for: key) }
    let actions = options.bindings[.key(key)]
    return actions.count == 1 ? directed(actions[0]) : nil
  }

  /// Whether keys do what is bound to them; panels, chips and the list of keys have their own.
  var isOnList: Bool { help == nil && usedPanel == nil && shownFocus != .chips }

  /// Whether the text field that receives keys is empty.
  private var isNothingTyped: Bool {
    switch usedPanel {
    case .facets: facets.field.text.isEmpty
    case .range: ranges.entry.text.isEmpty
    case .columns: columnPanel.field.text.isEmpty
    case nil: field.text.isEmpty
    }
  }

  private func isCancel(_ event: ScreenEvent) -> Bool {
    guard action(event) == .cancel, help == nil else { return false }
    // Escape first closes whatever is open or about to open.
    let opening: [Action] = [
      .facets, .ranges, .columns, .filters, .picked, .details, .write, .jump, .jumpAccept,
    ]
    let isOpening = deferred.contains { self.action($0).map(opening.contains) ?? false }
    let closes =
      isOpening || !geometry.panels.isEmpty || shownFocus == .chips || picked != nil
      || details != nil || fileEntry != nil || jump != nil
    return !(closes && event.isEscape)
  }

  /// Whether the meaning of a key depends on rows that have not arrived.
  private func mustWait(_ event: ScreenEvent) -> Bool {
    guard help == nil, event.isWaiting else { return false }
    // The cursor is about to move to the row being created.
    if isCreating || isRunningCommand || isPreparing && picks(action(event)) { return true }
    if fileEntry != nil { return false }
    if usedPanel != nil, case .input(.key(let key), _) = event, !isForAll(action(event)) {
      return mustWaitForMeasures(key)
    }
    if picked != nil { return mustWaitInPicked(action(event)) }
    if details != nil && action(event) == .edit(.right) { return isWaitingForRows }
    let needsRow = viewport.total > 0 && line(at: viewport.cursor) == nil
    switch action(event) {
    case .toggleAndDown, .toggleAndUp:
      if isWaitingForRows || (offer != nil && selecting > 0) { return true }
      return !options.isSingle && needsRow
    case .selectMatching, .invertMatching, .toggleSection:
      return isWaitingForRows || selecting > 0 || needsRow
    case .extendHere, .extendUp, .extendDown:
      let step = action(event) == .extendUp ? -1 : action(event) == .extendDown ? 1 : 0
      let next = viewport.cursor + step
      let needsNext = (0..<viewport.total).contains(next) && line(at: next) == nil
      return isWaitingForRows || selecting > 0 || needsRow || needsNext
    case .accept, .acceptNonEmpty, .acceptOrPrintQuery, .replaceQuery, .mark, .unmark, .toggle,
      .toggleIn, .toggleOut, .exclude, .excludePicked:
      return isWaitingForRows || selecting > 0 || needsRow
    case .command(_, let text), .background(_, let text), .text(.changePreview, let text):
      return template(text).usesRows && (isWaitingForRows || selecting > 0 || needsRow)
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
  private func picks(_ action: Action?) -> Bool {
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

  private mutating func handleInput(_ event: ScreenEvent, _ effects: inout [ScreenEffect]) {
    if case .act = event, let action = action(event) { return act(action, &effects) }
    guard case .input(let input, let isDouble) = event else { return }
    if expand(event) { return }
    if isAccepting {
      handleWhileAccepting(event, &effects)
      return
    }
    expectedKey = if case .key(let key) = input { options.expected[key] } else { nil }
    if case .mouse(let mouse) = input {
      jump = nil
      if let mouse = unplaced(mouse) { handleMouse(mouse, isDouble: isDouble, &effects) }
      return
    }
    message = nil
    if jump != nil { return finishJump(input, &effects) }
    if progress == nil { lockedFile = nil }
    if ![.extendUp, .extendDown].contains(action(event)) { extending = nil }
    if help != nil {
      handleHelpKey(event, &effects)
      return
    }
    if fileEntry != nil && handleFileEntry(input, &effects) { return }
    switch input {
    case .mouse: break
    case .paste(let text):
      (picked, details) = (nil, nil)
      if usedPanel != nil { return pasteInPanel(text, &effects) }
      if !options.hasInput { return }
      change(&effects) { $0.insert(text) }
    case .key(let key):
      if expectedKey != nil && usedPanel == nil { return accept(&effects) }
      if handlePreviewAction(action(event)) { return }
      if details != nil && handleDetailsKey(key, action(event), &effects) { return }
      if picked != nil && handlePickedKey(key, action(event), &effects) { return }
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
    let before = field.text
    edit(&field)
    focus = .search
    // Compare code units: `==` treats composed and decomposed letters as equal.
    if !before.utf8.elementsEqual(field.text.utf8) {
      otherSearch = nil
      history.leave()
      if !isSearchEnabled { return }
      expectMeasures()
      search(&effects)
    }
  }

  mutating func perform(_ action: Action, _ effects: inout [ScreenEffect]) {
    switch action {
    case .edit(.end) where following != nil && field.position == field.text.endIndex:
      move(by: viewport.total)
    case .edit(.right) where field.position == field.text.endIndex && hasMoreColumns:
      scrollColumns(by: 1)
    case .edit(.left) where field.position == field.text.startIndex && scrolledColumns > 0:
      scrollColumns(by: -1)
    case .columnsRight: scrollColumns(by: 1)
    case .columnsLeft: scrollColumns(by: -1)
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
    case .help: help = 0
    case .nextMatch: changeMatch(&effects)
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
    focus = .rows
  }

  mutating func refuse(_ reason: String) {
    message = Message(text: reason, isProblem: true)
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
