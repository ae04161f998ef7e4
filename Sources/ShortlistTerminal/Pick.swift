package import Shortlist

/// Lets the user pick rows of a list at the terminal.
///
/// The picker draws on the controlling terminal of the process, independent of standard input and
/// output, and restores it on every exit path. The list may still be loading. Nothing else may read
/// its `updates`.
///
///     let list = LiveList.loading(source, selectionFilters: [SelectionRule.maximum(3)])
///     var options = PickOptions()
///     options.limits.maximum = 3
///     if case .picked(let rows) = try await pick(from: list, options: options) { print(rows) }
///
/// - Parameters:
///   - list: The list. The query that it was opened with stays in effect, and the typed search is
///     added. The screen changes only its search text and its filter groups.
///   - options: The appearance and behavior of the picker.
///   - locks: Notifies the picker when the source of the list waits for a locked file.
///   - prepare: Called when all rows are read, for example to set filters or select rows. Nothing
///     can be picked before. An outcome that it returns ends picking, unless a key was pressed.
/// - Returns: The result of picking.
/// - Throws: The errors of `prepare`; `TerminalError` if there is no terminal; the errors of the
///   list: `SourceError`, `InvalidRequestError`, `FilterError`.
package func pick(
  from list: LiveList, options: PickOptions = PickOptions(), locks: LockNotices? = nil,
  whenRead prepare: ListPreparer? = nil
) async throws -> PickOutcome {
  try await pickWithEnd(from: list, options: options, locks: locks, whenRead: prepare).outcome
}

/// Lets the user pick rows as `pick` does, and also tells how that ended.
package func pickWithEnd(
  from list: LiveList, options: PickOptions, locks: LockNotices? = nil,
  reloading: Reloading? = nil, link: ScreenLink? = nil,
  whenRead prepare: ListPreparer? = nil
) async throws -> (outcome: PickOutcome, end: PickEnd) {
  defer { locks?.setReceiver(nil) }
  var start = PickStart.reading(prepare)
  if let prepare {
    locks?.setReceiver { path in
      guard let terminal = try? System.openTerminal() else { return }
      System.writeAll(terminal, Array(PlainText.waiting(for: path, isASCII: options.isASCII).utf8))
      System.closeDescriptor(terminal)
    }
    if await list.isRead(within: timeBeforeScreen(options)) {
      let stopped = try await list.waitForRows()
      try await list.schema.requireAttributes(of: options)
      if let outcome = try await prepare(list) {
        return (outcome, PickEnd(search: options.search ?? ""))
      }
      start = .read(stopped: stopped)
    }
  }
  return try await run(list, options, start, locks, reloading, link)
}

/// Lets the user pick rows of a list that is open, and whose rows may stay on a server; tells how
/// it ended.
///
/// - Parameters:
///   - list: The list, as `pick(from:options:)` has it.
///   - options: The appearance and behavior of the picker.
///   - link: Lets others drive the screen.
///   - prepare: Called before anything is shown, for example to select rows. An outcome that it
///     returns ends picking.
/// - Returns: The result of picking.
/// - Throws: The errors of `prepare`; `TerminalError` if there is no terminal;
///   `InvalidRequestError`; the errors of the list before the first rows are shown.
package func pickWithEnd(
  fromOpen list: any ListProtocol, options: PickOptions, link: ScreenLink? = nil,
  _ prepare: (any ListProtocol) async throws -> PickOutcome?
) async throws -> (outcome: PickOutcome, end: PickEnd) {
  try await list.schema.requireAttributes(of: options)
  if let outcome = try await prepare(list) {
    return (outcome, PickEnd(search: options.search ?? ""))
  }
  return try await run(list, options, .read(stopped: nil), nil, nil, link)
}

/// How long preparing may take before a screen is shown, so that a screen that ends at once is not;
/// nil if there is no screen before the list is prepared.
private func timeBeforeScreen(_ options: PickOptions) -> Duration? {
  if options.isPlain || options.isShownWhenRead { return nil }
  guard let terminal = try? System.openTerminal() else { return nil }
  System.closeDescriptor(terminal)
  return .milliseconds(300)
}

private func run(
  _ list: any ListProtocol, _ options: PickOptions, _ start: PickStart, _ locks: LockNotices?,
  _ reloading: Reloading?, _ link: ScreenLink?
) async throws -> (outcome: PickOutcome, end: PickEnd) {
  if options.isPlain {
    let picker = try await PlainPicker(list: list, options: options, start: start)
    return (try await picker.run(locks), picker.end)
  }
  let picker = try await ScreenPicker(
    list: list, options: options, start: start, reloading: reloading, link: link)
  return (try await picker.run(locks), await picker.end)
}
