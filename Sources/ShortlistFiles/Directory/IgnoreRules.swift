import ShortlistCore

/// The patterns of a `.gitignore` file, and of those in the directories around it.
final class IgnoreRules: Sendable {
  private let patterns: [IgnorePattern]
  /// The length of the absolute path of the file's directory, with the slash at its end.
  private let baseLength: Int
  private let outer: IgnoreRules?

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - directory: The absolute path of the directory that it is about, with a slash at its end.
  ///   - outer: The rules around it, which it overrules.
  init(_ text: [UInt8], directory: [UInt8], outer: IgnoreRules?) {
    let lines = text.split(separator: Byte.lineFeed)
    patterns = lines.compactMap { IgnorePattern(line: $0) }.reversed()
    baseLength = directory.count
    self.outer = outer
  }

  /// Applies the rules to a file whose directory is not ignored.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - nameLength: The length of its name.
  ///   - isDirectory: Whether it is a directory.
  /// - Returns: Whether git ignores it.
  func ignores(_ path: [UInt8], nameLength: Int, isDirectory: Bool) -> Bool {
    let name = path.suffix(nameLength)
    var rules: IgnoreRules? = self
    while let current = rules {
      let relative = path[current.baseLength...]
      // The last pattern decides.
      let last = current.patterns.first {
        $0.matches(relative, name: name, isDirectory: isDirectory)
      }
      if let last { return !last.isNegated }
      rules = current.outer
    }
    return false
  }
}
