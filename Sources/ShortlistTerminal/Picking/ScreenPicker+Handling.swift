import Shortlist

/// What events of the terminal, of the list and of other programs do.
extension ScreenPicker {
  func handle(_ event: Event) async {
    if let head = head?.lines, head != state.source.head { update(.headed(head)) }
    switch event {
    case .terminal(.input(let input, let isDouble)): update(.input(input, isDouble: isDouble))
    case .terminal(.notice(let notice)): handle(notice)
    case .terminal(.background(let isLight)): update(.background(isLight: isLight))
    case .terminal(.closed): outcome = .success(.cancelled)
    case .list(let number, let news): if number == replaced { await handle(news) }
    case .listEnded(let number): if number == replaced { await handleEnd() }
    case .locked(let path): update(.locked(path: path))
    case .progressDue: update(.progressDue)
    case .answer(let number, let answer):
      guard number == replaced else { return }
      start(queue.finish())
      if let answer { update(answer) }
    case .drawingDue: isDrawingDue = false
    case .firstFrameDue: isFirstFrameDue = true
    case .resumeDue: if isSuspended { resume() }
    case .previewReady(let number, let command, let size):
      preview?.run(number, command, size) { [inbox] in inbox.yield(.preview($0)) }
    case .preview(let event): update(event)
    case .commandReady(let action, let command, let environment):
      await run(action, command, environment)
    case .ran(let action, let output, let problem):
      guard commands.finish(action.number) else { return }
      update(
        action.isInBackground
          ? .ranInBackground(action.kind, output: output, problem: problem)
          : .ran(action.kind, output: output, problem: problem))
    case .complaint(let number, let text):
      if number == replaced { update(.notRead(reason: text)) }
    case .asked(let number, let request): handle(number, request)
    case .prepared(let number, let result):
      if number == replaced { await handle(prepared: result) }
    }
  }

  func update(_ event: ScreenEvent) {
    for effect in state.update(event) { carryOut(effect) }
  }

  private func handle(_ news: ListUpdate) async {
    switch news.loading {
    case .reading(let progress):
      update(.attributes(await list.schema))
      update(.changed(revision: news.revision, reading: progress))
    case .finished:
      if state.notices.stopReason != nil { update(.stopped(reason: nil)) }
      if let schema = news.schema { update(.attributes(schema)) }
      await handleRows(news)
    case .failed(let error):
      update(.changed(revision: news.revision, reading: nil))
      fail(error)
    case .stopped(let error):
      await handleRows(news)
      let now = await list.state
      if let reason = now.stopReason, now.isStored {
        update(.stopped(reason: reason))
      } else {
        update(.ended(reason: "\(error)"))
      }
    }
  }

  /// Ends with an error; after a reload it is shown instead, beside what could be read.
  private func fail(_ error: any Error) {
    if replaced == 0 {
      outcome = .failure(error)
    } else {
      update(.notRead(reason: "\(error)"))
    }
  }

  /// Handles the end of the list's updates.
  private func handleEnd() async {
    if state.source.isReading { await finishLoading(revision: 0, []) }
    if state.following?.end == nil { update(.ended(reason: nil)) }
  }

  /// Handles a revision at which all rows are read.
  private func handleRows(_ news: ListUpdate) async {
    if state.source.isReading {
      await finishLoading(revision: news.revision, news.estimates)
    } else {
      update(.changed(revision: news.revision, reading: nil, estimates: news.estimates))
    }
  }

  private func finishLoading(revision: Int, _ estimates: CountEstimates) async {
    do {
      try await list.schema.requireAttributes(of: options)
    } catch {
      fail(error)
    }
    if preparing != nil {
      if !isPreparing { start(queue.add(.prepare)) }
      isPreparing = true
      return
    }
    await keepSelection()
    let now = await list.state
    // A table is one to write to when it is read.
    state.traits.isStored = now.isStored
    update(.attributes(now.schema))
    update(.changed(revision: max(revision, now.revision), reading: nil, estimates: estimates))
  }

  /// Goes on when the list is prepared.
  private func handle(prepared result: Result<PickOutcome?, any Error>) async {
    start(queue.finish())
    preparing = nil
    do {
      if let end = try result.get(), !state.keys.isTouched {
        outcome = .success(end)
        return
      }
      let row = state.options.isSingle ? try await list.selectedRows(first: 1).first?.id : nil
      await finishLoading(revision: 0, [])
      update(.prepared(rules: await list.state.rules, row: row))
    } catch { outcome = .failure(error) }
  }

  private func handle(_ notice: Signals.Notice) {
    switch notice {
    case .stop: break
    case .resized: resize()
    case .suspend: suspend()
    case .resumed: resume()
    case .end(let signal):
      outcome = .success(.cancelled)
      if !Signals.isInterrupt(signal) { endingSignal = signal }
    }
  }

  // MARK: Other programs

  private func handle(_ number: Int, _ request: ScreenLink.Request) {
    switch request {
    case .report: break
    case .act(let actions): for action in actions { update(.act(action)) }
    case .listChanged:
      isListChanged = true
      return
    }
    asked.append(number)
  }

  /// Lets the screen follow what another program has changed.
  func adoptQuery() async {
    isListChanged = false
    let now = await list.state
    let query = now.query
    var base = worker.base
    base.attributes = query.attributes
    if state.searching.reading.filters.isEmpty { base.filters = query.filters }
    worker = ListWorker(list: list, base: base, creates: worker.creates, writer: options.writer)
    update(.queried(query, revision: now.revision))
  }

  /// Answers the requests before which everything is done.
  func answerLink() {
    if asked.isEmpty || isListChanged || !state.isSettled { return }
    for number in asked { link?.answer(number, state.report) }
    asked = []
  }
}
