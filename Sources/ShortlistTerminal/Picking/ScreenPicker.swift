import Shortlist

/// Runs a picker on a screen: passes events to the state, carries out its effects, and draws.
final class ScreenPicker {
  var list: any ListProtocol
  /// The number of lists before this one.
  var replaced = 0
  /// The rows that were selected in the list before, until they are selected in this one.
  var kept: [RowID] = []
  let reloading: Reloading?
  let link: ScreenLink?
  /// The requests of other programs that wait until the screen has done what was asked for before.
  var asked: [Int] = []
  /// Whether another program has changed the list's query, ranges or selection.
  var isListChanged = false
  let options: PickOptions
  var head: LineHead?
  var worker: ListWorker
  let session: TerminalSession
  var state: ScreenState

  private let events: AsyncStream<Event>
  let inbox: AsyncStream<Event>.Continuation
  var queue = WorkQueue()
  var work: Task<Void, Never>?
  var follower: Task<Void, Never>?
  var clock = FrameClock()
  var isDrawingDue = false
  var isFirstFrameDue = false
  var isSuspended = false
  /// The number of lines that show all rows; nil if it is not adapted to them.
  var adaptedHeight: Int?
  var acceptsSelection = false
  var isSearchAccepted = false
  /// What is to be done with the list when all rows are read; nil when it is done.
  var preparing: ListPreparer?
  var isPreparing = false
  var preview: PreviewRunner?
  /// What fills in the command of the preview.
  var preparation: Task<Void, Never>?
  let commands: CommandRunner
  /// What gives the rows of the list.
  var source: ShellCommand?
  /// The command that takes the place of this program at the end.
  var successor: (command: ShellCommand, environment: [String])?
  var outcome: Result<PickOutcome, any Error>?
  /// The signal to end the process with, after the terminal is restored.
  var endingSignal: Int32?

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

  func startReading() {
    let inbox = inbox
    session.startReading { inbox.yield(.terminal($0)) }
  }

  func follow() {
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

  func after(_ pause: Duration, _ event: Event) {
    let inbox = inbox
    Task {
      try? await Task.sleep(for: pause)
      inbox.yield(event)
    }
  }
}
