import ShortlistJSON
import Synchronization

/// Lines that wait to be written, in order.
public final class Outbox: Sendable {
  private let lines = Mutex<[[UInt8]]>([])
  /// Rings when there are lines; for one reader.
  public let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ message: JSON) {
    var bytes: [UInt8] = []
    message.write(into: &bytes)
    lines.withLock { $0.append(bytes) }
    bell.yield()
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { lines.withLock(\.isEmpty) }

  /// Takes the lines, which have no line ends.
  public func takeAll() -> [[UInt8]] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
