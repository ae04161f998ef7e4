import Synchronization

/// A registry that keeps descriptors of SQLite databases open.
///
/// POSIX requires that closing any descriptor of a file releases all locks that the process holds
/// on it. Among these are SQLite's own locks, which keep others from changing the file. A
/// descriptor of a database is therefore never closed: one for each such file stays open until the
/// process exits.
package enum DatabaseDescriptors {
  /// The magic header of a database.
  private static let header = Array("SQLite format 3\0".utf8)

  private static let kept = Mutex<[FileStatus.Identity: FileDescriptor]>([:])

  /// Keeps a descriptor if its file is a database.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that nothing else uses.
  ///   - status: The status of its file.
  /// - Returns: Whether the file is a database. If not, the caller still owns the descriptor.
  /// - Throws: `Errno` if the file cannot be read.
  package static func keepIfDatabase(
    _ descriptor: FileDescriptor, _ status: FileStatus
  ) throws(Errno) -> Bool {
    guard status.kind == .regular, try isDatabase(descriptor) else { return false }
    kept.withLock { $0[status.identity] = descriptor }
    return true
  }

  /// Returns whether the process keeps a descriptor of a file open because the file is a database.
  ///
  /// Do not open such a file again: the new descriptor could not be closed.
  ///
  /// - Throws: `Errno` if the file cannot be read.
  package static func isKept(_ status: FileStatus) throws(Errno) -> Bool {
    guard let descriptor = kept.withLock({ $0[status.identity] }) else { return false }
    return try isDatabase(descriptor)
  }

  /// Returns whether the file at a path is a database; false if it is missing or unreadable.
  package static func isDatabase(at path: String) -> Bool {
    if path.utf8.contains(0) { return false }
    do throws(Errno) {
      let status = try FileStatus(path: path)
      if status.kind != .regular { return false }
      if try isKept(status) { return true }
      let descriptor = try FileDescriptor.open(path)
      do throws(Errno) {
        if try keepIfDatabase(descriptor, descriptor.status()) { return true }
      } catch {}
      descriptor.close()
    } catch {}
    return false
  }

  private static func isDatabase(_ descriptor: FileDescriptor) throws(Errno) -> Bool {
    var bytes = [UInt8](repeating: 0, count: header.count)
    var count = 0
    while count < bytes.count {
      let read = try descriptor.read(into: &bytes, count..<bytes.count, at: count)
      if read == 0 { return false }
      count += read
    }
    return bytes == header
  }
}
