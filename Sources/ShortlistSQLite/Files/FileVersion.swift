/// A version of a file's content, obtained without a lock.
enum FileVersion: Hashable, Sendable {
  /// A file with a rollback journal, or one that cannot be written.
  case plain(FileStamp)
  /// A file with a write-ahead log: the header of its wal-index.
  case logged([UInt32])

  /// Returns whether exactly one commit lies between this version and the next.
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

/// The status of a file, and the change counter in its header, which each commit increments.
struct FileStamp: Hashable, Sendable {
  let status: FileStatus
  /// The change counter, which wraps around.
  let counter: UInt32
  /// Whether the file is in WAL mode.
  let isLogged: Bool
}

extension FileStamp {
  /// Combines the status of the file at a path with the header of the file that a connection has
  /// open.
  ///
  /// Nil if there is no file at the path.
  init?(of main: MainFile, at path: String) {
    var status = FileStatus(of: path)
    while let before = status {
      // An empty file is a valid, empty database.
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
