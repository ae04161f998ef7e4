import Synchronization

/// A thread-safe counter of connections.
final class ConnectionCounter: Sendable {
  private let count = Mutex(0)

  /// Increments the count.
  func enter() { count.withLock { $0 += 1 } }

  /// Increments the count; returns false instead if it has reached the limit.
  func enter(atMost limit: Int) -> Bool {
    count.withLock { count in
      if count >= limit { return false }
      count += 1
      return true
    }
  }

  /// Decrements the count.
  func leave() { count.withLock { $0 -= 1 } }

  /// Waits until the count is zero, or until the time is over.
  func waitForEnd(atMost time: Duration) async {
    let end = ContinuousClock.now + time
    while count.withLock({ $0 > 0 }), .now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
