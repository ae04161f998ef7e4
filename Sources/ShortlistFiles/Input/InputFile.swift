import ShortlistCore
import ShortlistSystem

/// An open file, or standard input, read from front to back.
///
/// It is closed when it is let go.
struct InputFile: ~Copyable {
  /// What the system told of the file when it was opened.
  let opened: FileStatus
  /// Where in a regular file reading began.
  ///
  /// Standard input may have been read before by others.
  let start: Int

  private let descriptor: FileDescriptor

  /// Opens the file at `path`, or takes standard input if it is nil.
  ///
  /// - Throws: `InputError` if there is no such file, or it is a directory or may not be read.
  init(path: String?) throws(InputError) {
    if path?.utf8.contains(0) == true {
      throw InputError(reason: "the path has a NUL character in it")
    }
    let (descriptor, status) = try Self.open(path)
    self.descriptor = descriptor
    opened = status
    start = status.kind == .regular && path == nil ? descriptor.offset ?? 0 : 0
  }

  private static func open(
    _ path: String?
  ) throws(InputError) -> (FileDescriptor, FileStatus) {
    let opened: (FileDescriptor, FileStatus)?
    do throws(Errno) { opened = try openUnlessDatabase(path) } catch { throw InputError(error) }
    guard let opened else {
      throw InputError(reason: "is an SQLite database, which is opened by the name of a table")
    }
    return opened
  }

  /// Opens a file; nil if it is a database.
  private static func openUnlessDatabase(
    _ path: String?
  ) throws(Errno) -> (FileDescriptor, FileStatus)? {
    guard let path else { return try (.standardInput, opened(.standardInput)) }
    if try DatabaseDescriptors.isKept(FileStatus(path: path)) { return nil }
    let descriptor = try FileDescriptor.open(path)
    do throws(Errno) {
      let status = try opened(descriptor)
      return try DatabaseDescriptors.keepIfDatabase(descriptor, status) ? nil : (descriptor, status)
    } catch {
      descriptor.close()
      throw error
    }
  }

  /// The status of a file that was opened to be read.
  private static func opened(_ descriptor: FileDescriptor) throws(Errno) -> FileStatus {
    let status = try descriptor.status()
    if status.kind == .directory { throw .isDirectory }
    return status
  }

  deinit {
    if descriptor != .standardInput { descriptor.close() }
  }

  /// Whether it is a regular file, whose bytes have places.
  var isRegular: Bool { opened.kind == .regular }

  /// The number of bytes of a regular file when it was opened.
  ///
  /// Nil for anything else, and for the files of the system that claim to be empty.
  var size: Int? { isRegular && opened.size > 0 ? opened.size : nil }

  /// Reads what is there, at most as much as `buffer` holds, and waits only if nothing is.
  ///
  /// - Parameters:
  ///   - buffer: Takes the bytes at its front.
  ///   - position: Where in a regular file they are; of no meaning for anything else.
  /// - Returns: The number of bytes read; 0 at the end.
  /// - Throws: `InputError` if the system cannot read them.
  func read(into buffer: inout [UInt8], at position: Int) throws(InputError) -> Int {
    // A pipe that nobody has opened for writing yet would look as if it had ended.
    if !isRegular { descriptor.waitForInput() }
    do throws(Errno) {
      return try descriptor.read(into: &buffer, buffer.indices, at: isRegular ? position : nil)
    } catch { throw InputError(error) }
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
      // Safe: each piece writes its own range of bytes, and `map` returns after the last piece.
      nonisolated(unsafe) let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
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
    _ descriptor: FileDescriptor, _ buffer: UnsafeMutableRawBufferPointer, _ position: Int
  ) -> Result<Int, InputError> {
    var total = 0
    do throws(Errno) {
      while total < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
        let count = try unsafe descriptor.read(into: rest, at: position + total)
        if count == 0 { break }
        total += count
      }
    } catch { return .failure(InputError(error)) }
    return .success(total)
  }

  /// Waits a while for input.
  ///
  /// - Returns: Whether there is some, or the end has come; false too if a signal came.
  func hasInput(within milliseconds: CInt) -> Bool { descriptor.hasInput(within: milliseconds) }

  /// What the system tells of the file now.
  func status() throws(InputError) -> FileStatus {
    do throws(Errno) { return try descriptor.status() } catch { throw InputError(error) }
  }

  /// Whether there is a regular file at `path` that is not this one.
  func isReplaced(at path: String) -> Bool {
    guard let other = try? FileStatus(path: path) else { return false }
    return other.kind == .regular && other.identity != opened.identity
  }

  /// Whether there is something at `path` that is neither a regular file nor a directory.
  static func isPipeOrDevice(_ path: String) -> Bool {
    !path.utf8.contains(0) && (try? FileStatus(path: path))?.kind == .other
  }
}

/// Why a file could not be opened or read on.
struct InputError: Error {
  /// The line in question, if there is one.
  var line: Int?
  /// The reason, as a part of a sentence.
  var reason: String

  init(line: Int? = nil, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// Takes the system's words.
  init(_ error: Errno) { reason = error.reason }
}
