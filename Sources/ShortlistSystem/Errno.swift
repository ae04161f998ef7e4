#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a call into the system failed.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's number of the error.
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  /// What the last call that failed left.
  static var current: Errno { Errno(rawValue: errno) }

  package static let interrupted = Errno(rawValue: EINTR)
  package static let wouldBlock = Errno(rawValue: EAGAIN)
  package static let badFileDescriptor = Errno(rawValue: EBADF)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let isDirectory = Errno(rawValue: EISDIR)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)

  /// The system's words for it.
  package var description: String {
    unsafe strerror(rawValue).map { unsafe String(cString: $0) } ?? "error \(rawValue)"
  }

  /// The words as a part of a sentence: without the capital they begin with.
  package var reason: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
