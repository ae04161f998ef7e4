import Dispatch
import ShortlistPlatform

/// Calls a handler when a database file or its log is written, for as long as the watch exists.
///
/// It may call the handler too often; where the system offers no notifications, it never calls it.
final class FileWatch: Sendable {
  // Safe: the array never changes, and Dispatch allows a source to be cancelled on any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceProtocol]

  /// Starts to watch a database and its log.
  init(_ path: String, onWrite: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      unsafe sources = [path, path + "-wal"].compactMap { path in
        let descriptor = unsafe Darwin.open(path, O_EVTONLY)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend])
        source.setEventHandler(handler: onWrite)
        source.setCancelHandler { @Sendable in _ = close(descriptor) }
        source.resume()
        return source
      }
    #else
      // Watch the directory, because the log is created and deleted.
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let folder = parts.dropLast().joined(separator: "/")
      let name = Array((parts.last ?? "").utf8)
      let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        unsafe (sources = [])
        return
      }
      let place = parts.count == 1 ? "." : folder.isEmpty ? "/" : folder
      // A rollback journal is deleted to commit.
      _ = unsafe inotify_add_watch(descriptor, place, UInt32(IN_MODIFY | IN_DELETE))
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: .global(qos: .utility))
      source.setEventHandler { @Sendable in
        if Self.readEvents(descriptor).contains(where: { $0.starts(with: name) }) { onWrite() }
      }
      source.setCancelHandler { @Sendable in _ = close(descriptor) }
      source.resume()
      unsafe (sources = [source])
    #endif
  }

  deinit { for source in unsafe sources { source.cancel() } }

  #if !canImport(Darwin)
    /// Returns the names of the files written since the last call.
    private static func readEvents(_ descriptor: CInt) -> [ArraySlice<UInt8>] {
      var names: [ArraySlice<UInt8>] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe read(descriptor, bytes.baseAddress, bytes.count)
        }
        if count <= 0 { return names }
        // An event is four 32-bit words and a name; the last word is the length of the name.
        var start = 0
        while start + 16 <= count {
          let length = (0..<4).reduce(0) { $0 | Int(buffer[start + 12 + $1]) << (8 * $1) }
          names.append(buffer[(start + 16)..<min(start + 16 + length, count)])
          start += 16 + length
        }
      }
    }
  #endif
}
