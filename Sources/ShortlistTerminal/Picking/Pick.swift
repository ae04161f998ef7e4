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
/// - Returns: What was picked.
/// - Throws: `TerminalError` without a terminal; what the list fails with: `SourceError`,
///   `InvalidRequest`, `FilterError`.
public func pick(from list: LiveList, options: PickOptions = PickOptions()) async throws
  -> PickOutcome
{
  if options.isPlain { return try await PlainPicker(list: list, options: options).run() }
  return try await ScreenPicker(list: list, options: options).run()
}
