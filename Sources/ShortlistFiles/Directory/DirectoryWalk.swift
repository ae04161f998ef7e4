import ShortlistCore
import ShortlistSystem

/// Reads the directories below a directory, one at a time.
struct DirectoryWalk: Sendable {
  /// A directory to read.
  struct Directory: Sendable {
    /// The absolute path, with a slash at its end.
    let path: [UInt8]
    /// The rules of the repository around it; nil outside of any.
    let rules: IgnoreRules?
  }

  /// What a directory has in it.
  struct Contents: Sendable {
    /// The paths to list, each with a NUL byte at its end.
    var lines: [UInt8] = []
    /// The directories to read, in the order of their names.
    var directories: [Directory] = []
  }

  /// The directories of version control systems, and that of packages which is in many a repository
  /// and outside of them.
  private static let usuallySkipped = [".git", ".hg", ".jj", ".svn", "node_modules"]

  private let root: [UInt8]
  /// What paths begin with in place of the root.
  private let prefix: [UInt8]
  private let kind: DirectorySource.Kind
  private let includesIgnored: Bool
  /// The names of directories that are left out.
  private let skipped: [[UInt8]]
  /// The patterns of the user, for all repositories.
  private let userPatterns: [UInt8]

  /// Prepares a walk.
  ///
  /// - Throws: `Errno` if there is no directory at `path`, or if it cannot be read.
  init(_ source: DirectorySource) throws(Errno) {
    let absolute = try absolutePath(source.path)
    _ = try DirectoryListing(path: absolute)
    root = absolute == [Byte.slash] ? absolute : absolute + [Byte.slash]
    var shown = [".", "./"].contains(source.path) ? [] : Array(source.path.utf8)
    if !shown.isEmpty && shown.last != Byte.slash { shown.append(Byte.slash) }
    prefix = shown
    kind = source.kind
    includesIgnored = source.includesIgnored
    skipped = (Self.usuallySkipped + source.skippedNames).map { Array($0.utf8) }
    userPatterns = source.userIgnoreFile.map { Self.contents(of: Array($0.utf8)) } ?? []
  }

  /// The directory with which the walk begins.
  func start() -> Directory {
    Directory(path: root, rules: includesIgnored ? nil : rules(around: root))
  }

  /// Reads a directory; finds nothing if it cannot be read.
  func read(_ directory: Directory) -> Contents {
    var contents = Contents()
    guard let listing = try? DirectoryListing(path: directory.path) else { return contents }
    let rules = includesIgnored ? nil : rules(in: directory, listing)
    let shown = prefix + directory.path[root.count...]
    var path = directory.path
    for entry in listing.entries {
      let name = listing.names[entry.name]
      path.replaceSubrange(directory.path.count..., with: name)
      if !includesIgnored {
        if entry.isDirectory && skipped.contains(where: name.elementsEqual) { continue }
        let isIgnored = rules?.ignores(
          path, nameLength: name.count, isDirectory: entry.isDirectory)
        if isIgnored == true { continue }
      }
      if kind == .all || entry.isDirectory == (kind == .directories) {
        contents.lines += shown
        contents.lines += name
        if entry.isDirectory { contents.lines.append(Byte.slash) }
        contents.lines.append(0)
      }
      if entry.isDirectory {
        contents.directories.append(Directory(path: path + [Byte.slash], rules: rules))
      }
    }
    return contents
  }

  /// Returns the rules in a directory: those around it, or those of a repository that begins there,
  /// and those of its own file.
  private func rules(in directory: Directory, _ listing: DirectoryListing) -> IgnoreRules? {
    var isRepository = false
    var hasRules = false
    for entry in listing.entries {
      let name = listing.names[entry.name]
      if name.elementsEqual(".git".utf8) { isRepository = true }
      if name.elementsEqual(".gitignore".utf8) { hasRules = !entry.isDirectory }
    }
    let rules = isRepository ? repositoryRules(in: directory.path) : directory.rules
    guard hasRules, rules != nil else { return rules }
    return self.rules(in: directory.path, outer: rules)
  }

  /// Returns the rules of the directories above one, from its repository on; nil outside of any.
  private func rules(around directory: [UInt8]) -> IgnoreRules? {
    var above: [[UInt8]] = []
    var path = directory.dropLast()
    while let slash = path.lastIndex(of: Byte.slash) {
      let parent = Array(path[...slash])
      above.append(parent)
      if Self.exists(parent + Array(".git".utf8)) {
        return above.reversed().reduce(repositoryRules(in: parent) as IgnoreRules?) {
          rules(in: $1, outer: $0)
        }
      }
      path = path[..<slash]
    }
    return nil
  }

  /// Returns the rules with which a repository begins.
  private func repositoryRules(in directory: [UInt8]) -> IgnoreRules {
    let exclude = Self.contents(of: directory + Array(".git/info/exclude".utf8))
    return IgnoreRules(
      exclude, directory: directory,
      outer: IgnoreRules(userPatterns, directory: directory, outer: nil))
  }

  private func rules(in directory: [UInt8], outer: IgnoreRules?) -> IgnoreRules? {
    let text = Self.contents(of: directory + Array(".gitignore".utf8))
    return text.isEmpty ? outer : IgnoreRules(text, directory: directory, outer: outer)
  }

  private static func exists(_ path: [UInt8]) -> Bool {
    guard let path = String(validating: path, as: UTF8.self) else { return false }
    return (try? FileStatus(path: path)) != nil
  }

  /// Returns the first 4 MiB of a regular file; none if it cannot be read, or if its path is not
  /// valid UTF-8.
  private static func contents(of path: [UInt8]) -> [UInt8] {
    guard let path = String(validating: path, as: UTF8.self),
      let file = try? InputFile(path: path), let size = file.size
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(size, 4 << 20))
    let count = try? file.read(into: &bytes, bytes.indices, from: 0, by: .serial)
    return Array(bytes[..<(count ?? 0)])
  }
}
