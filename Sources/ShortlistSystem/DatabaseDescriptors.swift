import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps descriptors of SQLite databases open.
///
/// Whoever closes any descriptor of a file gives up all locks that the process has on that file (POSIX has
/// it so), among them those by which SQLite keeps others from changing it meanwhile. So a file that is a
/// database is never closed: one descriptor for each of them stays open until the process ends.
package enum DatabaseDescriptors {
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// What such files begin with.
  private static let start = Array("SQLite format 3\0".utf8)

  private static let kept = Mutex<[Identity: CInt]>([:])

  /// Closes a descriptor, but for one of a database.
  package static func closeUnlessDatabase(_ descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, isRegular(status), isDatabase(descriptor) else {
      _ = close(descriptor)
      return
    }
    let identity = Identity(status)
    kept.withLock { kept in
      if kept[identity] == nil { kept[identity] = descriptor }
    }
  }

  /// Whether the file at a path is a database.
  ///
  /// False if there is none, or it cannot be read.
  package static func isDatabase(at path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, isRegular(status) else { return false }
    if let descriptor = kept.withLock({ $0[Identity(status)] }) { return isDatabase(descriptor) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { closeUnlessDatabase(descriptor) }
    return isDatabase(descriptor)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  private static func isDatabase(_ descriptor: CInt) -> Bool {
    var bytes = [UInt8](repeating: 0, count: start.count)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    return count == start.count && bytes == start
  }
}
