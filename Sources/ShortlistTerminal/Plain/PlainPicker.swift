import Dispatch
import Shortlist

/// Runs the numbered mode: prints rows, and picks them by typed numbers.
final class PlainPicker {
  private let list: any ListProtocol
  private let options: PickOptions
  /// Whether all rows were read at the start.
  private let isRead: Bool
  private let worker: ListWorker
  private let traits: ListTraits
  private let text: PlainText
  private let terminal: Int32
  private let length: Int
  private var start = 0
  private var hint: String?
  private var unread: [UInt8] = []

  /// The printed rows of a followed list, by their positions when printed.
  ///
  /// A typed number refers to the row as it was printed, wherever it has moved since.
  private var listed: [Int: ListSnapshot.Line] = [:]
  /// The number of matching rows when the end of the list was last printed.
  private var seen = 0
  private let following = PlainFollowing()
  /// The text that was searched for last.
  private var search: String

  init(list: any ListProtocol, options: PickOptions, start: PickStart) async throws {
    self.list = list
    self.options = options
    isRead = if case .read = start { true } else { false }
    if case .read(let stopped?) = start { following.stop(stopped) }
    let state = await list.state
    worker = ListWorker(list: list, base: state.query, creates: options.creates)
    search = options.search ?? state.query.search
    traits = ListTraits(state, hiding: options.lines.hiddenAttributes)
    text = PlainText(options)
    terminal = try System.openTerminal()
    length = max(5, min(20, System.size(of: terminal).rows - 4))
  }

  deinit { System.closeDescriptor(terminal) }

  func run(_ locks: LockNotices?) async throws -> PickOutcome {
    locks?.setReceiver { [terminal, isASCII = options.isASCII] in
      System.writeAll(terminal, Array(PlainText.waiting(for: $0, isASCII: isASCII).utf8))
    }
    if !isRead { try await load() }
    if options.follows { following.start(list) }
    if let outcome = await carryOutStart() { return outcome }
    if search == worker.base.search {
      _ = await carryOut(.newestRows)
    } else {
      _ = await carryOut(.search(search))
    }
    while true {
      show(text.prompt)
      guard let line = await readLine() else {
        show("\n")
        return .cancelled
      }
      let command = PlainCommand(
        line, follows: options.follows, creates: options.creates != nil, marks: !options.isSingle
      )
      if let outcome = await carryOut(command) { return outcome }
    }
  }

  /// How picking ended, besides the outcome.
  var end: PickEnd { PickEnd(search: search) }

  /// Carries out the actions of the start, and says which bindings have no effect.
  private func carryOutStart() async -> PickOutcome? {
    var names: [String] = []
    for binding in options.bindings.written {
      let isStart = [.event(.start), .event(.load)].contains(binding.trigger)
      for action in options.bindings[binding.trigger] {
        guard isStart, let command = PlainCommand(action) else {
          if names.last != binding.name { names.append(binding.name) }
          continue
        }
        if case .search(let text) = command {
          search = text
        } else if let outcome = await carryOut(command) {
          return outcome
        }
      }
    }
    show(text.withoutEffect(names))
    return nil
  }

  /// Waits until all rows are read, because row numbers would change while they are typed.
  private func load() async throws {
    let notice = Task { [terminal] in
      try await Task.sleep(for: .milliseconds(200))
      System.writeAll(terminal, Array("Reading...\n".utf8))
    }
    defer { notice.cancel() }
    for await update in list.updates {
      if case .failed(let error) = update.loading { throw error }
      if case .reading = update.loading { continue }
      if case .stopped(let error) = update.loading { following.stop(error) }
      // A table keeps reporting commits of others, so stop here.
      break
    }
    try await list.schema.requireAttributes(of: options)
  }

  private func carryOut(_ command: PlainCommand) async -> PickOutcome? {
    do { return try await attempt(command) } catch {
      refuse("\(error)")
      return nil
    }
  }

  private func attempt(_ command: PlainCommand) async throws -> PickOutcome? {
    switch command {
    case .cancel: return .cancelled
    case .accept: return try await accept()
    case .help: show(text.help)
    case .search(let words):
      search = words
      let answer = await worker.answer(
        .search(0, words, traits.match, worker.base.groups, SnapshotRequest()))
      if case .found(_, _, let reading) = answer { hint = reading.hint }
      if case .notFound(_, let reason, _) = answer { hint = reason }
      start = 0
      try await goToEnd()
      try await show()
    case .newestRows:
      try await goToEnd()
      try await show()
    case .nextRows:
      if start + length < (try await read()).visible { start += length }
      try await show()
    case .previousRows:
      start = max(0, start - length)
      try await show()
    case .sameRows: try await show()
    case .toggle(let ranges): return try await toggle(ranges)
    case .create(let text): return try await create(text)
    case .select(let request): try await select(.request(request))
    case .picked: try await showPicked()
    }
    return nil
  }

  private func accept() async throws -> PickOutcome? {
    let rows = try await list.selectedRows(first: .max)
    if rows.count < options.limits.minimum {
      refuse(SelectionText.tooFew(rows.count, minimum: options.limits.minimum))
      return nil
    }
    return rows.isEmpty ? .nothing : .picked(rows)
  }

