import FlyingFox
import Synchronization

/// The frames that wait to be sent to one page.
///
/// One reader takes a frame when the one before is written.
final class FrameQueue: Sendable {
  private struct State {
    var frames: [WSFrame] = []
    var isEnded = false
    /// The reader, if there was nothing for it.
    var reader: CheckedContinuation<WSFrame?, Never>?
    /// Who waits until all is written.
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      return waiting
    }
  }

  private let state = Mutex(State())

  /// Adds a frame, unless the queue is ended.
  func put(_ frame: WSFrame) { add(frame, isLast: false) }

  /// Ends the queue, with a last frame or without.
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

  /// The next frame, when there is one; nil when there will be none any more.
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

  /// Waits until all frames are written, or none will be.
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
