import Shortlist

/// Runs a picker on a screen: passes events to the state, carries out its effects, and draws.
final class ScreenPicker {
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    /// An update of the list with this number.
    case list(Int, ListUpdate)
    case listEnded(Int)
    /// The source is waiting for this locked file.
    case locked(String)
    case progressDue
    /// The running work on the list with this number has finished with this answer.
    case answer(Int, ScreenEvent?)
    case drawingDue
    /// The first frame no longer waits for rows.
    case firstFrameDue
    /// It is time to take control of the terminal again.
    case resumeDue
    /// The preview command with this number can be run.
    case previewReady(Int, ShellCommand, Size)
    /// Something of the preview command with this number has come.
    case preview(ScreenEvent)
    /// The command of an action can be run.
    case commandReady(Command, ShellCommand, [String])
    /// The command of an action has ended, with this output or for this reason.
    case ran(Command, output: String, problem: String?)
    /// What the command of the list with this number has written to its errors.
    case complaint(Int, String)
    /// The request of another program with this number has come.
    case asked(Int, ScreenLink.Request)
    /// The list with this number is prepared, which leaves something to pick or not, or could not
    /// be.
    case prepared(Int, Result<PickOutcome?, any Error>)
  }

  /// The command of an action.
  private struct Command: Sendable {
    let number: Int
    let kind: CommandAction
    let isInBackground: Bool
  }

  private var list: any ListProtocol
  /// The number of lists before this one.
  private var replaced = 0
  /// The rows that were selected in the list before, until they are selected in this one.
  private var kept: [RowID] = []
  private let reloading: Reloading?
  private let link: ScreenLink?
  /// The requests of other programs that wait until the screen has done what was asked for before.
  private var asked: [Int] = []
  /// Whether another program has changed the list's query, ranges or selection.
  private var isListChanged = false
  private let options: PickOptions
  private var head: LineHead?
  private var worker: ListWorker
  private let session: TerminalSession
  private(set) var state: ScreenState

  private let events: AsyncStream<Event>
  private let inbox: AsyncStream<Event>.Continuation
  private var queue = WorkQueue()
  private var work: Task<Void, Never>?
  private var follower: Task<Void, Never>?
  private var clock = FrameClock()
  private var isDrawingDue = false
  private var isFirstFrameDue = false
  private var isSuspended = false
  /// The number of lines that show all rows; nil if it is not adapted to them.
  private var adaptedHeight: Int?
  private var acceptsSelection = false
  private var isSearchAccepted = false
  /// What is to be done with the list when all rows are read; nil when it is done.
  private var preparing: ListPreparer?
  private var isPreparing = false
  private var preview: PreviewRunner?
  /// What fills in the command of the preview.
  private var preparation: Task<Void, Never>?
  private let commands: CommandRunner
  /// What gives the rows of the list.
  private var source: ShellCommand?
  /// The command that takes the place of this program at the end.
  private var successor: (command: ShellCommand, environment: [String])?
  private var outcome: Result<PickOutcome, any Error>?
  /// The signal to end the process with, after the terminal is restored.
  private var endingSignal: Int32?

  /// How long the first frame waits for rows, so that a short list does not flash an empty screen.
  private static let firstFrameTime = Duration.milliseconds(30)

  init(
    list: any ListProtocol, options: PickOptions, start: PickStart, reloading: Reloading?,
    link: ScreenLink?
  ) async throws {
    self.list = list
    self.reloading = reloading
    self.link = link
    head = options.lines.head
    self.options = options
    commands = CommandRunner(shell: options.shell)
    let initial = await list.state
    worker = ListWorker(
      list: list, base: initial.query, creates: options.creates, writer: options.writer)
    var traits = ListTraits(initial, hiding: options.lines.hiddenAttributes)
    switch start {
    case .reading(let preparing): self.preparing = preparing
    case .read:
      if options.isSingle { traits.start = try await list.selectedRows(first: 1).first?.id }
    }
    let isLoading = if case .reading = start { true } else { false }
    session = try TerminalSession(
      placement: options.height == .full ? .screen : .inline, hasMouse: options.hasMouse)
    state = ScreenState(
      options: options, traits: traits, size: options.size(on: session.size),
      search: options.search ?? worker.base.search, groups: worker.base.groups,
      isLoading: isLoading, isPreparing: preparing != nil)
    (events, inbox) = AsyncStream.makeStream()
    if case .read(let stopped?) = start {
      _ = state.update(.ended(reason: "\(stopped)"))
    }
  }

  func run(_ locks: LockNotices?) async throws -> PickOutcome {
    locks?.setReceiver { [inbox] in inbox.yield(.locked($0)) }
    session.enter()
    await start()
    link?.connect { [inbox] number, request in inbox.yield(.asked(number, request)) }
    for await event in events {
      await handle(event)
      if isListChanged && state.hasCurrentQuery { await adoptQuery() }
      if isDone { await acceptSelection() }
      if outcome != nil { break }
      answerLink()
      draw()
    }
    follower?.cancel()
    work?.cancel()
    preview?.end()
    commands.end()
    source = nil
    session.end()
    var report = state.report
    report.isEnded = true
    await link?.end(report)
    if let endingSignal { System.end(by: endingSignal) }
    if let successor, endingSignal == nil {
      throw System.become(
        successor.command.lastArguments(options.shell), successor.environment)
    }
    return try outcome?.get() ?? .cancelled
  }

  /// How picking ended.
  var end: PickEnd {
    get async {
      var end = PickEnd(
        search: state.searching.field.text, key: state.keys.expected, view: state.view)
      end.printed = state.keys.printed
      end.isSearchAccepted = isSearchAccepted
      end.schema = await list.schema
      return end
    }
  }

  private func start() async {
    startReading()
    if options.hasColor && options.colors.base == .auto && options.asksForBackground {
      session.askForBackground()
    }
    follow()
    after(Self.firstFrameTime, .firstFrameDue)
    after(.milliseconds(200), .progressDue)
    update(.attributes(await list.schema))
    for effect in state.start() { carryOut(effect) }
  }

  private func startReading() {
    let inbox = inbox
    session.startReading { inbox.yield(.terminal($0)) }
  }

  private func follow() {
    let list = list
    let inbox = inbox
    let number = replaced
    follower = Task {
      for await update in list.updates { inbox.yield(.list(number, update)) }
      inbox.yield(.listEnded(number))
    }
  }

  /// Whether to end with the selected rows.
  private var isDone: Bool {
    acceptsSelection
      || (state.source.isAccepting && !state.source.isReading && queue.running == nil)
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

  private func handle(_ event: Event) async {
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

  private func update(_ event: ScreenEvent) {
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
  private func adoptQuery() async {
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
  private func answerLink() {
    if asked.isEmpty || isListChanged || !state.isSettled { return }
    for number in asked { link?.answer(number, state.report) }
    asked = []
  }

  // MARK: Effects

  private func carryOut(_ effect: ScreenEffect) {
    switch effect {
    case .search, .read, .select, .arrange, .write, .acceptWhenRead, .sample, .measure, .prepare:
      start(queue.add(effect))
    case .acceptRow(let id, let values): outcome = .success(.picked([(id, values)]))
    case .acceptSelected: acceptsSelection = true
    case .acceptNothing: outcome = .success(.nothing)
    case .acceptQuery:
      isSearchAccepted = true
      outcome = .success(.nothing)
    case .cancel: outcome = .success(.cancelled)
    case .copy(let text): session.copy(text)
    case .bell: session.ring()
    case .run(let kind, let request): prepare(kind, request, inBackground: false)
    case .runInBackground(let kind, let request): prepare(kind, request, inBackground: true)
    case .stopBackground: commands.stopBackground()
    case .suspend: suspend()
    case .redraw: session.redraw(height: state.screenSize.rows)
    case .preview(let number, let request): prepare(number, request)
    case .stopPreview:
      preparation?.cancel()
      preview?.stop()
    }
  }

  /// Fills in the preview command, which may need the picked rows of the list.
  private func prepare(_ number: Int, _ request: PreviewRequest) {
    let runner = preview ?? PreviewRunner(shell: options.shell)
    preview = runner
    runner.expect(number)
    let worker = worker
    let inbox = inbox
    preparation?.cancel()
    preparation = Task {
      do {
        let command = try await worker.command(of: request)
        inbox.yield(.previewReady(number, command, request.size))
      } catch {
        inbox.yield(.preview(.previewed(number, Array("\(error)\n".utf8))))
      }
    }
    after(.milliseconds(300), .preview(.previewDue(number)))
  }

  private func start(_ step: WorkQueue.Step?) {
    switch step {
    case .start(.prepare):
      let (inbox, list, number, preparing) = (inbox, list, replaced, preparing)
      work = Task {
        do { inbox.yield(.prepared(number, .success(try await preparing?(list)))) } catch {
          inbox.yield(.prepared(number, .failure(error)))
        }
      }
    case .start(let effect):
      let (inbox, worker, number) = (inbox, worker, replaced)
      work = Task { inbox.yield(.answer(number, await worker.answer(effect))) }
    case .cancelRunning: work?.cancel()
    case nil: break
    }
  }

  // MARK: Commands of actions

  private func prepare(
    _ kind: CommandAction, _ request: PreviewRequest, inBackground: Bool
  ) {
    let action = Command(
      number: commands.expect(inBackground: inBackground), kind: kind, isInBackground: inBackground)
    let worker = worker
    let inbox = inbox
    let environment = state.environment
    Task {
      do {
        let command = try await worker.command(of: request)
        inbox.yield(.commandReady(action, command, environment))
      } catch { inbox.yield(.ran(action, output: "", problem: "\(error)")) }
    }
  }

  private func run(_ action: Command, _ command: ShellCommand, _ environment: [String]) async {
    let inbox = inbox
    do {
      switch action.kind {
      case .become:
        successor = (command, environment)
        outcome = .success(.cancelled)
      case .execute: try await execute(command, environment)
      case .reload, .reloadSync: try await reload(action.kind, command, environment)
      default:
        return try commands.run(action.number, command, environment) {
          inbox.yield(.ran(action, output: $0, problem: nil))
        }
      }
      _ = commands.finish(action.number)
    } catch { inbox.yield(.ran(action, output: "", problem: "\(error)")) }
  }

  /// Runs a command on the terminal.
  private func execute(_ command: ShellCommand, _ environment: [String]) async throws {
    defer {
      session.enter()
      startReading()
      update(.resized(size))
    }
    if let signal = try await session.run(
      command.arguments(options.shell), environment)
    {
      endingSignal = signal
      outcome = .success(.cancelled)
    }
    update(.ran(.execute, output: ""))
  }

  /// Replaces the list by that of a command's output.
  private func reload(
    _ kind: CommandAction, _ command: ShellCommand, _ environment: [String]
  ) async throws {
    guard let reloading else {
      throw TerminalError("this list cannot be replaced by the output of a command")
    }
    let (inbox, number) = (inbox, replaced + 1)
    let process = try SourceProcess(
      command.arguments(options.shell), environment: environment
    ) { inbox.yield(.complaint(number, $0)) }
    let (list, head) = try await reloading.list(of: process)
    if options.keepsRows { kept += try await self.list.selectedRows(first: .max).map(\.id) }
    follower?.cancel()
    work?.cancel()
    replaced = number
    preparing = nil
    source = command
    queue = WorkQueue()
    worker = ListWorker(
      list: list, base: worker.base, creates: worker.creates, writer: options.writer)
    self.list = list
    self.head = head
    await link?.replaceList(by: list)
    follow()
    update(.replaced(whenRead: kind == .reloadSync))
  }

  /// Selects the rows that were selected in the list before; leaves out those that are gone.
  private func keepSelection() async {
    if kept.isEmpty { return }
    let ids = kept
    kept = []
    do {
      _ = try await list.select(.select(ids), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    } catch { update(.notRead(reason: "\(error)")) }
  }

  // MARK: The terminal

  private func resize() {
    let size = size
    update(.resized(size))
    session.redraw(height: size.rows)
  }

  /// The size of the part of the terminal that is used.
  private var size: Size {
    let most = options.size(on: session.size)
    return Size(columns: most.columns, rows: min(most.rows, adaptedHeight ?? most.rows))
  }

  /// Uses as many lines as show all rows; more as rows are read.
  private func adaptHeight() {
    let height = state.height(within: options.size(on: session.size))
    guard height > adaptedHeight ?? 0 else { return }
    adaptedHeight = height
    if size != state.screenSize { resize() }
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
    update(.resized(size))
    session.enter()
  }

  /// Draws now, or when the next frame is due.
  private func draw() {
    if options.adaptsHeight { adaptHeight() }
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
