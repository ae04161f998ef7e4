public import ShortlistCore
import ShortlistSystem

/// The paths of the files in a directory and in all directories below it, as lines.
///
/// Directories are read breadth first, in parallel, and each in the order of its names. Symbolic
/// links are listed but not followed, and a directory that cannot be read counts as empty.
public struct DirectorySource: RowSource {
  /// What is listed.
  public enum Kind: String, CaseIterable, Sendable { case files, directories, all }

  /// The path of the directory, with which each line begins, unless it is `.`.
  public let path: String
  /// What is listed.
  public let kind: Kind
  /// Whether what git ignores is listed, and what is in directories such as `.git`.
  public let includesIgnored: Bool
  /// The path of a file of patterns that git ignores in every repository; nil for none.
  public var userIgnoreFile: String?
  /// The names of directories that are left out, with all that is in them, unless
  /// `includesIgnored`.
  package var skippedNames: [String] = []

  /// Creates a source; it reads the directory only when it is read.
  ///
  /// - Parameters:
  ///   - path: The path of the directory.
  ///   - kind: What is listed.
  ///   - includesIgnored: Whether what git ignores is listed, and what is in directories such as
  ///     `.git`.
  public init(path: String, kind: Kind = .files, includesIgnored: Bool = false) {
    self.path = path
    self.kind = kind
    self.includesIgnored = includesIgnored
  }

  /// Returns whether there is a directory at a path.
  public static func isDirectory(_ path: String) -> Bool {
    !path.utf8.contains(0) && (try? FileStatus(path: path))?.kind == .directory
  }

  /// The path.
  public var name: String { path }

  /// Reads the paths into `builder`, as the attribute `line`.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called each time that up to 512 directories are read.
  /// - Throws: `SourceError` if the directory cannot be read; rethrows errors of `builder` and
  ///   `progress`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    // A name may contain anything but NUL bytes, so these end the lines.
    var feed = TextFeed(
      name: name, invalidUTF8: .kept, keepsMark: true,
      parser: LinesParser(end: 0, keepsReturns: true))
    var reached = LoadProgress(rows: 0, bytes: 0)
    let workers = builder.workers
    try forEachRound(workers) { round in
      for paths in round {
        try feed.read(paths.span, into: &builder) { _ in }
        reached.bytes += paths.count
      }
      reached.rows = builder.rowCount
      try progress(&builder, reached)
    }
    try feed.finish(into: &builder)
    if builder.rowCount == 0 { builder.declareLines() }
  }

  /// Reads the directories, and calls `body` with what is listed of up to 512 of them at a time.
  func forEachRound(_ workers: Workers, _ body: ([[UInt8]]) throws -> Void) throws {
    let walk = try walk()
    var level = [walk.start()]
    while !level.isEmpty {
      var next: [DirectoryWalk.Directory] = []
      for start in stride(from: 0, to: level.count, by: Self.roundSize) {
        let round = level[start..<min(start + Self.roundSize, level.count)]
        let found = workers.map(round.count) { walk.read(round[start + $0]) }
        try body(found.map(\.lines))
        for contents in found { next += contents.directories }
      }
      level = next
    }
  }

  /// The number of directories that are read in parallel.
  private static let roundSize = 512

  private func walk() throws -> DirectoryWalk {
    if path.utf8.contains(0) {
      throw SourceError(path: name, reason: "the path has a NUL character in it")
    }
    do throws(Errno) {
      return try DirectoryWalk(self)
    } catch { throw SourceError(path: name, reason: error.reason) }
  }
}
