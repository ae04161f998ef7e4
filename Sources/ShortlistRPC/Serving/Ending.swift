import Synchronization

/// How serving ends, which is known from two sides and waited for on one.
final class Ending: Sendable {
  private struct State {
    var outcome: Result<Void, any Error>?
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private let state = Mutex(State())

  /// Ends it; the first outcome counts.
  func end(_ outcome: Result<Void, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.outcome != nil { return nil }
      state.outcome = outcome
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }

  /// Waits for the outcome.
  func wait(_ continuation: CheckedContinuation<Void, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }
}
