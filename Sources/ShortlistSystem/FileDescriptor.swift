#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file of the process.
///
/// Here and nowhere else the project opens, reads, writes and closes files and streams itself. A
/// call that a signal interrupts is repeated, and one on a stream that does not block waits until
/// the stream is ready. Debug builds can make any call fail (`Faults`).
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  /// What a file is opened for.
  package enum Access: Sendable { case reading, readingAndWriting }

  /// Opens a file, which programs that this process starts do not get.
  ///
  /// The call does not wait for a pipe to be opened at its other end, and reading waits by `poll`.
  ///
  /// - Precondition: `path` has no NUL character.
  package static func open(
    _ path: String, for access: Access = .reading
  ) throws(Errno) -> FileDescriptor {
    precondition(!path.utf8.contains(0), "a path with a NUL character")
    let mode = access == .reading ? O_RDONLY : O_RDWR
    while true {
      let number = SystemCall.open.perform(on: path) {
        unsafe systemOpen(path, mode | O_CLOEXEC | O_NONBLOCK)
      }
      if number >= 0 { return FileDescriptor(rawValue: number) }
      if errno != EINTR { throw .current }
    }
  }

  /// Another descriptor of the same open file, which programs that this process starts do not get.
  package func duplicated() throws(Errno) -> FileDescriptor {
    let number = try repeated(.open, for: POLLIN, 0) { _ in
      Int(fcntl(rawValue, F_DUPFD_CLOEXEC, 0))
    }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Closes the file.
  ///
  /// All descriptors that are closed, but for those of SQLite, are closed here. Afterwards the number
  /// may be that of another file.
  package func close() {
    // An interrupted call has closed it too, so nothing is repeated.
    _ = SystemCall.close.perform(on: self, 0) { _ in Int(systemClose(rawValue)) }
  }

  /// Reads what is there, at most as much as `buffer` holds, and waits only if nothing is.
  ///
  /// - Parameters:
  ///   - buffer: Takes the bytes.
  ///   - position: Where in a regular file to read; nil for where the last call ended.
  /// - Returns: The number of bytes read into the front of `buffer`; 0 at the end.
  /// - Throws: `Errno` if the system cannot read them.
  @unsafe package func read(
    into buffer: UnsafeMutableRawBufferPointer, at position: Int? = nil
  ) throws(Errno) -> Int {
    try repeated(.read, for: POLLIN, buffer.count) { count in
      // The call writes at most `count` bytes, which the buffer holds.
      if let position {
        unsafe pread(rawValue, buffer.baseAddress, count, off_t(position))
      } else {
        unsafe systemRead(rawValue, buffer.baseAddress, count)
      }
    }
  }

  /// Reads what is there, as `read(into:at:)` does, into a range of an array.
  ///
  /// - Returns: The number of bytes read to the front of the range; 0 at the end.
  /// - Throws: `Errno` if the system cannot read them.
  package func read(
    into array: inout [UInt8], _ range: Range<Int>, at position: Int? = nil
  ) throws(Errno) -> Int {
    let result = unsafe array.withUnsafeMutableBytes { bytes -> Result<Int, Errno> in
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      do throws(Errno) { return .success(try unsafe read(into: part, at: position)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Writes all bytes.
  ///
  /// - Throws: `Errno`, after any number of the bytes.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let written = try repeated(.write, for: POLLOUT, bytes.count - start) { count in
        // The call reads `count` bytes from `start` on, which are there.
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe systemWrite(rawValue, buffer.baseAddress?.advanced(by: start), count)
        }
      }
      // A device that takes nothing and does not say why would be tried for ever.
      if written == 0 { throw .noSpace }
      start += written
    }
  }

  /// What the system tells of the file.
  package func status() throws(Errno) -> FileStatus {
    var status = stat()
    _ = try repeated(.status, for: POLLIN, 0) { _ in unsafe Int(fstat(rawValue, &status)) }
    return FileStatus(status)
  }

  /// Where in the file the next byte is read or written; nil for what has no places.
  package var offset: Int? {
    let offset = SystemCall.offset.perform(on: self, 0) { _ in Int(lseek(rawValue, 0, SEEK_CUR)) }
    return offset < 0 ? nil : offset
  }

  /// Waits a while for input.
  ///
  /// - Returns: Whether there is some, or reading would tell why not; false too if a signal came.
  package func hasInput(within milliseconds: CInt) -> Bool {
    isReady(for: POLLIN, within: milliseconds)
  }

  /// Waits until there is input, or reading would tell why not.
  package func waitForInput() {
    while !hasInput(within: -1), errno == EINTR {}
  }

  private func isReady(for event: CInt, within milliseconds: CInt) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    return SystemCall.poll.perform(on: self, 0) { _ in
      unsafe Int(poll(&request, 1, milliseconds))
    } > 0
  }

  /// Repeats a call while it is interrupted or, on a stream that does not block, not ready.
  private func repeated(
    _ call: SystemCall, for event: CInt, _ count: Int, _ body: (Int) -> Int
  ) throws(Errno) -> Int {
    while true {
      let result = call.perform(on: self, count, body)
      if result >= 0 { return result }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: _ = isReady(for: event, within: -1)
      default: throw .current
      }
    }
  }
}

/// Does nothing for a while.
package func pause(milliseconds: CInt) { _ = poll(nil, 0, milliseconds) }

// Inside `FileDescriptor`, methods hide the functions of these names.

@unsafe private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: CInt) -> CInt {
  unsafe open(path, flags)
}

private func systemClose(_ number: CInt) -> CInt { close(number) }

@unsafe private func systemRead(
  _ number: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(number, buffer, count)
}

@unsafe private func systemWrite(
  _ number: CInt, _ buffer: UnsafeRawPointer?, _ count: Int
) -> Int {
  unsafe write(number, buffer, count)
}
