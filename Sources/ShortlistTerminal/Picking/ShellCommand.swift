import ShortlistSystem

/// A command line for a shell, and the files that it names.
///
/// The files are removed when nothing refers to them any more.
package struct ShellCommand: Sendable {
  /// The bytes of the command line.
  package var line: [UInt8] = []
  private(set) var files: [TemporaryFile] = []

  /// Writes a file that the command line names.
  ///
  /// - Returns: Its path.
  mutating func write(_ bytes: [UInt8]) throws -> String {
    do throws(Errno) {
      let file = try TemporaryFile(bytes)
      files.append(file)
      return file.path
    } catch { throw TerminalError("a temporary file cannot be written: \(error.reason)") }
  }

  /// Returns the arguments that run it, given those of the shell before the command line.
  func arguments(_ shell: [String]) -> [[UInt8]] { shell.map { Array($0.utf8) } + [line] }

  /// Returns the arguments that run it in place of this program, and then remove the files.
  func lastArguments(_ shell: [String]) -> [[UInt8]] {
    let paths = files.map { CommandTemplate.quoted($0.path) }.joined(separator: " ")
    let script =
      paths.isEmpty
      ? "exec \"$@\"" : "trap : INT QUIT; \"$@\"; status=$?; rm -f \(paths); exit $status"
    return ["/bin/sh", "-c", script, "sh"].map { Array($0.utf8) } + arguments(shell)
  }
}
