import Dispatch
import GRDB
import Synchronization

extension SQLiteTable {
  /// Looks whether another connection has committed, when the file is written to, and every now and
  /// then in any case.
  func watch(_ open: OpenTable) {
    let lookout = Lookout(open, newsSource)
    let watch = FileWatch(path) { lookout.lookAfterWrite() }
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
    /// In how many milliseconds the next look after a write to the file is; nil if there is none.
    var next: Int?
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

  /// Looks now, and for a while.
  ///
  /// A transaction is committed some time after the file was written to: the disk comes in between.
  func lookAfterWrite() {
    look()
    let isFirst = state.withLock { state in
      defer { state.next = 2 }
      return state.next == nil
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    let pause = state.withLock { state in
      // After 30 milliseconds the looks that are taken in any case are enough.
      let pause = state.next.flatMap { $0 > 16 ? nil : $0 }
      state.next = pause.map { $0 * 2 }
      return pause
    }
    guard let pause else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(pause)) {
      if self.look() { self.lookAgain() }
    }
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
