import ShortlistPlatform

/// An error of a system call.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number.
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  /// The error of the last failed call.
  static var current: Errno { Errno(rawValue: errno) }

  package static let interrupted = Errno(rawValue: EINTR)
  package static let wouldBlock = Errno(rawValue: EAGAIN)
  package static let badFileDescriptor = Errno(rawValue: EBADF)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let exists = Errno(rawValue: EEXIST)
  package static let isDirectory = Errno(rawValue: EISDIR)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)

  /// The system's error message.
  package var description: String {
    unsafe strerror(rawValue).map { unsafe String(cString: $0) } ?? "error \(rawValue)"
  }

  /// The message as part of a sentence: its first letter in lower case.
  package var reason: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
