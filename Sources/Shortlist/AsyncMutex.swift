import Synchronization

/// A first-in, first-out mutex whose critical sections may suspend.
package final class AsyncMutex: Sendable {
  private struct State {
    var isTaken = false
    var visitors = 0
    var waiting: [(visitor: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Mutex(State())

  /// Creates a mutex that is free.
  package init() {}

  /// Runs `body` with exclusive access, on the actor of the caller.
  ///
  /// - Throws: What `body` throws; `CancellationError` if the task is cancelled while it waits.
  package func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
    try await enter()
    defer { leave() }
    return try await body()
  }

  /// Runs `body` with exclusive access if the mutex is free; otherwise returns nil at once.
  func withLockIfAvailable<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome? {
    if !enterIfFree() { return nil }
    defer { leave() }
    return try body()
  }

  private func enterIfFree() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  private func enter() async throws {
    try Task.checkCancellation()
    // Without a suspension: nothing else runs on the actor between this and the critical section.
    if enterIfFree() { return }
    let visitor = state.withLock { state in
      state.visitors += 1
      return state.visitors
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // A task cancelled after this check is found in `waiting` by the cancellation handler.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isTaken {
            state.waiting.append((visitor, continuation))
            return nil
          }
          state.isTaken = true
          return .success(())
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let index = state.waiting.firstIndex { $0.visitor == visitor }
        return index.map { state.waiting.remove(at: $0).continuation }
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
