import FlyingFox
import Synchronization

/// A queue of frames to be sent to one page.
///
/// A single reader takes each frame after it has written the previous one.
final class FrameQueue: Sendable {
  private struct State {
    var frames: [WSFrame] = []
    var isEnded = false
    /// The reader, while it waits for a frame.
    var reader: CheckedContinuation<WSFrame?, Never>?
    /// The callers that wait until all frames are written.
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      return waiting
    }
  }

  private let state = Mutex(State())

  /// Adds a frame, unless the queue has ended.
  func put(_ frame: WSFrame) { add(frame, isLast: false) }

  /// Ends the queue, optionally with a last frame.
  func end(_ frame: WSFrame?) { add(frame, isLast: true) }

  private func add(_ frame: WSFrame?, isLast: Bool) {
    let (reader, next, waiting) = state.withLock { state -> Wake in
      if state.isEnded { return (nil, nil, []) }
      if let frame { state.frames.append(frame) }
      state.isEnded = isLast
      guard let reader = state.reader else { return (nil, nil, isLast ? state.takeWaiting() : []) }
      if state.frames.isEmpty && !isLast { return (nil, nil, []) }
      state.reader = nil
      let next = state.frames.isEmpty ? nil : state.frames.removeFirst()
      return (reader, next, isLast ? state.takeWaiting() : [])
    }
    reader?.resume(returning: next)
    for waiting in waiting { waiting.resume() }
  }

  private typealias Wake = (
    CheckedContinuation<WSFrame?, Never>?, WSFrame?, [CheckedContinuation<Void, Never>]
  )

  /// Returns the next frame as soon as there is one; nil after the queue has ended.
  func next() async -> WSFrame? {
    await withCheckedContinuation { continuation in
      let (reader, next, waiting) = state.withLock { state -> Wake in
        if !state.frames.isEmpty { return (continuation, state.frames.removeFirst(), []) }
        if state.isEnded { return (continuation, nil, state.takeWaiting()) }
        state.reader = continuation
        return (nil, nil, state.takeWaiting())
      }
      reader?.resume(returning: next)
      for waiting in waiting { waiting.resume() }
    }
  }

  /// Waits until all frames are written or the queue has ended.
  func untilEmpty() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        let isDone = state.frames.isEmpty && state.reader != nil || state.isEnded
        if !isDone { state.waiting.append(continuation) }
        return isDone
      }
      if isDone { continuation.resume() }
    }
  }
}