  private func toggle(_ ranges: [Range<Int>]) async throws -> PickOutcome? {
    guard let lines = options.follows ? listedLines(ranges) : try await lines(ranges) else {
      return nil
    }
    if options.isSingle {
      if lines.count == 1 { return try await pickAlone(lines[0]) }
      refuse("only one row can be picked")
      return nil
    }
    try await select(.request(.toggle(lines.map(\.id))), Array(zip(ranges.joined(), lines)))
    return nil
  }

  /// Changes the selection, and prints what has happened and, last, what was refused.
  ///
  /// - Parameters:
  ///   - command: The change.
  ///   - rows: The rows that it is about, with their positions.
  ///   - isShown: Whether the number of marked rows is printed.
  /// - Returns: Whether no part of the change was refused.
  /// - Throws: The errors of the list.
  @discardableResult
  private func select(
    _ command: SelectionCommand, _ rows: [(position: Int, line: ListSnapshot.Line)] = [],
    isShown: Bool = true
  ) async throws -> Bool {
    var refusal: String?
    var notice: String?
    switch await worker.answer(.select(command, SnapshotRequest(0..<0), shownAt: .max)) {
    case .selected(_, let answer): (refusal, notice) = (answer.refusal, answer.notice)
    case .notSelected(let reason): refusal = reason
    default: break
    }
    if isShown {
      let selected = rows.isEmpty ? [] : Set(try await list.selectedRows(first: .max).map(\.id))
      let changed = rows.map { ($0.position, $0.line.values, selected.contains($0.line.id)) }
      let schema = await list.schema
      show(text.change(of: changed, schema: schema) + text.selection(of: try await read()))
    }
    if let reason = refusal ?? notice { refuse(reason) }
    return refusal == nil
  }

  /// Picks a single row, if the rules permit it.
  private func pickAlone(_ line: ListSnapshot.Line) async throws -> PickOutcome? {
    if traits.hasRules {
      let isPicked = try await select(.request(.replace([line.id])), isShown: false)
      if !isPicked { return nil }
    }
    return .picked([(line.id, line.values)])
  }

  /// Creates a row from a text and picks it.
  private func create(_ text: String) async throws -> PickOutcome? {
    let isMade = try await select(.create(text), isShown: false)
    if isMade && options.isSingle { return .picked(try await list.selectedRows(first: .max)) }
    if isMade { try await show() }
    return nil
  }

  /// Returns the rows at these positions; reports the problem and returns nil if one is missing.
  private func lines(_ ranges: [Range<Int>]) async throws -> [ListSnapshot.Line]? {
    var lines: [ListSnapshot.Line] = []
    for range in ranges {
      let page = try await read(range)
      if range.upperBound > page.visible {
        refuse("there is no row \(range.upperBound.grouped)")
        return nil
      }
      lines += page.lines
    }
    return lines
  }

  /// Returns the rows printed at these positions; reports the problem and returns nil if one was
  /// not.
  private func listedLines(_ ranges: [Range<Int>]) -> [ListSnapshot.Line]? {
    var lines: [ListSnapshot.Line] = []
    for position in ranges.joined() {
      guard let line = listed[position] else {
        refuse("row \((position + 1).grouped) has not been listed")
        return nil
      }
      lines.append(line)
    }
    return lines
  }

  /// Moves to the last rows of a followed list.
  private func goToEnd() async throws {
    if options.follows { start = max(0, (try await read()).visible - length) }
  }

  // MARK: The terminal

  private func show() async throws {
    let page = try await read(start..<start + length)
    var notes = [hint].compactMap(\.self)
    if options.follows {
      for (offset, line) in page.lines.enumerated() { listed[page.start + offset] = line }
      if page.start + page.lines.count == page.visible { seen = page.total }
      // With fewer rows than before, the source was truncated or replaced, so every row is new.
      let new = page.total < seen ? page.total : page.total - seen
      if new > 0 { notes.append("\(CountText.new(new)), r lists them") }
      notes += [following.ending].compactMap(\.self)
    }
    show(text.rows(page) + text.summary(page, notes: notes))
  }

  /// Shows the selected rows, in pick order.
  private func showPicked() async throws {
    show(text.picked(try await list.selectedRows(first: .max), schema: await list.schema))
  }

  /// Reads rows, the selection, and the text that can become a row.
  private func read(_ range: Range<Int> = 0..<0) async throws -> ListSnapshot {
    var request = SnapshotRequest(range)
    request.selectedSections = true
    request.creating = options.creates
    return try await list.snapshot(request, ifRevision: nil)
  }

  private func refuse(_ reason: String) { show(reason.asSentence + ".\n") }

  private func show(_ text: String) { System.writeAll(terminal, Array(text.utf8)) }

  /// Reads the next line; nil at the end of input.
  private func readLine() async -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return line
      }
      guard let bytes = await Self.read(terminal) else { return nil }
      unread += bytes
    }
  }

  /// Reads on a thread that may block.
  private static func read(_ descriptor: Int32) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: System.readSome(descriptor)) }
    }
  }
}
