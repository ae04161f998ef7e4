package import ShortlistCore
import ShortlistSystem

/// A writer of index files.
package struct IndexWriter: Sendable {
  /// What was written.
  package struct Summary: Hashable, Sendable {
    /// The number of rows.
    package var rows: Int
    /// The number of columns.
    package var columns: Int
    /// The number of bytes of the file.
    package var bytes: Int
  }

  /// The path of the file as it was given, for errors.
  private let path: String
  /// The path of the file without symbolic links: a link stays, and its file is replaced.
  private let target: String
  /// Whether a file that is no index file is replaced.
  private let replaces: Bool

  /// Creates a writer, and checks whether there may be a file at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - inputs: The paths of the files of rows, which are never replaced.
  ///   - replaces: Whether a file that is no index file is replaced.
  /// - Throws: `SourceError` if the file must not be replaced.
  package init(_ path: String, inputs: [String], replaces: Bool) throws(SourceError) {
    (self.path, self.replaces) = (path, replaces)
    if path.isEmpty || path.utf8.contains(0) {
      throw SourceError(path: path, reason: "is no path of a file")
    }
    let absolute = try? absolutePath(path)
    target = absolute.flatMap { String(validating: $0, as: UTF8.self) } ?? path
    for input in inputs where Self.isSame(input, path) {
      throw SourceError(path: path, reason: "is one of the files to read; give -o another path")
    }
    try check()
  }

  /// Returns whether two paths lead to the same file.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard !a.utf8.contains(0), let a = try? FileStatus(path: a), let b = try? FileStatus(path: b)
    else { return false }
    return a.identity == b.identity
  }

  private func check() throws(SourceError) {
    guard let status = try? FileStatus(path: target) else { return }
    if status.kind != .regular {
      let kind = status.kind == .directory ? "a directory" : "a pipe or a device"
      throw SourceError(path: path, reason: "is \(kind); give -o the path of a file")
    }
    if replaces || status.size == 0 || IndexFile.isIndexFile(target) { return }
    throw SourceError(
      path: path, reason: "is there and no index file; --force replaces it, and -o names another")
  }

  /// Returns where the columns go while they are read, if they exceed what memory may be used.
  ///
  /// - Parameter memory: The number of bytes of memory; nil for 1 GiB.
  /// - Returns: The spill.
  package func spill(memory: Int?) -> Spill {
    // The other half is for what is being read and converted.
    Spill(SpillFile(path, beside: target), limit: (memory ?? 1 << 30) / 2)
  }

  /// Writes the index file of a table.
  ///
  /// The file is there when it is complete: until then, it has another name.
  ///
  /// - Parameters:
  ///   - table: A table that a source has just filled.
  ///   - progress: Called with the number of bytes written so far; may throw to stop.
  /// - Returns: What was written.
  /// - Throws: `SourceError` if the system cannot write the file; what `progress` throws.
  package func write(
    _ table: RowTable, progress: (Int) throws -> Void = { _ in }
  ) throws -> Summary {
    let (file, name) = try create()
    var isOpen = true
    do {
      let size = try naming { try fill(file, with: table, progress) }
      try naming { try file.synchronize() }
      file.close()
      isOpen = false
      try check()
      try naming { try renameFile(name, to: target) }
      synchronizeFolder()
      return Summary(rows: table.count, columns: table.schema.entries.count, bytes: size)
    } catch {
      if isOpen { file.close() }
      removeFile(name)
      throw error
    }
  }

  /// Creates a file with another name in the same folder.
  private func create() throws(SourceError) -> (FileDescriptor, path: String) {
    for number in 1... {
      let name = "\(target).\(number).part"
      do throws(Errno) {
        return (try FileDescriptor.create(name, replaces: false), name)
      } catch  where error == .exists && number < 1000 {
        continue
      } catch {
        throw SourceError(path: path, reason: "cannot be written: \(error.reason)")
      }
    }
    throw SourceError(path: path, reason: "cannot be written")
  }

  private func naming<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as Errno {
      throw SourceError(path: path, reason: "cannot be written: \(error.reason)")
    }
  }

  /// Writes header, blocks and directory; returns the number of bytes.
  private func fill(
    _ file: FileDescriptor, with table: RowTable, _ progress: (Int) throws -> Void
  ) throws -> Int {
    var output = Output(file)
    try output.write([UInt8](repeating: 0, count: IndexHeader.size))
    let directory = try StoredTable.write(table) { bytes in
      if bytes.isEmpty { return .empty }
      let block = StoredBlock(
        offset: output.size, count: bytes.count, checksum: Checksum.of(bytes.span))
      try output.write(bytes)
      try progress(output.size)
      return block
    }
    var header = IndexHeader()
    // What could not be read again from a spill.
    if let failure = table.failure { throw failure }
    header.rows = table.count
    header.directory = StoredBlock(
      offset: output.size, count: directory.count, checksum: Checksum.of(directory.span))
    try output.write(directory)
    try output.flush()
    header.fileSize = output.size
    try file.write(header.bytes, at: 0)
    return output.size
  }

  /// Makes the name outlast a power failure; not all file systems have this for folders.
  private func synchronizeFolder() {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    guard let file = try? FileDescriptor.open(folder) else { return }
    try? file.synchronize()
    file.close()
  }
}

/// A file that is written in large parts.
private struct Output {
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  /// The number of bytes so far.
  private(set) var size = 0

  /// The number of bytes that are written at once.
  private static let part = 1 << 20

  init(_ file: FileDescriptor) { self.file = file }

  mutating func write(_ bytes: [UInt8]) throws(Errno) {
    size += bytes.count
    buffer += bytes
    if buffer.count >= Self.part { try flush() }
  }

  mutating func flush() throws(Errno) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
