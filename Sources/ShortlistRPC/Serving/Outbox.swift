package import Shortlist
import ShortlistJSON
import Synchronization

/// A queue of lines to be written.
public final class Outbox: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    var size = 0
  }

  private let state = Mutex(State())
  /// Signals when lines have been appended; ends with the output.
  package let wakeups = Wakeups()

  /// Appends lines, with no other line between them.
  func append(_ lines: [[UInt8]]) {
    if lines.isEmpty { return }
    state.withLock { state in
      state.lines += lines
      state.size += lines.reduce(0) { $0 + $1.count }
    }
    wakeups.signal()
  }

  /// Ends the output once its reader has consumed what is pending.
  func finish() { wakeups.finish() }

  /// Whether no lines are waiting.
  public var isEmpty: Bool { state.withLock(\.lines.isEmpty) }

  /// The total size of the waiting lines, in bytes.
  var size: Int { state.withLock(\.size) }

  /// Removes and returns all lines, without line terminators.
  public func drain() -> [[UInt8]] {
    state.withLock { state in
      defer { state = State() }
      return state.lines
    }
  }
}

extension JSON {
  /// The message as a line of output, without its terminator.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }
}
