import Dispatch
import GRDB
import ShortlistCore
import Synchronization

/// Looks whether a file was changed, for all tables that are open of it.
struct CommitPoller {
  /// What a look has seen.
  enum Sight: Hashable {
    case version(FileVersion)
    /// It is not the file that was opened, or cannot be read; what the system says of what is there.
    case trouble(FileStatus?)
  }

  /// A table, and what it was told last.
  struct Subscriber {
    weak var table: OpenTable?
    let news: AsyncStream<Void>.Continuation
    var told: Sight?
  }

  var subscribers: [Subscriber] = []
  /// What all subscribers were told.
  var told: Sight?
  var watch: FileWatch?
  /// A look is under way.
  var isLooking = false
  /// In how many milliseconds the next look after a write to the file is; nil if there is none.
  var next: Int?
}

extension DatabaseFile {
  /// How long after a look the next one is; writing to the file calls for one earlier.
  private static let pause = DispatchTimeInterval.milliseconds(50)

  /// Tells a table when something was committed, as long as it is held.
  func subscribe(_ table: OpenTable, _ news: AsyncStream<Void>.Continuation) {
    let isFirst = lookout.withLock { lookout in
      lookout.subscribers.append(.init(table: table, news: news))
      lookout.told = nil
      return lookout.watch == nil
    }
    queue.async { [weak self, weak table] in
      guard let table else { return }
      self?.notePages(of: table)
    }
    if isFirst {
      let watch = FileWatch(path) { [weak self] in self?.lookAfterWrite() }
      lookout.withLock { $0.watch = watch }
      goOn()
    } else {
      look()
    }
  }

  /// Looks now, and for a while.
  ///
  /// A transaction is committed some time after the file was written to: the disk comes in between.
  private func lookAfterWrite() {
    look()
    let isFirst = lookout.withLock { lookout in
      defer { lookout.next = 2 }
      return lookout.next == nil
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    let pause = lookout.withLock { lookout in
      // After 30 milliseconds the looks that are taken in any case are enough.
      let pause = lookout.next.flatMap { $0 > 16 ? nil : $0 }
      lookout.next = pause.map { $0 * 2 }
      return pause
    }
    guard let pause else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      self?.look()
      self?.lookAgain()
    }
  }

  /// Looks every now and then.
  private func goOn() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      self?.look()
      self?.goOn()
    }
  }

  /// Looks once.
  private func look() {
    let isFree = lookout.withLock { lookout in
      defer { lookout.isLooking = true }
      return !lookout.isLooking
    }
    if !isFree { return }
    queue.async { [weak self] in self?.lookNow() }
  }

  private func lookNow() {
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
        lookout.subscribers[index].news.yield()
      }
    }
  }

  /// Notes what the pages of a table are like, as long as nobody has committed anything else than the
  /// list shows.
  ///
  /// - Complexity: O(pages of the table)
  private func notePages(of table: OpenTable) {
    let known = table.position.withLock { $0 }
    guard !known.hasJournal, known.pages == nil, let version = known.version else { return }
    // If the file cannot be read now, they are noted with the first commit of others.
    let pages = try? read { reader in
      try reader.read { reading in
        guard reading.version == version else { return nil as TablePages? }
        return try self.pages(of: known.shape, by: table.key, in: reading, rows: table.rowCount)
      }
    }
    guard let pages else { return }
    note(pages, of: known.shape, by: table.key, at: version)
    table.position.withLock { position in
      if position.version == version { position.pages = pages }
    }
  }
}
