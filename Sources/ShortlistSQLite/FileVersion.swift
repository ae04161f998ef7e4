/// What tells one state of a file from another, without a lock.
enum FileVersion: Hashable, Sendable {
  /// Of a file with a rollback journal, or one that nobody can write.
  case plain(FileStamp)
  /// Of a file with a write-ahead log: the header of its index.
  case logged([UInt32])

  /// Whether a state follows this one with a single commit in between.
  func isFollowed(by next: Self) -> Bool {
    switch (self, next) {
    case (.plain(let old), .plain(let new)):
      old.status.identity == new.status.identity && new.counter == old.counter &+ 1
    case (.logged(let old), .logged(let new)):
      old.count == MainFile.logHeaderWords && new.count == old.count && new[2] == old[2] &+ 1
    default: false
    }
  }
}

/// The outside of a file, and the counter in its header that each commit adds one to.
struct FileStamp: Hashable, Sendable {
  let status: FileStatus
  /// The number of commits, as far as they fit.
  let counter: UInt32
  /// Whether commits go to a write-ahead log first.
  let isLogged: Bool
}

extension FileStamp {
  /// The outside of the file at a path, and the header of the one that a connection has open.
  ///
  /// Nil if there is no file at the path.
  init?(of main: MainFile, at path: String) {
    var status = FileStatus(of: path)
    while let before = status {
      // A file without a byte is a database without a table.
      let header = main.header ?? [UInt8](repeating: 0, count: 100)
      status = FileStatus(of: path)
      guard status == before else { continue }
      self.init(
        status: before, counter: header[24..<28].reduce(0) { $0 << 8 | UInt32($1) },
        isLogged: header[18] == 2 && header[19] == 2)
      return
    }
    return nil
  }
}
