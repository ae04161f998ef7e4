import Shortlist
import ShortlistTerminal

/// Rows given in a test.
struct Rows: RowSource {
  let names: [String]
  let rows: [[String]]

  var name: String { "rows" }

  func read(
    into builder: inout TableBuilder, progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try builder.setColumns(names, line: 1)
    for (number, row) in rows.enumerated() {
      builder.beginRow(line: number + 2)
      for (column, cell) in row.enumerated() {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }
  }

  /// A few tools, with odd characters among them.
  static let tools = Rows(
    names: ["name", "kind", "size", "about"],
    rows: [
      ["grep", "text", "210", "print lines that match"],
      ["sed", "text", "98", "edit a stream"],
      ["sort", "text", "105", "sort lines"],
      ["ls", "file", "138", "list folders"],
      ["cp", "file", "141", "copy files"],
      ["日本語", "odd", "7", "wide letters"],
      ["e\u{301}a\u{308}", "odd", "8", "marks 👩‍🚀 🇩🇪"],
      ["\u{1B}[2J\u{7}", "odd", "9", "a\tb\nc\u{202E}d"],
      ["nothing", "", "", ""],
    ])

  /// Rows with nothing but numbers.
  static func numbers(_ count: Int) -> Rows {
    Rows(names: ["n", "square"], rows: (1...count).map { ["\($0)", "\($0 * $0)"] })
  }
}

/// A screen over a real list, without a terminal.
struct ScreenHarness {
  var state: ScreenState
  let list: LiveList
  let worker: ListWorker
  /// What was asked for and not carried out yet.
  var waiting: [ScreenEffect]
  /// What the screen ended with.
  var ends: [ScreenEffect] = []

  init(
    _ rows: any RowSource = Rows.tools, size: Size = Size(columns: 80, rows: 24),
    query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    options: PickOptions = PickOptions(), traits: ListTraits = ListTraits(),
    rules: [SelectionRule] = [], creates: String? = nil, typed: String? = nil
  ) async throws {
    let maximum = SelectionRule.maximum(options.limits.maximum)
    var (options, traits) = (options, traits)
    (options.creates, options.window) = (creates, window)
    traits.hasRules = !rules.isEmpty
    traits.match = query.match
    (traits.sort, traits.sections) = (query.sort, query.sections)
    list = try await LiveList.open(rows, query: query, selectionFilters: rules + [maximum])
    if let window { _ = try await list.setRange(window) }
    worker = ListWorker(list: list, base: query, creates: creates)
    state = ScreenState(
      options: options, traits: traits, size: size, search: typed ?? query.search,
      groups: query.groups)
    waiting = state.start()
    take(.attributes(await list.schema))
    await carryOut()
  }

  /// Gives an event to the screen; what it asks for waits for `carryOut`.
  mutating func take(_ event: ScreenEvent) { waiting += state.update(event) }

  /// Carries out all that was asked for, and what that makes the screen ask for.
  mutating func carryOut() async {
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      switch effect {
      case .search, .read, .select, .arrange, .write, .acceptWhenRead, .sample, .measure:
        if let answer = await worker.answer(effect) { take(answer) }
      default: ends.append(effect)
      }
    }
  }

  /// Presses keys without waiting for anything.
  mutating func press(_ keys: KeyPress...) {
    for key in keys { take(.input(.key(key))) }
  }

  /// Presses keys, and waits for all that each of them does.
  mutating func press(slowly keys: KeyPress...) async {
    for key in keys {
      press(key)
      await carryOut()
    }
  }

  /// Types text without waiting for anything.
  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// The id of the row that the cursor is on.
  var current: RowID? { state.line(at: state.viewport.cursor)?.id }

  /// The screen as text, and where its cursor is.
  var picture: String {
    let frame = state.frame()
    let cursor = frame.cursor.map { "\($0.column),\($0.row)" } ?? "none"
    return frame.text + "\ncursor: \(cursor)\n"
  }
}
