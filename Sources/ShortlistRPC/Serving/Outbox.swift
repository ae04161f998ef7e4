import ShortlistJSON
import Synchronization

/// Lines that wait to be written, in order.
public final class Outbox: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    var size = 0
  }

  private let state = Mutex(State())
  /// Rings when there are lines; for one reader.
  public let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ message: JSON) {
    var bytes: [UInt8] = []
    message.write(into: &bytes)
    put(bytes)
  }

  func put(_ line: [UInt8]) {
    state.withLock { state in
      state.lines.append(line)
      state.size += line.count
    }
    wakeups.yield()
  }

  /// Lets the reader of `arrivals` end when it has taken what is there.
  func finish() { wakeups.finish() }

  /// Whether nothing waits.
  public var isEmpty: Bool { state.withLock(\.lines.isEmpty) }

  /// The bytes that wait.
  var size: Int { state.withLock(\.size) }

  /// Takes the lines, which have no line ends.
  public func takeAll() -> [[UInt8]] {
    state.withLock { state in
      defer { state = State() }
      return state.lines
    }
  }
}
