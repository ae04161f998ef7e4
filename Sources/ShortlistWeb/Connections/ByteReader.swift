import FlyingSocks

/// Reads the bytes of a client, and buffers at most one block ahead of the caller.
actor ByteReader {
  /// The error that there are more bytes than the limit.
  struct TooLong: Error {}

  /// The maximum bytes to read from the socket at once.
  private static let block = 4096

  /// Reads up to this many bytes from the socket; none at the end.
  private let takeBlock: @Sendable (_ atMost: Int) async throws -> [UInt8]
  /// The bytes read from the socket; the first `used` are consumed.
  private var bytes: [UInt8] = []
  private var used = 0

  init(_ socket: AsyncSocket) { self.init { try await socket.read(atMost: $0) } }

  init(_ takeBlock: @escaping @Sendable (_ atMost: Int) async throws -> [UInt8]) {
    self.takeBlock = takeBlock
  }

  /// Returns the bytes up to and including an empty line.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes; nil if the client has ended before the first.
  /// - Throws: `TooLong`, `SocketError`, `CancellationError`.
  func takeHead(atMost limit: Int) async throws -> [UInt8]? {
    var head: [UInt8] = []
    while true {
      if used == bytes.count {
        do { try await fill() } catch SocketError.disconnected where head.isEmpty { return nil }
      }
      while used < bytes.count {
        head.append(bytes[used])
        used += 1
        if head.last == UInt8(ascii: "\n"), head.hasEmptyLine { return head }
        if head.count >= limit { throw TooLong() }
      }
    }
  }

  /// Returns exactly this many bytes.
  ///
  /// - Throws: `SocketError`, also if the client ends before; `CancellationError`.
  func take(_ count: Int) async throws -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < count {
      if used == bytes.count { try await fill() }
      let end = min(bytes.count, used + count - taken.count)
      taken += bytes[used..<end]
      used = end
    }
    return taken
  }

  private func fill() async throws {
    let block = try await takeBlock(Self.block)
    if block.isEmpty { throw SocketError.disconnected }
    (bytes, used) = (block, 0)
  }
}

extension [UInt8] {
  /// Whether the last line is empty.
  fileprivate var hasEmptyLine: Bool {
    count == 1 || self == [13, 10] || hasSuffix([10, 10]) || hasSuffix([10, 13, 10])
  }

  private func hasSuffix(_ suffix: [UInt8]) -> Bool {
    self.suffix(suffix.count).elementsEqual(suffix)
  }
}
