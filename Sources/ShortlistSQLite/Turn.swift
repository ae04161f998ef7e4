import Shortlist
import Synchronization

/// The turn of somebody who waits for a connection, and may leave before it comes.
final class Turn<Value: Sendable>: Sendable {
  /// Whether nobody waits any more for what is to be done.
  let isCancelled = CancellationFlag()
  private let waiting = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  /// Begins to wait; false if nobody wants to.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let waits = waiting.withLock { waiting in
      if isCancelled.isSet { return false }
      waiting = continuation
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// The turn has come; nil if nobody waits for it any more.
  func begin() -> CheckedContinuation<Value, any Error>? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }

  /// Leaves, or asks for what was begun to be given up.
  func leave() {
    let continuation = waiting.withLock { waiting in
      isCancelled.set()
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(throwing: CancellationError())
  }
}
