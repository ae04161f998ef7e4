import ShortlistCore
import ShortlistSystem
import Synchronization

/// An open file or standard input, read from front to back.
///
/// A compressed one, which its first bytes tell, is read as the text that it decompresses to. The
/// file is closed at the end of the value's lifetime.
struct InputFile: ~Copyable {
  /// What the bytes of the file are.
  enum Content {
    /// A pipe that has not been read yet.
    case unknown
    case plain
    /// An index file, which is no text.
    case index
    case compressed(DecompressedText)
  }

  /// The status of the file when it was opened.
  let opened: FileStatus
  /// The offset in a regular file at which reading began.
  ///
  /// Another process may already have read part of standard input.
  let start: Int

  private let descriptor: FileDescriptor
  private let content: Mutex<Content>
  /// The size up to which a text may be any number of times as large as its compressed file.
  private let textLimit: Int

  /// Opens the file at `path`; uses standard input if `path` is nil.
  ///
  /// - Throws: `InputError` if there is no such file, or if it is a directory or unreadable.
  init(path: String?, textLimit: Int = DecompressedText.limit) throws(InputError) {
    if path?.utf8.contains(0) == true {
      throw InputError(reason: "the path has a NUL character in it")
    }
    let (descriptor, status) = try Self.open(path)
    let start = status.kind == .regular && path == nil ? descriptor.offset ?? 0 : 0
    let content: Content
    do throws(InputError) {
      content = try Self.content(of: descriptor, status, from: start, textLimit)
    } catch {
      if descriptor != .standardInput { descriptor.close() }
      throw error
    }
    self.descriptor = descriptor
    self.start = start
    self.textLimit = textLimit
    self.content = Mutex(content)
    opened = status
  }

