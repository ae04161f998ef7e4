import Synchronization

extension LiveList {
  /// The revisions of the list from now on, from any cause.
  ///
  /// A slow listener receives only the latest one. There can be many listeners; each gets its own
  /// sequence.
  ///
  ///     for await revision in list.revisions { show(revision) }
  public nonisolated var revisions: AsyncStream<Int> { revisionBoard.listen() }
}

/// Distributes the revision of a list to all listeners.
final class RevisionBoard: Sendable {
  private struct State {
    var last = 1
    var isFinished = false
    var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
    var listenersSoFar = 0
  }

  private let state = Mutex(State())

  /// Returns a sequence of the revisions posted from now on.
  func listen() -> AsyncStream<Int> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.listenersSoFar += 1
      state.listeners[state.listenersSoFar] = listener
      return state.listenersSoFar
    }
    guard let number else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sends a revision to all listeners, unless it equals the last one.
  func post(_ revision: Int) {
    let listeners = state.withLock { state in
      defer { state.last = revision }
      return state.last == revision ? [] : Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(revision) }
  }

  /// Ends all sequences.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
