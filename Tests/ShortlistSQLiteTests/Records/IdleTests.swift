import GRDB
import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistSQLite

/// A clock that stands still until a test lets time pass.
final class StillClock: PollClock {
  private struct Call {
    var due: Int
    /// The pause after which it repeats; nil if it is made once.
    var pause: Int?
    /// What the repeated call belongs to.
    weak var owner: AnyObject?
    var body: @Sendable () -> Void
  }

  private struct State {
    var now = 0
    var calls: [Call] = []
  }

  private final class Polling: Sendable {}
  private let state = Mutex(State())

  func repeating(
    everyMilliseconds pause: Int, _ body: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable {
    let owner = Polling()
    state.withLock {
      $0.calls.append(Call(due: $0.now + pause, pause: pause, owner: owner, body: body))
    }
    return owner
  }

  func after(milliseconds pause: Int, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append(Call(due: $0.now + pause, body: body)) }
  }

  /// Lets time pass; returns the number of calls that were made.
  func pass(milliseconds: Int) -> Int {
    var made = 0
    let end = state.withLock { $0.now + milliseconds }
    while let body = state.withLock({ Self.next(&$0, end) }) {
      made += 1
      body()
    }
    state.withLock { $0.now = end }
    return made
  }

  /// Removes the next call that is due, or plans its repetition.
  private static func next(_ state: inout State, _ end: Int) -> (@Sendable () -> Void)? {
    state.calls.removeAll { $0.pause != nil && $0.owner == nil }
    let due = state.calls.indices.min { state.calls[$0].due < state.calls[$1].due }
    guard let due, state.calls[due].due <= end else { return nil }
    state.now = state.calls[due].due
    let body = state.calls[due].body
    if let pause = state.calls[due].pause {
      state.calls[due].due += pause
    } else {
      state.calls.remove(at: due)
    }
    return body
  }
}

/// What an open picker costs while nothing happens.
@Suite(.timeLimit(.minutes(5))) struct IdleTests {
  @Test(arguments: [AppDatabase.Kind.queue, .pool])
  func `an idle picker of records wakes up at most ten times a second`(
    kind: AppDatabase.Kind
  ) async throws {
    let clock = StillClock()
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    var picker: PickList<Player>? = try await PollClocks.$current.withValue(clock) {
      try await PickList<Player>(database)
    }
    #expect(try await picker?.items.count == 3)
    // What opening has planned is over after a second.
    _ = clock.pass(milliseconds: 1000)
    let made = clock.pass(milliseconds: 60_000)
    #expect(made > 0 && made <= 600, "\(made) in a minute")
    // Without the picker, nothing is asked.
    picker = nil
    while clock.pass(milliseconds: 60_000) > 0 { await Task.yield() }
  }
}
