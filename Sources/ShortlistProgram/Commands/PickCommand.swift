import ArgumentParser
import Foundation
import Shortlist
import ShortlistFiles
import ShortlistJSON
import ShortlistTerminal
import ShortlistWeb
import Synchronization

/// `shortlist pick`: picks rows on the screen.
struct PickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.pick.rawValue,
    abstract: "Pick rows on the screen.",
    discussion: """
      The screen is drawn on the terminal, whatever standard input and output are; the result \
      alone goes to standard output, so that this works in pipes and in $(…).

      Type to search; attribute:value terms filter (price:10..20 -section:games). Tab marks, Enter \
      accepts, Escape cancels, ? in an empty search line shows all keys.
      """)

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var following: FollowOptions
  @OptionGroup(title: "Source") var lines: LineOptions
  @OptionGroup(title: "Query") var query: QueryOptions
  @OptionGroup(title: "Result") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Screen") var collapse: CollapseOptions
  @OptionGroup(title: "Screen") var listening: ListenOptions
  @OptionGroup(title: "Page") var page: WebPageOptions
  @OptionGroup(title: "Figures") var stats: StatsOptions

  @Flag(
    help: ArgumentHelp(
      "Pick on a page in a browser.",
      discussion: """
        The address is told on standard error. The first page on which Done is pressed ends the \
        program with what is picked there.
        """))
  var web = false

  @Option(
    name: [.customShort("f", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Put out the rows that match this text, the best first, without a screen.",
      valueName: "text"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "With --web: how many seconds picking goes on after the last page was closed (default: 10).",
      valueName: "seconds"))
  var linger = 10.0

  func validate() throws {
    if !(linger >= 0 && linger <= 1e9) {
      throw ValidationError("--linger is a number of seconds, 0 or greater.")
    }
    try selection.check(limits)
    try listening.check(screen, isOnPage: web)
    if collapse.collapsing.isActive && query.section == nil {
      throw ValidationError("--collapse, --collapse-all and --expand need --section.")
    }
    if web { try page.check(query, selection, source) }
  }

  func run() async throws {
    var command = self
    var settings = lines.settings(delimiter: source.delimiter)
    if LineOptions.areDefaults && !source.hasLines { settings = LineSettings() }
    command.useAttributes(of: settings)
    if let filter { return try await command.filter(by: filter, settings) }
    if web { return try await command.pickOnPage(settings) }
    if let popup = screen.layout.tmux, popup.place != .none, !environment("TMUX").isEmpty {
      throw becomePopup(popup)
    }
    let ownCommand = ownCommand
    if source.given.isEmpty && isInputTerminal && (screen.keys.reloadsAtStart || ownCommand != nil)
    {
      (command.source.given, command.source.format) = (["/dev/null"], .lines)
    }
    if let tables = try source.tables(), !tables.isEmpty {
      command.source.table = try await chooseTable(tables)
    }
    if command.source.hasLinesOfFile && !following.follow {
      settings.offer(try screen.keys.bindings())
      command.useAttributes(of: settings)
    }
    try await command.pickOnScreen(settings, ownCommand)
  }

  /// Writes and searches the attributes that lines have for it, unless options name others.
  private mutating func useAttributes(of settings: LineSettings) {
    output.columns = output.columns ?? settings.writtenAttributes
    query.matching.searched = query.matching.searched ?? settings.searchedAttributes
    if !settings.identityFields.isEmpty { source.id = LineSettings.identity }
  }

  /// The command whose output is the list, as `SHORTLIST_COMMAND` has it; nil if there is another
  /// source.
  private var ownCommand: String? {
    let command = environment("SHORTLIST_COMMAND")
    let hasSource = !source.given.isEmpty || source.walk != nil || screen.keys.reloadsAtStart
    // Where all rows are needed before the screen, the files below the directory are the list.
    let needsRows = selection.needsAllRows || selection.create != nil || screen.plain
    return command.isEmpty || hasSource || needsRows || !isInputTerminal ? nil : command
  }

  /// Runs the same command line in a popup.
  ///
  /// - Returns: Only if it fails: why.
  private func becomePopup(_ popup: TmuxPopup) -> any Error {
    var words = CommandLine.arguments
    words[0] = Bundle.main.executablePath ?? words[0]
    // The program there shall not open another popup; without a border of its own, it gets one.
    let border = screen.layout.border == nil ? ["--border"] : []
    let end = words.firstIndex(of: "--") ?? words.count
    words.insert(contentsOf: border + ["--tmux=none"], at: end)
    let variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !["TMUX", "TMUX_PANE", "TERM", "PWD", "OLDPWD", "SHLVL", "_"].contains(name)
    }
    return popup.become(words, variables: variables.sorted { $0.key < $1.key })
  }

  /// Lets a table be picked; takes the only one.
  private func chooseTable(_ tables: [JSON]) async throws -> String {
    let list = try await LiveList.open(JSONRowsSource(tables), options: TableOptions(id: "table"))
    let only = try await list.snapshot(SnapshotRequest(0..<2)).lines
    if only.count == 1, case .text(let name) = only[0].id { return name }
    try await list.setSelectionFilters([], mode: .single)
    var options = screen.pickOptions(
      columns: nil, limits: SelectionLimits(maximum: 1), follows: false)
    options.prompt = "table> "
    (options.preview, options.header, options.expected) = (nil, [], [:])
    options.bindings = Bindings()
    guard case .picked(let rows) = try await pick(from: list, options: options),
      case .text(let name)? = rows.first?.id
    else { throw ExitStatus.cancelled }
    return name
  }

  private func pickOnScreen(_ lines: LineSettings, _ ownCommand: String?) async throws {
    // The minimum applies on accepting only, so that rows can be freely unmarked before.
    let locks = LockNotices()
    let rows = try lines.prepare(
      following.follow
        ? source.openFollowed(onLock: locks.post) : source.open(onLock: locks.post))
    let isSingle = selection.isSingle(limits)
    let preparation = PickPreparation(
      options: selection, limits: isSingle ? [] : [.maximum(limits.max)],
      mode: isSingle ? .single : .multiple, idAttribute: source.id)
    if let remote = try await source.remote(rows, query.query(by: .auto)) {
      return try await pickRemotely(from: remote.rows, preparation, lines, notice: remote.notice)
    }
    let wanted = lines.ordered(query.query(follows: following.follow))
    let list = LiveList.loading(
      rows, options: source.tableOptions, query: wanted.beforeSearching,
      selectionFilters: preparation.limits)
    try await list.setSelectionFilters(preparation.limits, mode: preparation.mode)
    try await setRanges(of: list)
    var options = pickOptions(wanted, lines)
    if let ownCommand {
      let start = Trigger.event(.start)
      options.bindings.bind(
        start, to: [.command(.reload, ownCommand)] + options.bindings[start])
    }
    options.isShownWhenRead = screen.keys.sync
    let waits =
      selection.needsAllRows || screen.keys.sync || selection.create != nil && options.isPlain
    let prepare: ListPreparer = { try await prepared($0, preparation, search: wanted.search) }
    let reloading = try reloading(wanted, lines, preparation, options)
    let link = try listening.start(list, creates: selection.create)
    try await stats.report(on: list) {
      try await write(from: list, wanted, lines) {
        try await pickWithEnd(
          from: list, options: options, locks: locks, reloading: reloading, link: link,
          whenRead: waits ? prepare : nil)
      }
    }
  }

  /// Sets the ranges of rows that sections show.
  @Sendable private func setRanges(of list: any ListProtocol) async throws {
    let window = query.window?.range
    var parts = collapse.collapsing.parts(window: window)
    if let window, !parts.contains(where: { $0.section == nil }) {
      parts.insert(.init(section: nil, range: window), at: 0)
    }
    for part in parts {
      _ = try await list.setRange(
        part.range, section: part.section, revises: false, ifRevision: nil)
    }
  }

  /// Puts out the rows that match a text, the best first.
  private func filter(by text: String, _ lines: LineSettings) async throws {
    var wanted = query.query(by: .auto)
    wanted.search = text
    let list = try await source.openList(
      lines.prepare(source.open()), query: lines.ordered(wanted))
    let end = PickEnd(search: text)
    try await stats.report(on: list) {
      try writeHead(.nothing, end)
      try await RowsToWrite(window: query.window, limits: limits, output: output)
        .write(from: list) { rows, schema in
          try self.lines.accepted(rows, lines, schema: schema)
        }
    }
  }

  /// Returns what makes lists of the output of commands; nil if no key does so.
  private func reloading(
    _ wanted: ListQuery, _ lines: LineSettings, _ preparation: PickPreparation,
    _ options: PickOptions
  ) throws -> Reloading? {
    let isAboutRows = selection.isAboutRows || selection.create != nil
    let isDriven = listening.listen != nil && !isAboutRows
    if !options.bindings.reloads && !isDriven { return nil }
    if isAboutRows && options.bindings.alwaysReloads {
      throw ProgramError(
        "--bind: reload is not for lists with rules, or with rows picked at the start")
    }
    return Reloading(
      open: { path in try openOutput(path, lines) },
      makeList: { rows in
        let list = LiveList.loading(
          rows, options: source.tableOptions, query: wanted.beforeSearching,
          selectionFilters: preparation.limits)
        try await list.setSelectionFilters(preparation.limits, mode: preparation.mode)
        try await setRanges(of: list)
        return list
      })
  }

  /// Returns the rows of a command's output, and its first lines that are no rows.
  @Sendable private func openOutput(
    _ path: String, _ lines: LineSettings
  ) throws -> (rows: any RowSource, head: LineHead?) {
    var file = FileSource(
      path: path, format: source.formatOfOutput, invalidUTF8: source.lossy ? .replaced : .kept)
    file.isForgiving = true
    if source.read0 { file.lineEnd = 0 }
    if let byte = source.delimiter?.byte { file.delimiter = byte }
    var lines = lines
    lines.head = lines.head.map { LineHead(count: $0.count) }
    return (try lines.prepare(file), lines.head)
  }

  /// Picks from rows that stay on their server.
  private func pickRemotely(
    from rows: any RemoteSource, _ preparation: PickPreparation, _ lines: LineSettings,
    notice: String?
  ) async throws {
    let wanted = query.query(by: .auto)
    let list = try await rows.openRemoteList(
      options: source.tableOptions, query: wanted.beforeSearching, estimating: true)
    _ = try await list.setSelectionFilters(
      preparation.limits, mode: preparation.mode, ifRevision: nil)
    try await setRanges(of: list)
    var options = pickOptions(wanted, lines)
    options.notice = notice
    options.leavesRows = true
    let link = try listening.start(list, creates: selection.create)
    try await stats.report(on: list) {
      try await write(from: list, wanted, lines) {
        try await pickWithEnd(fromOpen: list, options: options, link: link) {
          try await prepared($0, preparation, search: wanted.search)
        }
      }
    }
  }

  private func pickOptions(_ wanted: ListQuery, _ lines: LineSettings) -> PickOptions {
    var options = screen.pickOptions(
      columns: output.columns?.names, limits: selection.limits(limits),
      follows: following.follow)
    lines.choose(&options)
    options.lines.tabStop = screen.tabstop
    options.search = wanted.search
    options.creates = selection.create
    options.keepsRows = source.id != nil
    options.window = query.window?.range
    options.collapsing = collapse.collapsing
    let command = viewCommand(wanted)
    options.writer = ViewWriter { request, list in
      try await ViewFile(command: command).write(request, from: list)
    }
    options.waitsForAllRows = !source.isFinalWhileReading(output.output)
    return options
  }

  /// Returns a function that makes the command line for what the screen shows.
  private func viewCommand(_ wanted: ListQuery) -> @Sendable (ViewReport) -> String {
    var command = ViewCommand(arguments: Array(CommandLine.arguments.dropFirst()))
    command.filter = wanted.filters
    command.defaults = Arguments.defaults.flatMap(Arguments.words)
    return { [command] in command.line($0) }
  }

  /// Picks, and writes what was picked.
  private func write(
    from list: any ListProtocol, _ wanted: ListQuery, _ settings: LineSettings,
    _ picking: () async throws -> (outcome: PickOutcome, end: PickEnd)
  ) async throws {
    let (outcome, end) = try await picking()
    if screen.printCommand, let view = end.view {
      if case .cancelled = outcome { throw ExitStatus.cancelled }
      return try StandardOutput.write(Array((viewCommand(wanted)(view) + "\n").utf8))
    }
    try writeHead(outcome, end)
    switch outcome {
    case .cancelled: throw ExitStatus.cancelled
    case .nothing: if !end.isSearchAccepted { throw ExitStatus.nothing }
    case .picked(let rows) where rows.isEmpty: try await writeSelected(of: list)
    case .picked(let rows):
      let schema = if let schema = end.schema { schema } else { await list.schema }
      try write(lines.accepted(rows, settings, schema: schema), schema: schema)
    }
    try screen.keys.historyFile?.add(end.search)
  }

  /// Writes the selected rows as they are read.
  private func writeSelected(of list: any ListProtocol) async throws {
    let writer = Mutex(try output.writer(schema: await list.schema))
    try await list.forEachSelectedBatch { rows in
      try writer.withLock { writer in
        for row in rows { try writer.write(id: row.id, row.values) }
      }
    }
    try writer.withLock { try $0.finish() }
  }

  /// Applies the selection options to a list after all its rows are read.
  ///
  /// - Returns: The outcome, if `-1` or `-0` ends picking; otherwise nil.
  @Sendable private func prepared(
    _ list: any ListProtocol, _ preparation: PickPreparation, search: String
  ) async throws -> PickOutcome? {
    if selection.isAboutRows { try await preparation.prepare(list) }
    if !(selection.exitZero || selection.selectOne) { return nil }
    // The text on the screen may be another one by now.
    let query = await list.query
    _ = try await list.updateQuery(ifRevision: nil) { $0.search = search }
    let shown = try await list.snapshot(SnapshotRequest(0..<1), ifRevision: nil)
    _ = try await list.updateQuery(ifRevision: nil) { $0 = query }
    if selection.exitZero && shown.visible == 0 { return .nothing }
    guard selection.selectOne && shown.visible == 1 else { return nil }
    return .picked([(shown.lines[0].id, shown.lines[0].values)])
  }

  private func pickOnPage(_ lines: LineSettings) async throws {
    let rows = try lines.prepare(
      following.follow ? source.openFollowed() : source.open())
    let remote = try await source.remote(rows, query.query(by: .auto))
    if let notice = remote?.notice { StandardError.write("shortlist: \(notice)\n") }
    let wanted = query.query(follows: following.follow)
    let session = WebSession(
      rows, source: source, query: lines.ordered(wanted),
      columns: output.columns?.names, facets: screen.facets?.names, limits: limits,
      selection: selection, isWritable: page.write, isPicking: true)
    var options = try page.options()
    options.linger = linger
    let end = try await session.serve(options) { [page] address in
      StandardError.write("\(address)\n")
      if page.open { Browser.open(address) }
    }
    guard let end else { throw ExitStatus.cancelled }
    try await stats.report(on: end.list) {
      guard let rows = end.picked else { throw ExitStatus.cancelled }
      if rows.isEmpty { throw ExitStatus.nothing }
      try write(rows, schema: await end.list.schema)
    }
  }

  /// Writes the typed text and the key that accepted, each as a line, if they are wanted.
  private func writeHead(_ outcome: PickOutcome, _ end: PickEnd) throws {
    if case .cancelled = outcome { return }
    let last = String(UnicodeScalar(output.print0 ? 0 : 0x0A))
    if screen.printQuery || end.isSearchAccepted {
      try StandardOutput.write(Array((end.search + last).utf8))
    }
    if !screen.expect.isEmpty {
      try StandardOutput.write(Array(((end.key ?? "") + last).utf8))
    }
    for text in end.printed { try StandardOutput.write(Array((text + last).utf8)) }
  }

  private func write(_ rows: [(id: RowID, values: [CellValue])], schema: ListSchema) throws {
    var writer = try output.writer(schema: schema)
    for row in rows { try writer.write(id: row.id, row.values) }
    try writer.finish()
  }
}
