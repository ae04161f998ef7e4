import Synchronization

/// Lets one after the other do something that waits, in the order in which they came.
final class AsyncMutex: Sendable {
  private struct State {
    var isTaken = false
    var visitors = 0
    var waiting: [(visitor: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Mutex(State())

  /// Does something while nobody else does, on the actor of the caller.
  ///
  /// - Throws: What `body` throws; `CancellationError` if the task is cancelled while it waits for others.
  func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
    try await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async throws {
    let visitor = state.withLock { state in
      state.visitors += 1
      return state.visitors
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // Whoever is cancelled from here on is found among those who wait.
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
