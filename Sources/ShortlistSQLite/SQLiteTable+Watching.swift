import Dispatch
import GRDB
import Synchronization

extension SQLiteTable {
  /// Looks whether another connection has committed, when the file is written to, and every now and
  /// then in any case.
  func watch(_ open: OpenTable) {
    let lookout = Lookout(open, newsSource)
    let watch = FileWatch(path) {
      lookout.look()
      // With a log, a transaction is committed a moment after the log was written to.
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(2)) {
        lookout.look()
      }
    }
    open.watch.withLock { $0 = watch }
    lookout.goOn()
  }
}

/// Looks whether others have committed, as long as a table is open.
private final class Lookout: Sendable {
  private struct State {
    /// A look is under way.
    var isLooking = false
    /// Nothing was looked at yet.
    var isFirst = true
    /// The version that was told of last.
    var told: Int?
  }

  private weak let open: OpenTable?
  private let news: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  /// How long after a look the next one is; writing to the file calls for one earlier.
  private static let pause = DispatchTimeInterval.milliseconds(50)

  init(_ open: OpenTable, _ news: AsyncStream<Void>.Continuation) {
    self.open = open
    self.news = news
  }

  /// Looks every now and then.
  func goOn() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.pause) { [self] in
      if look() { goOn() }
    }
  }

  /// Looks once; false if the table is open no more.
  @discardableResult
  func look() -> Bool {
    guard let open else { return false }
    let isFree = state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
    if !isFree { return true }
    open.queue.asyncWriteWithoutTransaction { [self] database in
      let isFirst = state.withLock { state in
        defer { (state.isLooking, state.isFirst) = (false, false) }
        return state.isFirst
      }
      // If the file is locked, they are noted with the first commit of others.
      if isFirst { try? open.notePages(database) }
      let version = try? database.integer("PRAGMA data_version")
      let known = open.position.withLock { $0.dataVersion }
      let isNew = state.withLock { state in
        defer { state.told = version }
        return version != known && version != state.told
      }
      if isNew { news.yield() }
    }
    return true
  }
}
