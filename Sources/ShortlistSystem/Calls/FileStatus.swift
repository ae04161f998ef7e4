import ShortlistPlatform

/// The status of a file.
package struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
  package enum Kind: Hashable, Sendable { case regular, directory, other }

  /// A time of the file system's clock.
  package struct Time: Hashable, Sendable {
    package var seconds: Int
    package var nanoseconds: Int
  }

  /// The identity of a file, unique on the machine and independent of its path.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
  }

  package let kind: Kind
  /// Whether it is a Unix socket.
  package let isSocket: Bool
  package let identity: Identity
  /// The size in bytes; its meaning depends on the kind.
  package let size: Int
  /// The modification time.
  package let modified: Time

  /// Reads the status of the file at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether the status is that of the file to which a symbolic link leads.
  /// - Throws: `Errno` if there is no file, or the system denies access.
  package init(path: String, followsLinks: Bool = true) throws(Errno) {
    var status = stat()
    let call = { unsafe followsLinks ? stat(path, &status) : lstat(path, &status) }
    while SystemCall.status.perform(on: path, call) < 0 {
      if errno != EINTR { throw .current }
    }
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Time(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
