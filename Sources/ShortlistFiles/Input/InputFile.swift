import ShortlistCore
import ShortlistSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, or standard input, read from front to back.
///
/// It is closed when it is let go.
struct InputFile: ~Copyable {
  /// The number of bytes of a regular file when it was opened.
  ///
  /// Nil for anything else, and for the files of the system that claim to be empty.
  let size: Int?

  private let descriptor: CInt

  /// Opens the file at `path`, or takes standard input if it is nil.
  ///
  /// - Throws: `InputError` if there is no such file, or it is a directory or may not be read.
  init(path: String?) throws(InputError) {
    let descriptor = if let path { try Self.open(path) } else { STDIN_FILENO }
    let status = Self.status(of: descriptor)
    if status?.isOfType(S_IFDIR) == true {
      if path != nil { close(descriptor) }
      throw InputError(code: EISDIR)
    }
    self.descriptor = descriptor
    size = status?.sizeIfRegular.flatMap { $0 > 0 ? $0 : nil }
  }

  deinit {
    if descriptor != STDIN_FILENO { DatabaseDescriptors.closeUnlessDatabase(descriptor) }
  }

  /// Reads what is there, at most as much as `buffer` holds, and waits only if nothing is.
  ///
  /// - Returns: The number of bytes read into the front of `buffer`; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(InputError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        // The call writes at most `bytes.count` bytes to where `bytes` starts.
        unsafe systemRead(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReadable()
      default: throw InputError(code: errno)
      }
    }
  }

  /// Reads from a place in a regular file.
  ///
  /// - Parameters:
  ///   - buffer: Takes the bytes.
  ///   - range: Where in the buffer they go.
  ///   - position: Where in the file they are.
  ///   - workers: Who reads, a megabyte at a time.
  /// - Returns: The number of bytes read to the front of the range; fewer than fit only at the end.
  /// - Throws: `InputError` if the system cannot read them.
  func read(
    into buffer: inout [UInt8], _ range: Range<Int>, from position: Int, by workers: Workers
  ) throws(InputError) -> Int {
    let descriptor = descriptor
    let parts = stride(from: 0, to: range.count, by: 1 << 20).map { start in
      start..<min(start + 1 << 20, range.count)
    }
    let counts = unsafe buffer.withUnsafeMutableBytes { bytes in
      // Safe because each piece writes a part of its own, and the buffer outlives the pieces.
      let wanted = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      nonisolated(unsafe) let target = unsafe wanted  // Safe: no byte is shared.
      return workers.map(parts.count) { index in
        let part = parts[index]
        return unsafe Self.read(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: target[part]),
          position + part.lowerBound)
      }
    }
    var total = 0
    for (part, count) in zip(parts, counts) {
      let read = try count.get()
      total += read
      if read < part.count { break }
    }
    return total
  }

  /// Fills a buffer from a place in a file; with fewer bytes than fit only at the end.
  @unsafe private static func read(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer, _ position: Int
  ) -> Result<Int, InputError> {
    var total = 0
    while total < buffer.count {
      // The call writes at most as much as is left of the buffer.
      let count = unsafe pread(
        descriptor, buffer.baseAddress?.advanced(by: total), buffer.count - total,
        off_t(position + total))
      if count == 0 { break }
      if count > 0 {
        total += count
      } else if errno != EINTR {
        return .failure(InputError(code: errno))
      }
    }
    return .success(total)
  }

  /// Waits a while for input.
  ///
  /// - Returns: Whether there is some, or the end has come; false too if a signal came.
  func hasInput(within milliseconds: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  private static func open(_ path: String) throws(InputError) -> CInt {
    if path.utf8.contains(0) { throw InputError(reason: "the path has a NUL character in it") }
    if DatabaseDescriptors.isDatabase(at: path) {
      throw InputError(reason: "is an SQLite database, which is opened by the name of a table")
    }
    // Without blocking, because a pipe would be waited for that nobody writes to.
    let descriptor = unsafe systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputError(code: errno) }
    return descriptor
  }

  /// Waits for input on a descriptor that whoever opened it made non-blocking.
  private func waitUntilReadable() {
    _ = hasInput(within: -1)
  }

  private static func status(of descriptor: CInt) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }
}

/// What can be asked of a file that others write to.
extension InputFile {
  /// The number of bytes that a regular file has now; nil for anything else.
  var currentSize: Int? { Self.status(of: descriptor)?.sizeIfRegular }

  /// Where in a regular file the next byte is read.
  ///
  /// Standard input may have been read before by others.
  var position: Int { max(Int(lseek(descriptor, 0, SEEK_CUR)), 0) }

  /// Goes back to the start of a regular file.
  func rewind() { _ = lseek(descriptor, 0, SEEK_SET) }

  /// Whether there is a regular file at `path` that is not this one.
  func isReplaced(at path: String) -> Bool {
    var other = stat()
    guard let own = Self.status(of: descriptor), unsafe stat(path, &other) == 0 else {
      return false
    }
    return other.isOfType(S_IFREG) && (other.st_dev, other.st_ino) != (own.st_dev, own.st_ino)
  }

  /// Whether there is something at `path` that is neither a regular file nor a directory.
  static func isPipeOrDevice(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && !status.isOfType(S_IFREG)
      && !status.isOfType(S_IFDIR)
  }

  /// Does nothing for a while.
  static func pause(milliseconds: CInt) { _ = poll(nil, 0, milliseconds) }
}

extension stat {
  fileprivate var sizeIfRegular: Int? { isOfType(S_IFREG) ? Int(st_size) : nil }

  fileprivate func isOfType(_ type: mode_t) -> Bool { st_mode & S_IFMT == type }
}

// Inside `InputFile`, methods hide the functions of these names.

@unsafe private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: CInt) -> CInt {
  unsafe open(path, flags)
}

@unsafe private func systemRead(
  _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// Why a file could not be opened or read on.
struct InputError: Error {
  /// The reason, as a part of a sentence.
  let reason: String

  init(reason: String) { self.reason = reason }

  /// Takes the system's words for an error number, without the capital they begin with.
  init(code: CInt) {
    let text = unsafe String(cString: strerror(code))
    reason = text.prefix(1).lowercased() + text.dropFirst()
  }
}
