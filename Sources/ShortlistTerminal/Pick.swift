public import Shortlist

/// Lets a person at the terminal pick rows of a list.
///
/// The picker is drawn on the terminal that the process belongs to, whatever standard input and
/// standard output are. It is given back on every way out. The list may still be loading; there must
/// be no other reader of its `updates`.
///
///     let list = LiveList.loading(source, selectionFilters: [SelectionRule.maximum(3)])
///     var options = PickOptions()
///     options.limits.maximum = 3
///     if case .picked(let rows) = try await pick(from: list, options: options) { print(rows) }
///
/// - Parameters:
///   - list: The list; the query it was opened with stays in effect, and what is typed is added. Only
///     its search text and its groups of filters can be changed on the screen.
///   - options: How the picker looks and what it accepts.
///   - locks: Says when the source of the list waits for a file; the picker then does.
///   - prepare: What is to be done when all rows are read and before anything is shown: to set
///     filters, or to select rows. Without it rows are shown while they are being read.
/// - Returns: What was picked.
/// - Throws: What `prepare` throws; `TerminalError` without a terminal; what the list fails with: `SourceError`,
///   `InvalidRequest`, `FilterError`.
public func pick(
  from list: LiveList, options: PickOptions = PickOptions(), locks: LockNotices? = nil,
  whenRead prepare: (@Sendable (LiveList) async throws -> Void)? = nil
) async throws -> PickOutcome {
  var start = PickStart.reading
  defer { locks?.hand(to: nil) }
  if let prepare {
    locks?.hand { path in
      guard let terminal = try? System.openTerminal() else { return }
      System.writeAll(terminal, Array(PlainText.waiting(for: path, isASCII: options.isASCII).utf8))
      System.closeDescriptor(terminal)
    }
    let stopped = try await list.waitForRows()
    try await list.requireAttributes(of: options)
    try await prepare(list)
    start = .read(stopped: stopped)
  }
  if options.isPlain {
    let picker = try await PlainPicker(list: list, options: options, start: start)
    return try await picker.run(locks)
  }
  let picker = try await ScreenPicker(list: list, options: options, start: start)
  return try await picker.run(locks)
}
