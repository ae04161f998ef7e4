import ShortlistCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file something is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// What the system says of the file at a path.
struct FileStatus: Hashable, Sendable {
  /// Which file it is.
  let identity: FileIdentity
  /// The number of its bytes.
  let size: Int
  /// When it was written to last, in seconds and nanoseconds.
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is none, or if it cannot be looked at.
  ///
  /// The file is not opened: to close it would release the locks of the process on it.
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

  /// Whether it was written to so long ago that whatever is written now gets another time.
  var isSettled: Bool {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
    // A file may say that it was written to at any time, also thousands of years ago.
    let age =
      Duration.seconds(now.tv_sec) - .seconds(seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
    return age > Self.tick
  }

  /// The clock of a file system goes on at least that often.
  private static let tick = Duration.milliseconds(20)
}
