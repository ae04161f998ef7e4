import Shortlist
import Synchronization

/// A caller's place in a queue, which the caller can cancel.
final class Turn<Value: Sendable>: Sendable {
  /// Whether the caller has cancelled.
  let isCancelled = CancellationFlag()
  private let waiting = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  /// Starts to wait; returns false if the caller has already cancelled.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let waits = waiting.withLock { waiting in
      if isCancelled.isSet { return false }
      waiting = continuation
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// Returns the caller's continuation when its turn comes; nil if the caller has cancelled.
  func begin() -> CheckedContinuation<Value, any Error>? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }

  /// Cancels the wait, or the work if it has begun.
  func leave() {
    let continuation = waiting.withLock { waiting in
      isCancelled.set()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(throwing: CancellationError())
  }
}
