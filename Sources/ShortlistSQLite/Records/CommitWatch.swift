import GRDB
import Synchronization

/// Notices what commits through other connections to a database than the app's.
///
/// It polls SQLite after writes to the file, and twice a second, because there may be none to see.
final class CommitWatch: Sendable {
  private struct State {
    /// `PRAGMA data_version` of the connection that writes: other connections' commits change it.
    var version: Int?
    /// Whether the observer is in place, and whether rows were read before that.
    var (isInPlace, hasRead) = (false, false)
    var isAsking = false
    /// The pause in milliseconds before the next question after a write; nil if none is planned.
    var next: Int?
    var watch: FileWatch?
    var polling: (any AnyObject & Sendable)?
  }

  private let state = Mutex(State())
  private let database: any DatabaseWriter
  private let commits: CommitObserver
  private let onCommit: @Sendable () -> Void
  private let clock = PollClocks.current

  /// The pause in milliseconds between polls.
  private static let pause = 500

  init(
    _ database: any DatabaseWriter, _ commits: CommitObserver,
    onCommit: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.commits = commits
    self.onCommit = onCommit
  }

  /// Puts the observer in place, as soon as the connection has time, and begins to watch the file.
  func begin() {
    database.asyncWriteWithoutTransaction { [weak self] database in
      guard let self else { return }
      database.add(transactionObserver: commits, extent: .observerLifetime)
      let version = try? database.integer("PRAGMA data_version")
      let mayHaveMissed = state.withLock { state in
        state.isInPlace = true
        state.version = version
        return state.hasRead
      }
      if mayHaveMissed { announce() }
    }
    let path = database.path
    if path.isEmpty || path.hasPrefix(":memory:") || path.hasPrefix("file:") { return }
    let watch = FileWatch(path) { [weak self] in self?.askAfterWrite() }
    let polling = clock.repeating(everyMilliseconds: Self.pause) { [weak self] in self?.poll() }
    state.withLock { state in
      (state.watch, state.polling) = (watch, polling)
    }
  }

  /// Notes that rows are about to be read.
  func noteReading() {
    state.withLock { state in
      if !state.isInPlace { state.hasRead = true }
    }
  }

  /// Notes a commit of another connection, on the connection that writes.
  func compareVersion(in database: Database) {
    guard let version = try? database.integer("PRAGMA data_version") else { return }
    let isNews = state.withLock { state in
      defer { state.version = version }
      return state.version != nil && state.version != version
    }
    if isNews { announce() }
  }

  private func announce() {
    commits.restore(.all)
    onCommit()
  }

  /// Asks now and several times soon after: a writer changes the file before it commits.
  private func askAfterWrite() {
    poll()
    let isFirst = state.withLock { state in
      defer { state.next = 4 }
      return state.next == nil
    }
    if isFirst { askAgain() }
  }

  private func askAgain() {
    let pause = state.withLock { state in
      // After about 60 milliseconds, the timer suffices.
      let pause = state.next.flatMap { $0 > 32 ? nil : $0 }
      state.next = pause.map { $0 * 2 }
      return pause
    }
    guard let pause else { return }
    clock.after(milliseconds: pause) { [weak self] in
      self?.poll()
      self?.askAgain()
    }
  }

  /// Asks SQLite, unless a question is waiting already.
  private func poll() {
    let isFree = state.withLock { state in
      defer { state.isAsking = true }
      return !state.isAsking && state.isInPlace
    }
    if !isFree { return }
    database.asyncWriteWithoutTransaction { [weak self] database in
      guard let self else { return }
      state.withLock { $0.isAsking = false }
      compareVersion(in: database)
    }
  }
}
