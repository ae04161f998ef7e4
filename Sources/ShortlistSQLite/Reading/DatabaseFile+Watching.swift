import Dispatch
import GRDB
import Shortlist
import ShortlistCore
import Synchronization

/// The state of polling a file for commits, shared by all open tables of it.
struct CommitPoller {
  /// The result of a poll.
  enum Outcome: Hashable {
    case version(FileVersion)
    /// The file was replaced or cannot be read; the payload is the status of what is at the path.
    case trouble(FileStatus?)
  }

  /// A table, and the last result that it was notified of.
  struct Subscriber {
    weak var table: OpenTable?
    let wakeups: Wakeups
    var notified: Outcome?
  }

  var subscribers: [Subscriber] = []
  /// The last result that all subscribers were notified of.
  var notified: Outcome?
  var watch: FileWatch?
  /// Whether a poll is scheduled.
  var isScheduled = false
  /// The delay in milliseconds until the next poll after a write; nil if none is planned.
  var next: Int?
}

extension DatabaseFile {
  /// The interval between polls; a write to the file triggers one earlier.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Notifies a table of commits for as long as the table exists.
  func subscribe(_ table: OpenTable, _ wakeups: Wakeups) {
    let isFirst = poller.withLock { poller in
      poller.subscribers.append(.init(table: table, wakeups: wakeups))
      poller.notified = nil
      return poller.watch == nil
    }
    queue.async { [weak self, weak table] in
      guard let table else { return }
      self?.cachePages(of: table)
    }
    if isFirst {
      let watch = FileWatch(path) { [weak self] in self?.pollAfterWrite() }
      poller.withLock { $0.watch = watch }
      schedulePolls()
    } else {
      schedulePoll()
    }
  }

  /// Polls now and several times soon after.
  ///
  /// A writer changes the file some time before it commits, because it syncs to disk in between.
  private func pollAfterWrite() {
    schedulePoll()
    let isFirst = poller.withLock { poller in
      defer { poller.next = 2 }
      return poller.next == nil
    }
    if isFirst { pollAgain() }
  }

  private func pollAgain() {
    let pause = poller.withLock { poller in
      // After about 30 milliseconds the regular polls suffice.
      let pause = poller.next.flatMap { $0 > 16 ? nil : $0 }
      poller.next = pause.map { $0 * 2 }
      return pause
    }
    guard let pause else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      self?.schedulePoll()
      self?.pollAgain()
    }
  }

  /// Schedules the regular polls.
  private func schedulePolls() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      self?.poll()
      self?.schedulePolls()
    }
  }

  /// Schedules one poll, unless one is already scheduled.
  private func schedulePoll() {
    let isFree = poller.withLock { poller in
      defer { poller.isScheduled = true }
      return !poller.isScheduled
    }
    if !isFree { return }
    queue.async { [weak self] in self?.poll() }
  }

  private func poll() {
    poller.withLock { $0.isScheduled = false }
    let outcome: CommitPoller.Outcome
    do {
      outcome = .version(try read { try $0.version() })
    } catch {
      outcome = .trouble(FileStatus(of: path))
    }
    poller.withLock { poller in
      if poller.notified == outcome { return }
      poller.notified = outcome
      poller.subscribers.removeAll { $0.table == nil }
      for index in poller.subscribers.indices where poller.subscribers[index].notified != outcome {
        poller.subscribers[index].notified = outcome
        let known = poller.subscribers[index].table?.position.withLock(\.version)
        if let known, outcome == .version(known) { continue }
        poller.subscribers[index].wakeups.signal()
      }
    }
  }

  /// Caches the pages of a table, provided that the file still has the version that the list shows.
  ///
  /// - Complexity: O(pages of the table)
  private func cachePages(of table: OpenTable) {
    let known = table.position.withLock { $0 }
    guard !known.hasJournal, known.pages == nil, let version = known.version else { return }
    // On failure, the first foreign commit reads them.
    let pages = try? read { reader in
      try reader.read { reading in
        guard reading.version == version else { return nil as TablePages? }
        return try self.pages(of: known.shape, by: table.key, in: reading, rows: table.rowCount)
      }
    }
    guard let pages else { return }
    cache(pages, of: known.shape, by: table.key, at: version)
    table.position.withLock { position in
      if position.version == version { position.pages = pages }
    }
  }
}
