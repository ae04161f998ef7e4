/// The serial queue of a screen's work on its list.
///
/// A new search replaces an older search, read or measurement if no other work is queued between
/// them, and cancels it if it is running. A new read or measurement replaces one of its own kind.
/// Everything else runs in order, so that a selection change always applies to the search before
/// it.
package struct WorkQueue {
  /// The running work.
  package private(set) var running: ScreenEffect?
  private var waiting: [ScreenEffect] = []

  package init() {}

  /// The next step.
  package enum Step: Hashable {
    case start(ScreenEffect), cancelRunning
  }

  /// Adds a search, a request for rows or measures, or a change of the selection.
  package mutating func add(_ work: ScreenEffect) -> Step? {
    if let last = waiting.last, Self.replaces(work, last) { waiting.removeLast() }
    guard let running else {
      self.running = work
      return .start(work)
    }
    let isFirst = waiting.isEmpty
    waiting.append(work)
    return isFirst && Self.replaces(work, running) && !Self.isMove(work, from: running)
      ? .cancelRunning : nil
  }

  /// Marks the running work as finished and starts the next.
  package mutating func finish() -> Step? {
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running.map { .start($0) }
  }

  /// Returns whether two searches differ only in their filters.
  ///
  /// While a held key moves an end of a range, searches are not all cancelled by the next one, so
  /// that as many results are shown as time permits.
  private static func isMove(_ new: ScreenEffect, from old: ScreenEffect) -> Bool {
    guard case .search(_, let text, let match, let ranks, let names, let groups, _) = new,
      case .search(
        _, let before, let matchBefore, let ranksBefore, let namesBefore, let others, _) =
        old, names == namesBefore
    else { return false }
    return text == before && match == matchBefore && ranks == ranksBefore && groups != others
  }

  private static func replaces(_ new: ScreenEffect, _ old: ScreenEffect) -> Bool {
    switch (new, old) {
    case (.search, .search), (.search, .read), (.read, .read): true
    case (.search, .measure), (.measure, .measure): true
    default: false
    }
  }
}
