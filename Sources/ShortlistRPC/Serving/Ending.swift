import Synchronization

/// The outcome of serving, which the reader or the writer sets and one caller awaits.
final class Ending: Sendable {
  private struct State {
    var outcome: Result<Void, any Error>?
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private let state = Mutex(State())

  /// Sets the outcome; only the first call has an effect.
  func end(_ outcome: Result<Void, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.outcome != nil { return nil }
      state.outcome = outcome
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }

  /// Resumes the continuation with the outcome, as soon as it is set.
  func wait(_ continuation: CheckedContinuation<Void, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }
}
