/// What a screen asks of its list, one after the other.
///
/// A search that nothing else waits for gives way to a newer one, also when it is being carried
/// out, and so does what is measured; of rows to be read only the last ones asked for count. Everything else is carried out in
/// order, so that a change of the selection always means what was searched for before it.
package struct WorkQueue {
  /// What is being carried out.
  package private(set) var running: ScreenEffect?
  private var waiting: [ScreenEffect] = []

  package init() {}

  /// What is to be done next.
  package enum Step: Hashable {
    case start(ScreenEffect), cancelRunning
  }

  /// Takes a search, a request for rows or measures, or a change of the selection.
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

  /// Says that what was running has ended.
  package mutating func finish() -> Step? {
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running.map { .start($0) }
  }

  /// Whether only filters differ between two searches.
  ///
  /// While an end of a range is moved by a key held down, those searches are shown that there is
  /// time for: they are not all cancelled by the next.
  private static func isMove(_ new: ScreenEffect, from old: ScreenEffect) -> Bool {
    guard case .search(_, let text, let groups, _) = new,
      case .search(_, let before, let others, _) = old
    else { return false }
    return text == before && groups != others
  }

  private static func replaces(_ new: ScreenEffect, _ old: ScreenEffect) -> Bool {
    switch (new, old) {
    case (.search, .search), (.search, .read), (.read, .read), (.readPicked, .readPicked): true
    case (.search, .measure), (.measure, .measure): true
    default: false
    }
  }
}
