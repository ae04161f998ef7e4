import Synchronization

/// What a command has written so far.
final class CollectedOutput: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  /// The text, with symbols in place of bytes that are not valid UTF-8.
  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func append(_ part: [UInt8]) { bytes.withLock { $0 += part } }
}
