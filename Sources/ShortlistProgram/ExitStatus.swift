#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the program ends.
enum ExitStatus: Int32, Error {
  /// Something was picked.
  case picked = 0
  /// Nothing matched, or nothing was picked.
  case nothing = 1
  /// Something went wrong; standard error says what.
  case error = 2
  /// The picker was left without a choice.
  case cancelled = 130

  /// Ends the program.
  func exit() -> Never {
    #if canImport(Glibc)
      Glibc.exit(rawValue)
    #elseif canImport(Musl)
      Musl.exit(rawValue)
    #elseif canImport(Darwin)
      Darwin.exit(rawValue)
    #endif
  }
}

/// Makes writing to a pipe that nobody reads an error of the write, not the end of the program.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// The value of an environment variable, empty if it is not set.
func environment(_ name: String) -> String {
  unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

/// Whether standard output is a terminal.
var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

/// What goes to standard error.
enum StandardError {
  static func write(_ text: String) { try? FileOutput(descriptor: STDERR_FILENO).write(text.utf8) }

  /// Says that another program has locked a file.
  static func sayLocked(_ path: String) {
    write("shortlist: \(visible(path)): locked by another program; waiting up to 10 seconds\n")
  }
}

/// A file that bytes are written to.
struct FileOutput {
  let descriptor: Int32

  /// Standard output.
  static let standard = FileOutput(descriptor: STDOUT_FILENO)

  /// Writes all of the bytes.
  ///
  /// - Throws: `Failure`, or `ExitStatus.nothing` if nobody reads any more.
  func write(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress, start, buffer.count)
      }
      if written >= 0 {
        start += written
      } else if errno == EPIPE {
        throw ExitStatus.nothing
      } else if errno != EINTR && errno != EAGAIN {
        throw Failure(
          "standard output cannot be written: \(unsafe String(cString: strerror(errno)))")
      }
    }
  }

  @unsafe private func systemWrite(
    _ descriptor: Int32, _ base: UnsafeRawPointer?, _ start: Int, _ count: Int
  ) -> Int {
    guard let base = unsafe base else { return 0 }
    #if canImport(Glibc)
      return unsafe Glibc.write(descriptor, base + start, count - start)
    #elseif canImport(Musl)
      return unsafe Musl.write(descriptor, base + start, count - start)
    #elseif canImport(Darwin)
      return unsafe Darwin.write(descriptor, base + start, count - start)
    #endif
  }
}
