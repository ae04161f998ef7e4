import ShortlistPlatform

/// A Unix socket that accepts connections of the same user.
package struct ListeningSocket: Sendable {
  /// Why a socket cannot be made at a path.
  package enum Refusal: Error, Hashable, Sendable {
    /// The path is empty, has a NUL character, or is longer than the system allows.
    case badPath(longest: Int)
    /// There is something else than a socket at the path.
    case exists
    /// Another program listens there.
    case isUsed
    /// The system refuses.
    case system(Errno)
  }

  private let descriptor: FileDescriptor
  private let path: String
  private let identity: FileStatus.Identity

  /// Makes a socket that only this user can connect to.
  ///
  /// A socket at the path that no program listens on any more is replaced. For a moment, files that
  /// other threads create have the permissions of this user alone, too.
  ///
  /// - Throws: `Refusal`.
  package init(path: String) throws(Refusal) {
    let address = try Address(path)
    let isFree: Bool
    do throws(Errno) {
      isFree = try FileStatus(path: path, followsLinks: false).isSocket
    } catch {
      if error != .noSuchFile { throw .system(error) }
      isFree = true
    }
    if !isFree { throw .exists }
    if Self.isUsed(address) { throw .isUsed }
    let (descriptor, errno) = Self.open()
    guard let descriptor else { throw .system(errno) }
    _ = unsafe unlink(path)
    let mask = umask(0o077)
    let isBound = unsafe address.with { unsafe bind(descriptor.rawValue, $0, $1) } == 0
    var failure = Errno.current
    _ = umask(mask)
    if isBound, listen(descriptor.rawValue, 16) == 0,
      let status = try? FileStatus(path: path, followsLinks: false)
    {
      (self.descriptor, self.path, identity) = (descriptor, path, status.identity)
      return
    }
    if isBound {
      failure = .current
      _ = unsafe unlink(path)
    }
    descriptor.close()
    throw .system(failure)
  }

  /// Waits for the next connection; nil when no more will come.
  ///
  /// - Returns: The descriptor, which the caller closes.
  package func next() -> FileDescriptor? {
    while true {
      let number = accept(descriptor.rawValue, nil, nil)
      if number >= 0 {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(rawValue: number)
      }
      // A client that is gone already is no reason to stop.
      if ![EINTR, ECONNABORTED].contains(errno) { return nil }
    }
  }

  /// Ends waiting for connections, and removes the socket unless another one took its place.
  ///
  /// `close` can follow when nothing waits any more.
  package func stop() {
    let status = try? FileStatus(path: path, followsLinks: false)
    if status?.identity == identity { _ = unsafe unlink(path) }
    descriptor.shutDown(.all)
  }

  /// Closes the socket.
  package func close() { descriptor.close() }

  /// Whether a program accepts connections at an address.
  private static func isUsed(_ address: Address) -> Bool {
    let (descriptor, _) = open()
    guard let descriptor else { return false }
    defer { descriptor.close() }
    return unsafe address.with { unsafe connect(descriptor.rawValue, $0, $1) } == 0
  }

  private static func open() -> (FileDescriptor?, Errno) {
    let number = socket(AF_UNIX, socketStream, 0)
    if number < 0 { return (nil, .current) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return (FileDescriptor(rawValue: number), .current)
  }
}

extension FileDescriptor {
  /// The directions of a connection.
  package enum Directions: Sendable { case reading, all }

  /// Ends the connection of a socket: reading from it then finds its end.
  package func shutDown(_ directions: Directions) {
    _ = shutdown(rawValue, directions == .reading ? CInt(SHUT_RD) : CInt(SHUT_RDWR))
  }
}

/// The address of a Unix socket.
private struct Address {
  private var value = sockaddr_un()

  init(_ path: String) throws(ListeningSocket.Refusal) {
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: value.sun_path)
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
      throw .badPath(longest: room - 1)
    }
    value.sun_family = sa_family_t(AF_UNIX)
    // The path is shorter than the field, which is zero before.
    unsafe withUnsafeMutableBytes(of: &value.sun_path) { field in
      unsafe field.copyBytes(from: bytes)
    }
  }

  /// Passes the address to a system call.
  @unsafe func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    unsafe withUnsafePointer(to: value) { pointer in
      // Each kind of address begins as `sockaddr` does.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe call(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
