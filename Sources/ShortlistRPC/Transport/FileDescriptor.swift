import ShortlistSystem
import ShortlistPlatform

/// A file descriptor, read and written in blocks.
///
/// Calls block until the file is ready, and are retried when a signal interrupts them.
struct FileDescriptor: Sendable {
  let number: Int32

  /// Returns another descriptor of the same open file.
  ///
  /// - Parameter operation: The operation named in errors: `read` or `write`.
  /// - Returns: A descriptor that the caller must close.
  /// - Throws: `StreamError` if there are too many descriptors, or the descriptor is not open.
  func duplicated(for operation: String) throws(StreamError) -> FileDescriptor {
    do throws(Errno) {
      return FileDescriptor(
        number: try ShortlistSystem.FileDescriptor(rawValue: number).duplicated().rawValue)
    } catch { throw StreamError(operation: operation, code: error.rawValue) }
  }

  func close() { ShortlistSystem.FileDescriptor(rawValue: number).close() }

  /// Reads at most `count` bytes; returns an empty array at the end.
  func read(atMost count: Int) throws(StreamError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    do throws(Errno) {
      let file = ShortlistSystem.FileDescriptor(rawValue: number)
      block.removeSubrange(try file.read(into: &block, block.indices)...)
    } catch { throw StreamError(operation: "read", code: error.rawValue) }
    return block
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(StreamError) {
    do throws(Errno) {
      try ShortlistSystem.FileDescriptor(rawValue: number).write(bytes)
    } catch { throw StreamError(operation: "write", code: error.rawValue) }
  }

  /// Whether the other end of the pipe or socket is closed.
  var isHungUp: Bool {
    var descriptor = pollfd(fd: number, events: 0, revents: 0)
    guard unsafe poll(&descriptor, 1, 0) > 0 else { return false }
    return descriptor.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Ignores `SIGPIPE`, so that a write to a closed pipe fails instead of ending the process.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// Why a stream cannot be read or written.
public struct StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `read` or `write`.
  public var operation: String
  /// The `errno` value.
  public var code: Int32

  /// Whether the reading end of the pipe is closed.
  var isBrokenPipe: Bool { code == EPIPE }

  /// A one-line message with the operation and the system's reason.
  public var description: String { "cannot \(operation): \(Errno(rawValue: code))" }
}
