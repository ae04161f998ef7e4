#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  // Safe: nothing in this process changes the environment.
  @unsafe @preconcurrency import Musl
#else
  // Safe: nothing in this process changes the environment.
  @unsafe @preconcurrency import Glibc
#endif

/// A file that this user alone can read, and that is removed when nothing refers to it any more.
package final class TemporaryFile: Sendable {
  /// The path of the file.
  package let path: String

  /// Creates a file in the folder of the variable `TMPDIR`, or else in the system's temporary
  /// folder.
  ///
  /// - Parameter bytes: What it contains.
  /// - Throws: `Errno`.
  package init(_ bytes: [UInt8]) throws(Errno) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    // `mkstemp` replaces the last six letters.
    let pattern = "\(folder.isEmpty ? P_tmpdir : folder)/shortlist-XXXXXX\0"
    var name = pattern.utf8.map { CChar(bitPattern: $0) }
    let number = unsafe name.withUnsafeMutableBufferPointer { name in
      unsafe name.baseAddress.map { unsafe mkstemp($0) } ?? -1
    }
    if number < 0 { throw .current }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = FileDescriptor(rawValue: number)
    defer { file.close() }
    do throws(Errno) { try file.write(bytes) } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  deinit { _ = unsafe unlink(path) }
}
