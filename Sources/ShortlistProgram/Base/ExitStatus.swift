import ShortlistSystem

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
  /// Nobody reads the result any more. The program ends by the signal that says so, as `sort` and
  /// `grep` do; shells count it as this status.
  case unread = 141

  /// Ends the program.
  func exit() -> Never {
    if self == .unread { BrokenPipes.endProcess() }
    #if canImport(Glibc)
      Glibc.exit(rawValue)
    #elseif canImport(Musl)
      Musl.exit(rawValue)
    #elseif canImport(Darwin)
      Darwin.exit(rawValue)
    #endif
  }
}

/// The value of an environment variable, empty if it is not set.
func environment(_ name: String) -> String {
  unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

/// Whether standard output is a terminal.
var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

/// What goes to standard error.
enum StandardError {
  static func write(_ text: String) { try? FileDescriptor.standardError.write(Array(text.utf8)) }

  /// Says that another program has locked a file.
  static func sayLocked(_ path: String) {
    write("shortlist: \(visible(path)): locked by another program; waiting up to 10 seconds\n")
  }
}

/// What goes to standard output.
enum StandardOutput {
  /// Writes all of the bytes.
  ///
  /// - Throws: `Failure`, or `ExitStatus.unread` if nobody reads any more.
  static func write(_ bytes: [UInt8]) throws {
    do throws(Errno) { try FileDescriptor.standardOutput.write(bytes) } catch {
      if error == .brokenPipe && !BrokenPipes.wereIgnored { throw ExitStatus.unread }
      throw Failure("standard output cannot be written: \(error.reason)")
    }
  }
}
