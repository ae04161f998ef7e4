import ShortlistCore
import ShortlistSystem
import Synchronization

/// A file without a name, for what does not fit memory while an index file is written.
///
/// It is created when something is written for the first time. Its name is removed at once, so that
/// nothing of it remains, however the program ends.
final class SpillFile: BlockSink {
  /// The path of the index file, for errors.
  let path: String
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var file: FileDescriptor?
    /// The number of bytes so far.
    var end = 0
  }

  /// Creates a file in the folder of an index file.
  ///
  /// - Parameters:
  ///   - path: The path of the index file as it was given.
  ///   - target: The path of the index file without symbolic links.
  init(_ path: String, beside target: String) { (self.path, folder) = (path, target) }

  deinit { state.withLock { $0.file?.close() } }

  func write(_ bytes: [UInt8]) throws(SourceError) -> StoredBlock {
    do throws(Errno) {
      let (file, offset) = try state.withLock {
        (state) throws(Errno) -> (FileDescriptor, Int) in
        let file = if let file = state.file { file } else { try create() }
        state.file = file
        defer { state.end += bytes.count }
        return (file, state.end)
      }
      try file.write(bytes, at: offset)
      return StoredBlock(offset: offset, count: bytes.count, checksum: 0)
    } catch {
      throw SourceError(path: path, reason: "cannot be written: \(error.reason)")
    }
  }

  func read(_ block: StoredBlock) throws(SourceError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try state.withLock(\.file)?.bytes(from: block.offset, block.count)
    } catch {
      throw SourceError(
        path: path,
        reason: "cannot be written: the file for columns beyond --memory: \(error.reason)")
    }
    guard let bytes, bytes.count == block.count else {
      throw SourceError(
        path: path, reason: "cannot be written: the file for columns beyond --memory was cut off")
    }
    return bytes
  }

  private func create() throws(Errno) -> FileDescriptor {
    var number = 1
    while true {
      let name = "\(folder).\(number).spill"
      do throws(Errno) {
        let file = try FileDescriptor.create(name, for: .readingAndWriting, replaces: false)
        removeFile(name)
        return file
      } catch {
        if error != .exists || number == 1000 { throw error }
        number += 1
      }
    }
  }
}
