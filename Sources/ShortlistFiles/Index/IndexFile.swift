import ShortlistCore
import ShortlistSystem

/// An open index file, whose blocks are read when they are needed.
///
/// They are read by position, not mapped: where a file has been cut off, the system ends a program
/// that looks at mapped memory, and a read is only too short.
final class IndexFile: BlockSource {
  let path: String
  private let file: FileDescriptor

  /// The memory in bytes that the columns of an index file may use, unless told otherwise: a
  /// quarter of all memory, at least 1 GiB, and at most a half.
  static let usualMemory = min(max(SystemMemory.bytes / 4, 1 << 30), SystemMemory.bytes / 2)

  /// Returns whether a regular file begins as an index file.
  ///
  /// A file that cannot be read is none.
  static func isIndexFile(_ path: String) -> Bool {
    // A pipe must not be opened and closed: who writes to it would find no reader.
    guard !path.utf8.contains(0), (try? FileStatus(path: path))?.kind == .regular,
      let file = try? InputFile(path: path)
    else { return false }
    return file.isIndexFile
  }

  /// Opens the table of an index file.
  ///
  /// Only the header and the directory are read.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - memory: The number of bytes that the pieces of columns may use.
  /// - Returns: The table.
  /// - Throws: `SourceError` if the file is no index file, or one that cannot be used.
  static func open(_ path: String, memory: Int = usualMemory) throws(SourceError) -> RowTable {
    do throws(IndexRefusal) {
      let (file, header, directory) = try opened(path)
      let store = BlockStore(IndexFile(path: path, file: file), limit: memory)
      return try refusing { () throws(SourceError) in
        try StoredTable.open(
          directory, count: header.rows, blocksBefore: header.directory.offset, in: store)
      }
    } catch {
      throw SourceError(path: path, reason: error.reason)
    }
  }

  private static func refusing<Value>(
    _ body: () throws(SourceError) -> Value
  ) throws(IndexRefusal) -> Value {
    do throws(SourceError) { return try body() } catch { throw .unreadable(error.reason) }
  }

  private static func opened(
    _ path: String
  ) throws(IndexRefusal) -> (FileDescriptor, IndexHeader, directory: [UInt8]) {
    if path.utf8.contains(0) { throw .unreadable("the path has a NUL character in it") }
    let file = try system { () throws(Errno) in try FileDescriptor.open(path) }
    var isKept = false
    do throws(IndexRefusal) {
      let status = try system { () throws(Errno) in try file.status() }
      isKept = try system { () throws(Errno) in
        try DatabaseDescriptors.keepIfDatabase(file, status)
      }
      if isKept || status.kind != .regular { throw .foreign }
      let start = try system { () throws(Errno) in try file.bytes(from: 0, IndexHeader.size) }
      let header = try IndexHeader(start, fileSize: status.size)
      let (offset, count) = (header.directory.offset, header.directory.count)
      let directory = try system { () throws(Errno) in try file.bytes(from: offset, count) }
      guard Checksum.of(directory.span) == header.directory.checksum else { throw .damaged }
      return (file, header, directory)
    } catch {
      // A descriptor of a database stays open.
      if !isKept { file.close() }
      throw error
    }
  }

  private static func system<Value>(
    _ body: () throws(Errno) -> Value
  ) throws(IndexRefusal) -> Value {
    do throws(Errno) { return try body() } catch { throw .unreadable(error.reason) }
  }

  private init(path: String, file: FileDescriptor) { (self.path, self.file) = (path, file) }

  deinit { file.close() }

  func read(_ block: StoredBlock) throws(SourceError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Errno) { bytes = try file.bytes(from: block.offset, block.count) } catch {
      throw SourceError(path: path, reason: error.reason)
    }
    if bytes.count < block.count {
      throw SourceError(
        path: path,
        reason: "is an index file that was cut off while it was open; "
          + "make it again with shortlist index")
    }
    guard Checksum.of(bytes.span) == block.checksum else {
      throw SourceError(
        path: path,
        reason: "is damaged: the checksum of the \(block.count) bytes from byte "
          + "\(block.offset) on is wrong; make it again with shortlist index")
    }
    return bytes
  }

}

extension FileDescriptor {
  /// Returns the bytes of a regular file from a position on; fewer at the end of the file.
  func bytes(from position: Int, _ count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var end = 0
    while end < count {
      let read = try read(into: &bytes, end..<count, at: position + end)
      if read == 0 { break }
      end += read
    }
    if end < count { bytes.removeLast(count - end) }
    return bytes
  }
}
