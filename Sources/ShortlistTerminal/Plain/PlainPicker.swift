import Dispatch
import Shortlist

/// Runs the numbered mode: rows are printed, and picked by typing their numbers.
final class PlainPicker {
  private let list: LiveList
  private let worker: ListWorker
  private let settings: ScreenState.Settings
  private let text: PlainText
  private let terminal: Int32
  private let length: Int
  private var start = 0
  private var hint: String?
  private var unread: [UInt8] = []

  init(list: LiveList, options: PickOptions) async throws {
    self.list = list
    worker = ListWorker(list: list, base: await list.query)
    settings = ScreenState.Settings(options, query: worker.base)
    text = PlainText(settings)
    terminal = try System.openTerminal()
    length = max(5, min(20, System.size(of: terminal).rows - 4))
  }

  deinit { System.closeDescriptor(terminal) }

  func run() async throws -> PickOutcome {
    try await load()
    await show()
    while true {
      show(text.prompt)
      guard let line = await readLine() else {
        show("\n")
        return .cancelled
      }
      if let outcome = await carryOut(PlainCommand(line)) { return outcome }
    }
  }

  /// Waits until all rows are read; numbers that change while they are typed would be of no use.
  private func load() async throws {
    let notice = Task { [terminal] in
      try await Task.sleep(for: .milliseconds(200))
      System.writeAll(terminal, Array("Reading...\n".utf8))
    }
    defer { notice.cancel() }
    for await update in list.updates {
      if case .failed(let error) = update.loading { throw error }
    }
    try await list.requireAttributes(settings.columns)
  }

  private func carryOut(_ command: PlainCommand) async -> PickOutcome? {
    switch command {
    case .cancel: return .cancelled
    case .accept: return await accept()
    case .help: show(text.help)
    case .search(let words):
      let answer = await worker.answer(.search(0, words, 0..<0), isLoading: false)
      if case .found(_, _, let reading) = answer { hint = reading.hint }
      if case .notFound(_, let reason) = answer { hint = reason }
      start = 0
      await show()
    case .nextRows:
      let total = await list.page(0..<0).total
      if start + length < total { start += length }
      await show()
    case .previousRows:
      start = max(0, start - length)
      await show()
    case .toggle(let ranges): return await toggle(ranges)
    }
    return nil
  }

  private func accept() async -> PickOutcome? {
    let rows = await list.selectedRows()
    if rows.count < settings.limits.minimum {
      refuse(SelectionText.tooFew(rows.count, minimum: settings.limits.minimum))
      return nil
    }
    return rows.isEmpty ? .nothing : .picked(rows)
  }

  private func toggle(_ ranges: [Range<Int>]) async -> PickOutcome? {
    var lines: [Page.Line] = []
    for range in ranges {
      let page = await list.page(range, highlights: false)
      if range.upperBound > page.total {
        refuse("there is no row \(range.upperBound.grouped)")
        return nil
      }
      lines += page.lines
    }
    if settings.isSingle {
      if lines.count == 1 { return .picked(lines.map { ($0.id, $0.values) }) }
      refuse("only one row can be picked")
      return nil
    }
    let answer = await worker.answer(.select(.toggle(lines.map(\.id)), 0..<0), isLoading: false)
    if case .selected(_, let refusal?) = answer { refuse(refusal) }
    await show()
    return nil
  }

  // MARK: The terminal

  private func show() async {
    let page = await list.page(start..<start + length, highlights: false)
    show(text.rows(page, schema: await list.schema) + text.summary(page, hint: hint))
  }

  private func refuse(_ reason: String) {
    show(reason.prefix(1).uppercased() + reason.dropFirst() + ".\n")
  }

  private func show(_ text: String) { System.writeAll(terminal, Array(text.utf8)) }

  /// The next line; nil at the end of input.
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

  /// Reads on a thread that may wait.
  private static func read(_ descriptor: Int32) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: System.readSome(descriptor)) }
    }
  }
}
