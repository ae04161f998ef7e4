import ShortlistSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file of the process, read and written by blocks.
///
/// Calls wait until the system is ready; interrupted calls are repeated.
struct FileDescriptor: Sendable {
  let number: Int32

  /// Another descriptor of the same open file.
  ///
  /// - Parameter operation: What the descriptor is for: `read` or `write`.
  /// - Returns: A descriptor that must be closed, too.
  /// - Throws: `StreamError` if there are too many descriptors, or no such file is open.
  func duplicated(for operation: String) throws(StreamError) -> FileDescriptor {
    do throws(Errno) {
      return FileDescriptor(
        number: try ShortlistSystem.FileDescriptor(rawValue: number).duplicated().rawValue)
    } catch { throw StreamError(operation: operation, code: error.rawValue) }
  }

  func close() { ShortlistSystem.FileDescriptor(rawValue: number).close() }

  /// Reads at most `count` bytes; none at the end.
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

  /// Whether nobody has the other end of the pipe or socket any more.
  var isHungUp: Bool {
    var descriptor = pollfd(fd: number, events: 0, revents: 0)
    guard unsafe poll(&descriptor, 1, 0) > 0 else { return false }
    return descriptor.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Makes a write to a pipe that nobody reads an error instead of the end of the process.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// Why a stream cannot be read or written.
public struct StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `read` or `write`.
  public var operation: String
  /// The system's number of the error.
  public var code: Int32

  /// Whether nobody reads what is written any more.
  var isBrokenPipe: Bool { code == EPIPE }

  /// One line that names the operation and the system's reason.
  public var description: String { "cannot \(operation): \(Errno(rawValue: code))" }
}
