import ShortlistPlatform

/// A file descriptor of the process.
///
/// All of the project's own opening, reading, writing and closing of files and streams happens
/// here. A call interrupted by a signal is repeated, and a call on a nonblocking stream waits until
/// the stream is ready. Debug builds can make any call fail (`Faults`).
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  /// Opens the null device for each standard stream that the process was started without.
  ///
  /// Otherwise the next file that is opened would become that stream.
  package static func openMissingStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The system gives a new file the least number that is free, which is this one.
      _ = unsafe systemOpen("/dev/null", O_RDWR)
    }
  }

  /// The access mode of an opened file.
  package enum Access: Sendable { case reading, readingAndWriting }

  /// Opens a file; child processes do not inherit the descriptor.
  ///
  /// It does not wait for the other end of a pipe to be opened; reads wait with `poll`.
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

  /// Creates a file for writing; child processes do not inherit the descriptor.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: Whether the file is read, too.
  ///   - replaces: Whether the contents of a file that exists are removed; if not, `Errno.exists`
  ///     is thrown.
  /// - Returns: The descriptor.
  /// - Throws: `Errno`.
  /// - Precondition: `path` has no NUL character.
  package static func create(
    _ path: String, for access: Access? = nil, replaces: Bool
  ) throws(Errno) -> FileDescriptor {
    precondition(!path.utf8.contains(0), "a path with a NUL character")
    let mode = access == .readingAndWriting ? O_RDWR : O_WRONLY
    while true {
      let number = SystemCall.open.perform(on: path) {
        unsafe systemCreate(path, mode | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL))
      }
      if number >= 0 { return FileDescriptor(rawValue: number) }
      if errno != EINTR { throw .current }
    }
  }

  /// Duplicates the descriptor; child processes do not inherit the duplicate.
  package func duplicated() throws(Errno) -> FileDescriptor {
    let number = try repeated(.open, for: POLLIN, 0) { _ in
      Int(fcntl(rawValue, F_DUPFD_CLOEXEC, 0))
    }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Closes the file.
  ///
  /// All descriptors are closed here, except those of SQLite. Afterwards the system may reuse the
  /// number for another file.
  package func close() {
    // An interrupted `close` has closed the descriptor too, so do not repeat it.
    _ = SystemCall.close.perform(on: self, 0) { _ in Int(systemClose(rawValue)) }
  }

  /// Reads available bytes, up to the size of `buffer`; blocks only if there are none.
  ///
  /// - Parameters:
  ///   - buffer: The buffer, filled from its start.
  ///   - position: The offset in a regular file; nil to continue where the last call ended.
  /// - Returns: The number of bytes read into the start of `buffer`; 0 at the end.
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

  /// Reads available bytes into a range of an array, as `read(into:at:)` does.
  ///
  /// - Returns: The number of bytes read into the start of the range; 0 at the end.
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
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - position: The offset in a regular file; nil to continue where the last call ended.
  /// - Throws: `Errno`; any number of the bytes may have been written.
  package func write(_ bytes: [UInt8], at position: Int? = nil) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let written = try repeated(.write, for: POLLOUT, bytes.count - start) { count in
        // The call reads `count` bytes from `start`, which are in bounds.
        unsafe bytes.withUnsafeBytes { buffer in
          let part = unsafe buffer.baseAddress?.advanced(by: start)
          guard let position else { return unsafe systemWrite(rawValue, part, count) }
          return unsafe pwrite(rawValue, part, count, off_t(position + start))
        }
      }
      // A device that accepts nothing without an error would loop forever.
      if written == 0 { throw .noSpace }
      start += written
    }
  }

  /// Waits until what was written outlasts a power failure, as far as the system can tell.
  package func synchronize() throws(Errno) {
    _ = try repeated(.sync, for: POLLOUT, 0) { _ in Int(fsync(rawValue)) }
  }

  /// Returns the status of the file.
  package func status() throws(Errno) -> FileStatus {
    var status = stat()
    _ = try repeated(.status, for: POLLIN, 0) { _ in unsafe Int(fstat(rawValue, &status)) }
    return FileStatus(status)
  }

  /// The current offset in the file; nil if the file is not seekable.
  package var offset: Int? {
    let offset = SystemCall.offset.perform(on: self, 0) { _ in Int(lseek(rawValue, 0, SEEK_CUR)) }
    return offset < 0 ? nil : offset
  }

  /// Waits for input, up to a time limit.
  ///
  /// - Returns: Whether a read would return at once with input, the end or an error; false too if a
  ///   signal interrupted.
  package func hasInput(within milliseconds: CInt) -> Bool {
    isReady(for: POLLIN, within: milliseconds)
  }

  /// Waits until a read would return at once with input, the end or an error.
  package func waitForInput() {
    while !hasInput(within: -1), errno == EINTR {}
  }

  private func isReady(for event: CInt, within milliseconds: CInt) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    return SystemCall.poll.perform(on: self, 0) { _ in
      unsafe Int(poll(&request, 1, milliseconds))
    } > 0
  }

  /// Repeats a call that is interrupted or, on a nonblocking stream, not ready.
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

/// Gives a file another path, in place of the file that was there.
///
/// - Precondition: The paths have no NUL character.
/// - Throws: `Errno`; both files are then what they were.
package func renameFile(_ path: String, to other: String) throws(Errno) {
  precondition(!path.utf8.contains(0) && !other.utf8.contains(0), "a path with a NUL character")
  let result = SystemCall.rename.perform(on: path) { unsafe rename(path, other) }
  if result < 0 { throw .current }
}

/// Removes a file, if there is one.
///
/// - Precondition: The path has no NUL character.
package func removeFile(_ path: String) {
  precondition(!path.utf8.contains(0), "a path with a NUL character")
  _ = unsafe unlink(path)
}

/// Blocks the thread for a time.
package func pause(milliseconds: CInt) { _ = poll(nil, 0, milliseconds) }

// Within `FileDescriptor`, its methods hide the system functions of the same names.

@unsafe private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: CInt) -> CInt {
  unsafe open(path, flags)
}

@unsafe private func systemCreate(_ path: UnsafePointer<CChar>, _ flags: CInt) -> CInt {
  unsafe open(path, flags, 0o666)
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