  /// Returns what the bytes of a file are.
  private static func content(
    of descriptor: FileDescriptor, _ status: FileStatus, from start: Int, _ textLimit: Int
  ) throws(InputError) -> Content {
    if status.kind != .regular { return .unknown }
    var mark = [UInt8](repeating: 0, count: indexMark.count)
    let count: Int
    do throws(Errno) {
      count = try descriptor.read(into: &mark, mark.indices, at: start)
    } catch { throw InputError(error) }
    if mark == indexMark { return .index }
    guard let form = CompressedForm(mark.prefix(count)) else { return .plain }
    return .compressed(try DecompressedText(form, limit: textLimit))
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

  /// Opens a file; returns nil if it is a database.
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

  /// Returns the status of a file just opened for reading.
  private static func opened(_ descriptor: FileDescriptor) throws(Errno) -> FileStatus {
    let status = try descriptor.status()
    if status.kind == .directory { throw .isDirectory }
    return status
  }

  deinit {
    if descriptor != .standardInput { descriptor.close() }
  }

  /// Whether it is a regular file, which has offsets.
  var isRegular: Bool { opened.kind == .regular }

  /// The size of a regular file in bytes when it was opened.
  ///
  /// Nil for anything else, for a compressed file, and for system files that claim to be empty.
  var size: Int? {
    isRegular && opened.size > 0 && compressedForm == nil ? opened.size : nil
  }

  /// How the file is compressed; nil if it is not, or if nothing of a pipe was read yet.
  var compressedForm: CompressedForm? {
    content.withLock { if case .compressed(let text) = $0 { text.form } else { nil } }
  }

  /// The first bytes of an index file: one that is no ASCII character, a name, and line ends that a
  /// transfer as text would change.
  static let indexMark: [UInt8] = [0x89, 0x53, 0x4C, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether it is an index file.
  var isIndexFile: Bool { content.withLock { if case .index = $0 { true } else { false } } }

  /// Whether it is a compressed regular file.
  var isCompressedFile: Bool { isRegular && compressedForm != nil }

  /// Reads available bytes, up to the size of `buffer`; blocks if there are none.
  ///
  /// A compressed pipe may have bytes that are no text yet; then it does not block.
  ///
  /// - Parameters:
  ///   - buffer: The buffer, filled from its start.
  ///   - position: The offset in a regular file that is not compressed; ignored for anything else.
  /// - Returns: The number of bytes read; 0 at the end, and nil if there is no text yet.
  /// - Throws: `InputError` if the system cannot read them, or if they cannot be decompressed.
  func read(into buffer: inout [UInt8], at position: Int) throws(InputError) -> Int? {
    try content.withLock { content throws(InputError) -> Int? in
      var count = 0
      if case .unknown = content {
        // At most the bytes that decide whether the pipe is compressed are waited for.
        repeat {
          let more = try readBytes(into: &buffer, count..<buffer.count, at: position)
          count += more
          if more == 0 { break }
        } while CompressedForm.needsMore(buffer[..<count])
        if let form = CompressedForm(buffer[..<count]) {
          content = .compressed(
            try DecompressedText(form, start: Array(buffer[..<count]), limit: textLimit))
        } else {
          content = .plain
          return count
        }
      }
      guard case .compressed(let text) = content else {
        return try readBytes(into: &buffer, buffer.indices, at: position)
      }
      return try read(text, into: &buffer, buffer.indices)
    }
  }

  /// Reads bytes as they are in the file.
  private func readBytes(
    into buffer: inout [UInt8], _ range: Range<Int>, at position: Int
  ) throws(InputError) -> Int {
    // A pipe that no process has opened for writing yet would look like one that has ended.
    if !isRegular { descriptor.waitForInput() }
    do throws(Errno) {
      return try descriptor.read(into: &buffer, range, at: isRegular ? position : nil)
    } catch { throw InputError(error) }
  }

  /// Reads the next text of a compressed file; nil if a pipe has none yet.
  private func read(
    _ text: DecompressedText, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(InputError) -> Int? {
    try text.read(into: &buffer, range) { block, position throws(InputError) in
      if !isRegular && !descriptor.hasInput(within: 0) { return nil }
      return try readBytes(into: &block, block.indices, at: start + position)
    }
  }

  /// Reads from an offset in a regular file.
  ///
  /// - Parameters:
  ///   - buffer: The buffer that receives the bytes.
  ///   - range: The range of the buffer to fill.
  ///   - position: The offset in the file.
  ///   - workers: The workers that read in parallel, a megabyte at a time.
  /// - Returns: The number of bytes read to the front of the range; fewer than its size only at the
  ///   end of the file.
  /// - Throws: `InputError` if the system cannot read them.
  func read(
    into buffer: inout [UInt8], _ range: Range<Int>, from position: Int, by workers: Workers
  ) throws(InputError) -> Int {
    if compressedForm != nil { return try readAll(into: &buffer, range) }
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

  /// Fills a range of a buffer with the next text of a compressed file.
  private func readAll(
    into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(InputError) -> Int {
    try content.withLock { content throws(InputError) in
      guard case .compressed(let text) = content else { return 0 }
      var end = range.lowerBound
      while end < range.upperBound {
        guard let count = try read(text, into: &buffer, end..<range.upperBound), count > 0 else {
          break
        }
        end += count
      }
      return end - range.lowerBound
    }
  }

  /// Fills a buffer from an offset in a file; returns fewer bytes only at the end of the file.
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

  /// Waits for input, up to a time limit.
  ///
  /// - Returns: Whether there is input or the end was reached; false too if a signal interrupted.
  func hasInput(within milliseconds: CInt) -> Bool {
    let hasMore = content.withLock {
      if case .compressed(let text) = $0 { text.hasMore } else { false }
    }
    return hasMore || descriptor.hasInput(within: milliseconds)
  }

  /// Returns the current status of the file.
  func status() throws(InputError) -> FileStatus {
    do throws(Errno) { return try descriptor.status() } catch { throw InputError(error) }
  }

  /// Returns whether another regular file is at `path`.
  func isReplaced(at path: String) -> Bool {
    guard let other = try? FileStatus(path: path) else { return false }
    return other.kind == .regular && other.identity != opened.identity
  }

  /// Returns whether there is something at `path` other than a regular file or a directory.
  static func isPipeOrDevice(_ path: String) -> Bool {
    !path.utf8.contains(0) && (try? FileStatus(path: path))?.kind == .other
  }
}

/// The error for a file that cannot be opened or read.
struct InputError: Error {
  /// The line concerned, if any.
  var line: Int?
  /// The reason, phrased as part of a sentence.
  var reason: String

  init(line: Int? = nil, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The error for an index file where text is expected.
  static let isIndex = Self(
    reason: "is an index file, which is a list of its own and has no text to read or follow")

  /// Creates an error with the system's message.
  init(_ error: Errno) { reason = error.reason }
}
