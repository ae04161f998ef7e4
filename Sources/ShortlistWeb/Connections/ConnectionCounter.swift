import Synchronization

/// How many there are of something at a time.
final class ConnectionCounter: Sendable {
  private let count = Mutex(0)

  /// Counts one more.
  func enter() { count.withLock { $0 += 1 } }

  /// Counts one more, unless there are as many as may be.
  func enter(atMost limit: Int) -> Bool {
    count.withLock { count in
      if count >= limit { return false }
      count += 1
      return true
    }
  }

  /// Counts one less.
  func leave() { count.withLock { $0 -= 1 } }

  /// Waits until there is none, but not for long.
  func waitForEnd(atMost time: Duration) async {
    let end = ContinuousClock.now + time
    while count.withLock({ $0 > 0 }), .now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
