import Shortlist
import Synchronization
import Testing

@testable import ShortlistSQLite

@Suite("Waiting for locks")
struct LockWaitTests {
  /// Waits for a lock that does not go; returns the number of attempts.
  private func waitInVain(_ wait: LockWait) -> Int {
    var tries = 0
    while wait.shouldRetry(afterTries: tries) { tries += 1 }
    return tries
  }

  @Test("the waits of one operation have one limit together, and are told once")
  func together() {
    let count = Counter()
    let wait = LockWait({ count.add() }, patience: (.milliseconds(5), .milliseconds(20)))
    wait.begin(CancellationFlag())
    #expect(waitInVain(wait) > 0)
    // Such as the lock at the commit, after the one at the beginning.
    #expect(waitInVain(wait) == 0)
    #expect(count.value == 1)
    #expect(!wait.end())
    // The next operation may wait as long.
    wait.begin(CancellationFlag())
    #expect(waitInVain(wait) > 0)
    #expect(count.value == 2)
    #expect(!wait.end())
  }

  @Test("waits outside of an operation have a limit each")
  func apart() {
    let wait = LockWait(nil, patience: (.milliseconds(5), .milliseconds(20)))
    for _ in 0..<2 { #expect(waitInVain(wait) > 0) }
  }

  @Test("a cancelled operation waits no more")
  func cancelled() {
    let wait = LockWait(nil)
    let flag = CancellationFlag()
    wait.begin(flag)
    #expect(wait.shouldRetry(afterTries: 0))
    flag.set()
    #expect(!wait.shouldRetry(afterTries: 1))
    #expect(wait.end())
  }
}

private final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
