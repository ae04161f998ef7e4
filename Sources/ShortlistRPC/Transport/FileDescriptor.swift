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

  /// Reads at most `count` bytes; none at the end.
  func read(atMost count: Int) throws(StreamError) -> [UInt8] {
    var failure: Int32 = 0
    let block = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      let result = repeatCall(for: Int16(POLLIN)) {
        unsafe systemRead(number, buffer.baseAddress, count)
      }
      length = max(result, 0)
      if result < 0 { failure = errno }
    }
    if failure != 0 { throw StreamError(operation: "read", code: failure) }
    return block
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(StreamError) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        repeatCall(for: Int16(POLLOUT)) {
          unsafe systemWrite(number, buffer.baseAddress?.advanced(by: start), buffer.count - start)
        }
      }
      guard written >= 0 else { throw StreamError(operation: "write", code: errno) }
      start += written
    }
  }

  /// Repeats a call while it is interrupted or, on a stream that does not block, not ready.
  private func repeatCall(for event: Int16, _ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno == EINTR { continue }
      guard errno == EAGAIN || errno == EWOULDBLOCK else { return result }
      var descriptor = pollfd(fd: number, events: event, revents: 0)
      _ = unsafe poll(&descriptor, 1, -1)
    }
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
  public var description: String {
    "cannot \(operation): "
      + (unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
  }
}

private func systemRead(_ number: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int)
  -> Int
{
  unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, buffer, count)
}
