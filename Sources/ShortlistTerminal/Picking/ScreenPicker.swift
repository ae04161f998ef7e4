import Shortlist

/// Runs a picker on a screen: passes events to the state, carries out its effects, and draws.
final class ScreenPicker {
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    case list(ListUpdate)
    case listEnded
    /// The source is waiting for this locked file.
    case locked(String)
    case progressDue
    /// The running work has finished with this answer.
    case answer(ScreenEvent?)
    case drawingDue
    /// The first frame no longer waits for rows.
    case firstFrameDue
    /// It is time to take control of the terminal again.
    case resumeDue
    /// The preview command with this number can be run.
    case previewReady(Int, [UInt8], Size)
    /// Something of the preview command with this number has come.
    case preview(ScreenEvent)
  }

  private let list: any ListProtocol
  private let options: PickOptions
  private let worker: ListWorker
  private let session: TerminalSession
  private var state: ScreenState

  private let events: AsyncStream<Event>
  private let inbox: AsyncStream<Event>.Continuation
  private var queue = WorkQueue()
  private var work: Task<Void, Never>?
  private var follower: Task<Void, Never>?
  private var clock = FrameClock()
  private var isDrawingDue = false
  private var isFirstFrameDue = false
  private var isSuspended = false
  private var acceptsSelection = false
  private var preview: PreviewRunner?
  private var outcome: Result<PickOutcome, any Error>?
  /// The signal to end the process with, after the terminal is restored.
  private var endingSignal: Int32?

  /// How long the first frame waits for rows, so that a short list does not flash an empty screen.
  private static let firstFrameTime = Duration.milliseconds(30)

  init(list: any ListProtocol, options: PickOptions, start: PickStart) async throws {
    self.list = list
    self.options = options
    let initial = await list.state
    worker = ListWorker(
      list: list, base: initial.query, creates: options.creates, writer: options.writer)
    var settings = ScreenState.Settings(options, initial)
    var isLoading = true
    if case .read = start {
      isLoading = false
      if settings.isSingle { settings.start = try await list.selectedRows(first: 1).first?.id }
    }
    session = try TerminalSession(
      placement: options.height == .full ? .screen : .inline, hasMouse: options.hasMouse)
    state = ScreenState(
      settings: settings, size: options.size(on: session.size),
      search: options.search ?? worker.base.search, groups: worker.base.groups,
      isLoading: isLoading)
    (events, inbox) = AsyncStream.makeStream()
    if case .read(let stopped?) = start {
      _ = state.update(.ended(reason: "\(stopped)"))
    }
  }

  func run(_ locks: LockNotices?) async throws -> PickOutcome {
    locks?.hand { [inbox] in inbox.yield(.locked($0)) }
    session.enter()
    await start()
    for await event in events {
      await take(event)
      if isDone { await acceptSelection() }
      if outcome != nil { break }
      draw()
    }
    follower?.cancel()
    work?.cancel()
    preview?.end()
    session.end()
    if let endingSignal { System.end(by: endingSignal) }
    return try outcome?.get() ?? .cancelled
  }

  /// How picking ended.
  var end: PickEnd { PickEnd(search: state.field.text, key: state.expectedKey, view: state.view) }

  private func start() async {
    let inbox = inbox
    let list = list
    session.startReading { inbox.yield(.terminal($0)) }
    if options.hasColor && options.colors.base == .auto && options.asksForBackground {
      session.askForBackground()
    }
    follower = Task {
      for await update in list.updates { inbox.yield(.list(update)) }
      inbox.yield(.listEnded)
    }
    after(Self.firstFrameTime, .firstFrameDue)
    after(.milliseconds(200), .progressDue)
    update(.attributes(await list.schema))
    for effect in state.start() { carryOut(effect) }
  }

  /// Whether to end with the selected rows.
  private var isDone: Bool {
    acceptsSelection || (state.isAccepting && state.progress == nil && queue.running == nil)
  }

  /// Ends with the selected rows, unless they cannot be read.
  private func acceptSelection() async {
    do {
      let most = options.leavesRows ? 0 : Int.max
      outcome = .success(.picked(try await list.selectedRows(first: most)))
    } catch {
      acceptsSelection = false
      update(.notAccepted(reason: "\(error)"))
    }
  }

  private func after(_ pause: Duration, _ event: Event) {
    let inbox = inbox
    Task {
      try? await Task.sleep(for: pause)
      inbox.yield(event)
    }
  }

  // MARK: Events

  private func take(_ event: Event) async {
    if let head = options.lines.head?.lines, head != state.head { update(.headed(head)) }
    switch event {
    case .terminal(.input(let input, let isDouble)): update(.input(input, isDouble: isDouble))
    case .terminal(.notice(let notice)): take(notice)
    case .terminal(.background(let isLight)): update(.background(isLight: isLight))
    case .terminal(.closed): outcome = .success(.cancelled)
    case .list(let news): await take(news)
    case .listEnded: await takeEnd()
    case .locked(let path): update(.locked(path: path))
    case .progressDue: update(.progressDue)
    case .answer(let answer):
      start(queue.finish())
      if let answer { update(answer) }
    case .drawingDue: isDrawingDue = false
    case .firstFrameDue: isFirstFrameDue = true
    case .resumeDue: if isSuspended { resume() }
    case .previewReady(let number, let command, let size):
      preview?.run(number, command, size) { [inbox] in inbox.yield(.preview($0)) }
    case .preview(let event): update(event)
    }
  }

  private func update(_ event: ScreenEvent) {
    for effect in state.update(event) { carryOut(effect) }
  }

  private func take(_ news: ListUpdate) async {
    switch news.loading {
    case .reading(let progress):
      update(.attributes(await list.schema))
      update(.changed(revision: news.revision, reading: progress))
    case .finished:
      if state.stopReason != nil { update(.stopped(reason: nil)) }
      if let schema = news.schema { update(.attributes(schema)) }
      await takeRows(revision: news.revision)
    case .failed(let error): outcome = .failure(error)
    case .stopped(let error):
      await takeRows(revision: news.revision)
      let now = await list.state
      if let reason = now.stopReason, now.isStored {
        update(.stopped(reason: reason))
      } else {
        update(.ended(reason: "\(error)"))
      }
    }
  }

  /// Handles the end of the list's updates.
  private func takeEnd() async {
    if state.progress != nil { await finishLoading(revision: 0) }
    if state.following?.end == nil { update(.ended(reason: nil)) }
  }

  /// Handles a revision at which all rows are read.
  private func takeRows(revision: Int) async {
    if state.progress != nil {
      await finishLoading(revision: revision)
    } else {
      update(.changed(revision: revision, reading: nil))
    }
  }

  private func finishLoading(revision: Int) async {
    do {
      try await list.schema.requireAttributes(of: options)
    } catch {
      outcome = .failure(error)
    }
    update(.attributes(await list.schema))
    update(.changed(revision: revision, reading: nil))
  }

  private func take(_ notice: Signals.Notice) {
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

  // MARK: Effects

  private func carryOut(_ effect: ScreenEffect) {
    switch effect {
    case .search, .read, .select, .arrange, .write, .acceptWhenRead, .sample, .measure:
      start(queue.add(effect))
    case .acceptRow(let id, let values): outcome = .success(.picked([(id, values)]))
    case .acceptSelected: acceptsSelection = true
    case .acceptNothing: outcome = .success(.nothing)
    case .cancel: outcome = .success(.cancelled)
    case .copy(let text): session.copy(text)
    case .suspend: suspend()
    case .redraw: session.redraw(height: state.size.rows)
    case .preview(let number, let request): prepare(number, request)
    case .stopPreview: preview?.stop()
    }
  }

  /// Fills in the preview command, which may need the picked rows of the list.
  private func prepare(_ number: Int, _ request: PreviewRequest) {
    guard let options = options.preview else { return }
    let runner = preview ?? PreviewRunner(options)
    preview = runner
    runner.expect(number)
    let (list, inbox) = (list, inbox)
    Task {
      do {
        let picked =
          request.template.usesPicked
          ? try await list.selectedRows(first: PreviewRequest.mostPicked) : []
        inbox.yield(.previewReady(number, request.command(picked: picked), request.size))
      } catch {
        inbox.yield(.preview(.previewed(number, Array("\(error)\n".utf8))))
      }
    }
    after(.milliseconds(300), .preview(.previewDue(number)))
  }

  private func start(_ step: WorkQueue.Step?) {
    switch step {
    case .start(let effect):
      let inbox = inbox
      let worker = worker
      work = Task { inbox.yield(.answer(await worker.answer(effect))) }
    case .cancelRunning: work?.cancel()
    case nil: break
    }
  }

  // MARK: The terminal

  private func resize() {
    let size = options.size(on: session.size)
    update(.resized(size))
    session.redraw(height: size.rows)
  }

  private func suspend() {
    if isSuspended { return }
    isSuspended = true
    session.suspend()
    // A process in an orphaned group is not stopped; it resumes by itself.
    after(.milliseconds(100), .resumeDue)
  }

  private func resume() {
    if isSuspended { session.resume() }
    isSuspended = false
    let size = options.size(on: session.size)
    update(.resized(size))
    session.enter()
  }

  /// Draws now, or when the next frame is due.
  private func draw() {
    if isDrawingDue || (clock.isNew && !isFirstFrameDue && state.isWaitingForRows) { return }
    let now = ContinuousClock.now
    if let rest = clock.rest(at: now) {
      isDrawingDue = true
      after(rest, .drawingDue)
    } else {
      session.draw(state.frame())
      clock.draw(at: now)
    }
  }
}
