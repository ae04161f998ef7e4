import Dispatch
import GRDB
import Shortlist
import ShortlistCore
import Synchronization

/// The state of polling a file for commits, shared by all open tables of it.
struct CommitPoller {
  /// The result of a poll.
  enum Sight: Hashable {
    case version(FileVersion)
    /// The file was replaced or cannot be read; the payload is the status of what is at the path.
    case trouble(FileStatus?)
  }

  /// A table, and the last result that it was notified of.
  struct Subscriber {
    weak var table: OpenTable?
    let wakeups: Wakeups
    var told: Sight?
  }

  var subscribers: [Subscriber] = []
  /// The last result that all subscribers were notified of.
  var told: Sight?
  var watch: FileWatch?
  /// Whether a poll is scheduled.
  var isLooking = false
  /// The delay in milliseconds until the next poll after a write; nil if none is planned.
  var next: Int?
}

extension DatabaseFile {
  /// The interval between polls; a write to the file triggers one earlier.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Notifies a table of commits for as long as the table exists.
  func subscribe(_ table: OpenTable, _ wakeups: Wakeups) {
    let isFirst = lookout.withLock { lookout in
      lookout.subscribers.append(.init(table: table, wakeups: wakeups))
      lookout.told = nil
      return lookout.watch == nil
    }
    queue.async { [weak self, weak table] in
      guard let table else { return }
      self?.cachePages(of: table)
    }
    if isFirst {
      let watch = FileWatch(path) { [weak self] in self?.pollAfterWrite() }
      lookout.withLock { $0.watch = watch }
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
    let isFirst = lookout.withLock { lookout in
      defer { lookout.next = 2 }
      return lookout.next == nil
    }
    if isFirst { pollAgain() }
  }

  private func pollAgain() {
    let pause = lookout.withLock { lookout in
      // After about 30 milliseconds the regular polls suffice.
      let pause = lookout.next.flatMap { $0 > 16 ? nil : $0 }
      lookout.next = pause.map { $0 * 2 }
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
    let isFree = lookout.withLock { lookout in
      defer { lookout.isLooking = true }
      return !lookout.isLooking
    }
    if !isFree { return }
    queue.async { [weak self] in self?.poll() }
  }

  private func poll() {
    lookout.withLock { $0.isLooking = false }
    let sight: CommitPoller.Sight
    do {
      sight = .version(try read { try $0.version() })
    } catch {
      sight = .trouble(FileStatus(of: path))
    }
    lookout.withLock { lookout in
      if lookout.told == sight { return }
      lookout.told = sight
      lookout.subscribers.removeAll { $0.table == nil }
      for index in lookout.subscribers.indices where lookout.subscribers[index].told != sight {
        lookout.subscribers[index].told = sight
        let known = lookout.subscribers[index].table?.position.withLock(\.version)
        if let known, sight == .version(known) { continue }
        lookout.subscribers[index].wakeups.signal()
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
