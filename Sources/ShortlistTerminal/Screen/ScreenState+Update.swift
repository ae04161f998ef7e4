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
    if !source.isReading && options.facets == nil { effects.append(.sample) }
    var triggered = 0
    enqueue(.start)
    handleDeferred(&triggered, &effects)
    return effects
  }

  /// Handles the events that no longer have to wait.
  private mutating func handleDeferred(_ triggered: inout Int, _ effects: inout [ScreenEffect]) {
    while let event = keys.waiting.first, !mustWait(event) {
      keys.dropNext()
      observing(&triggered) {
        $0.handleInput(event, &effects)
        $0.fit()
      }
    }
    if source.isPreparing, let event = keys.waiting.first, picks(action(event)) {
      notices.say("waits until all is read; Esc leaves")
      fit()
    }
  }

  private mutating func handle(_ event: ScreenEvent, _ effects: inout [ScreenEffect]) {
    switch event {
    case .input:
      keys.isTouched = true
      if isCancel(event) || (keys.waiting.isEmpty && !mustWait(event)) {
        handleInput(event, &effects)
      } else {
        keys.wait(for: event)
      }
    case .background(let isLight): theme = options.theme(isLight: isLight)
    case .act: keys.wait(for: event)
    case .ran(let kind, let output, let problem):
      requests.isRunningCommand = false
      handle(kind, output, problem)
    case .ranInBackground(let kind, let output, let problem): handle(kind, output, problem)
    case .replaced(let whenRead): replaceList(whenRead: whenRead, &effects)
    case .queried(let query, let revision): adopt(query, revision: revision, &effects)
    case .resized(let size): screenSize = size
    case .progressDue: source.isDue = true
    case .attributes(let schema): learn(schema, &effects)
    case .changed(let revision, let progress, let estimates):
      requests.learn(of: revision, isCounted: estimates.isEmpty)
      panels.measuring?.isOutdated = true
      source.lockedFile = nil
      let wasReading = source.isReading
      source.progress = progress
      if wasReading && progress == nil { finishReading(&effects) }
    case .found(let number, let shown, let reading):
      requests.found(number)
      searching.show(reading)
      notices.refusal = nil
      following?.isAtEnd = true
      if let start = requests.startRow, let position = shown.positions[start] {
        viewport.cursor = position
      }
      show(shown)
    case .notFound(let number, let reason, let offset):
      if number == requests.searches { handleFailure(reason, at: offset, &effects) }
    case .read(let shown): showAgain(shown)
    case .notRead(let reason):
      // They are not requested again until the view moves or the list changes.
      notices.refuse(reason)
    case .notSelected(let reason):
      requests.selecting -= 1
      requests.isCreating = false
      notices.refusal = reason
    case .selected(let shown, let answer):
      requests.selecting -= 1
      preview?.selections += 1
      showAgain(shown)
      handle(answer, &effects)
    case .arranged(let shown): show(arranged: shown)
    case .notArranged(let reason):
      requests.arranging -= 1
      notices.refuse(reason)
    case .fileExists(let path):
      overlays.fileEntry = FileEntry(field: SearchField(path), existing: path)
    case .notWritten(let path, let reason):
      overlays.fileEntry = FileEntry(field: SearchField(path), problem: reason)
    case .written(let message): notices.message = message
    case .notAccepted(let reason):
      source.isAccepting = false
      (notices.message, notices.refusal) = (nil, reason)
    case .prepared(let rules, let row):
      let followed = keys.isTouched && !isSearching ? line(at: viewport.cursor)?.id : nil
      (source.isPreparing, notices.message) = (false, nil)
      traits.setRules(rules)
      // What is selected now is known with the rows.
      search(&effects, from: followed ?? row)
    case .sampled(let names):
      panels.offer(names, of: source.schema, hiding: options.lines.hiddenAttributes)
    case .measured(let number, let measures): panels.show(measures, number: number)
    case .notMeasured(let number, let reason):
      if panels.stopWaiting(for: number) { notices.refuse(reason) }
    case .locked(let path): source.lockedFile = path
    case .stopped(let reason):
      if notices.stopReason != nil && reason == nil { readAgain(&effects) }
      notices.stopReason = reason
    case .ended(let reason):
      following?.end = reason == nil ? .ended : .failed
      if let reason { notices.refuse(reason) }
    case .headed(let lines): source.head = lines
    case .previewed(let number, let bytes): show(preview: bytes, number: number, &effects)
    case .previewDue(let number): show(preview: [], number: number, &effects)
    }
  }

  /// Takes the known attributes.
  private mutating func learn(_ schema: ListSchema, _ effects: inout [ScreenEffect]) {
    let isNew = schema != source.schema
    columns.update(schema)
    source.schema = schema
    panels.ranges.update(options.lines.shown(schema))
    if let page { columns.widen(toFit: page.lines) }
    // An attribute that the search names may be known now.
    if isNew { requests.listCanAnswerMore() }
    if isNew && searching.hasFailed && source.isReading { search(&effects) }
  }

  /// Goes on when all rows are read.
  private mutating func finishReading(_ effects: inout [ScreenEffect]) {
    // Row ids may have changed.
    marks = MarkedRange()
    requests.listCanAnswerMore()
    // Types are now known, so filter terms can change meaning, and all attributes.
    if searching.reading.hasTerms || searching.hasFailed { search(&effects) }
    if options.facets == nil { effects.append(.sample) }
  }

  /// Shows rows in the place of others of the same search.
  private mutating func showAgain(_ page: ListSnapshot) {
    requests.rows = nil
    moveView(to: page)
    show(page)
  }

  mutating func show(_ page: ListSnapshot) {
    if isTooEarly(page) { return }
    self.page = page
    updateCollapsed()
    finishGoingToSection()
    if let rows = page.selectedRows { overlays.picked?.show(rows) }
    if offer == nil { isAboveRows = false }
    requests.learn(of: page.revision)
    viewport.total = page.visible
    viewport.isSectioned = page.isSectioned
    viewport.sectionStarts = Set(page.headings.map(\.start))
    columns.widen(toFit: page.lines)
    if isAtEnd { goToEnd() }
  }

  private mutating func fit() {
    let geometry = geometry
    viewport.height = geometry.rows.count
    fitLines()
    overlays.picked?.fit(height: viewport.height)
    viewport.fit()
    let hasNames = geometry.panels[.columns] != nil
    panels.fit(
      geometry.panels, names: hasNames ? columns.arrangement.ordered(columnNames) : [])
    columns.fitScrolling(within: cellsWidth)
    clampDetails()
    clampPreview()
    if let help = overlays.help {
      overlays.help = max(0, min(help, helpLines.count - helpRows.count))
    }
  }
}
