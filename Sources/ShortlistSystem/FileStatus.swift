#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system tells of a file.
package struct FileStatus: Hashable, Sendable {
  /// What a file is.
  package enum Kind: Hashable, Sendable { case regular, directory, other }

  /// A moment, in the clock of the file system.
  package struct Time: Hashable, Sendable {
    package var seconds: Int
    package var nanoseconds: Int
  }

  /// Which file it is, whatever its path: no two files of the machine have the same.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
  }

  package let kind: Kind
  package let identity: Identity
  /// The number of bytes; what that means depends on the kind.
  package let size: Int
  /// When it was last written to.
  package let modified: Time

  /// The status of what is at a path.
  ///
  /// - Throws: `Errno` if nothing is there, or the system does not tell.
  package init(path: String) throws(Errno) {
    var status = stat()
    while SystemCall.status.perform(on: path, { unsafe stat(path, &status) }) < 0 {
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
