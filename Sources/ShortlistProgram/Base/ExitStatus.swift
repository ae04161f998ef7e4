import ShortlistSystem
import ShortlistPlatform

/// The exit status of the program.
enum ExitStatus: Int32, Error {
  /// Something was picked.
  case picked = 0
  /// Nothing matched, or nothing was picked.
  case nothing = 1
  /// An error, reported on standard error.
  case error = 2
  /// The user left the picker without a choice.
  case cancelled = 130
  /// The reader of the result is gone.
  ///
  /// The program ends by `SIGPIPE`, as `sort` and `grep` do; shells report it as this status.
  case unread = 141

  /// Ends the program.
  func exit() -> Never {
    if self == .unread { BrokenPipes.endProcess() }
    ShortlistPlatform.exit(rawValue)
  }
}

/// Returns the value of an environment variable; empty if it is not set.
func environment(_ name: String) -> String {
  unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

/// Whether standard output is a terminal.
var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

/// Whether standard input is a terminal.
var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

/// Whether standard error is a terminal.
var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

/// Output to standard error.
enum StandardError {
  static func write(_ text: String) { try? FileDescriptor.standardError.write(Array(text.utf8)) }

  /// Reports that another program has locked a file.
  static func reportLocked(_ path: String) {
    write("shortlist: \(visible(path)): locked by another program; waiting up to 10 seconds\n")
  }
}

/// Output to standard output.
enum StandardOutput {
  /// Writes all bytes.
  ///
  /// - Throws: `ProgramError`, or `ExitStatus.unread` if the reader is gone.
  static func write(_ bytes: [UInt8]) throws {
    do throws(Errno) { try FileDescriptor.standardOutput.write(bytes) } catch {
      if error == .brokenPipe && !BrokenPipes.wereIgnored { throw ExitStatus.unread }
      throw ProgramError("standard output cannot be written: \(error.reason)")
    }
  }
}
