import ShortlistPlatform

/// The standard error of the process.
enum StandardError {
  /// Writes a line, if standard error can be written.
  static func print(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { line in _ = unsafe write(STDERR_FILENO, line.baseAddress, line.count) }
  }
}
