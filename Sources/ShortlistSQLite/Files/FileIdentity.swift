import ShortlistCore
import ShortlistPlatform

/// The identity of a file, independent of its path.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The status of the file at a path.
struct FileStatus: Hashable, Sendable {
  /// The identity of the file.
  let identity: FileIdentity
  /// The size in bytes.
  let size: Int
  /// The modification time, in seconds and nanoseconds.
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the status of a file; nil if there is none or the system refuses.
  ///
  /// It does not open the file: closing it would release the process's POSIX locks on it.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    size = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }

  /// Whether the last write is old enough that a new one gets another modification time.
  var isSettled: Bool {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
    // A modification time is arbitrary, even thousands of years away, so use `Duration`.
    let age =
      Duration.seconds(now.tv_sec) - .seconds(seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
    return age > Self.tick
  }

  /// The coarsest expected resolution of a file system's clock.
  private static let tick = Duration.milliseconds(20)
}
