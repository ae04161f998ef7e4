import ShortlistPlatform

/// The names in a directory, without `.` and `..`, in the order of their bytes.
package struct DirectoryListing: Sendable {
  /// A file or a directory.
  package struct Entry: Sendable {
    /// The range of its name in `names`.
    package let name: Range<Int>
    /// Whether it is a directory; false for a symbolic link to one.
    package let isDirectory: Bool
  }

  /// The bytes of all names, which need not be valid UTF-8.
  package private(set) var names: [UInt8] = []
  /// The entries.
  package private(set) var entries: [Entry] = []

  /// Reads a directory.
  ///
  /// - Parameter path: The bytes of its path.
  /// - Precondition: `path` has no NUL byte.
  /// - Throws: `Errno` if it cannot be opened or read to its end.
  package init(path: [UInt8]) throws(Errno) {
    precondition(!path.contains(0), "a path with a NUL byte")
    // The C library reads the path up to the NUL byte.
    let path = path.map(CChar.init(bitPattern:)) + [0]
    guard let directory = unsafe opendir(path) else { throw .current }
    defer { _ = unsafe closedir(directory) }
    while true {
      // The end of the directory leaves `errno` as it is.
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let start = names.count
      unsafe appendName(of: entry)
      if isSpecial(start) {
        names.removeSubrange(start...)
      } else {
        let isDirectory =
          switch Int32(unsafe entry.pointee.d_type) {
          case Int32(DT_DIR): true
          case Int32(DT_UNKNOWN): unsafe Self.isDirectory(entry, in: directory)
          default: false
          }
        entries.append(Entry(name: start..<names.count, isDirectory: isDirectory))
      }
    }
    if errno != 0 { throw .current }
    let names = names
    entries.sort { names[$0.name].lexicographicallyPrecedes(names[$1.name]) }
  }

  @unsafe private mutating func appendName(of entry: UnsafeMutablePointer<dirent>) {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      // The system ends a name with a NUL byte.
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        if byte == 0 { break }
        names.append(byte)
      }
    }
  }

  /// Returns whether the name from `start` on is `.` or `..`.
  private func isSpecial(_ start: Int) -> Bool {
    names.count - start <= 2 && names[start...].allSatisfy { $0 == UInt8(ascii: ".") }
  }

  /// Returns whether an entry is a directory, for file systems that do not say so themselves.
  @unsafe private static func isDirectory(
    _ entry: UnsafeMutablePointer<dirent>, in directory: OpaquePointer
  ) -> Bool {
    var status = stat()
    let result = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) {
        unsafe fstatat(dirfd(directory), $0, &status, AT_SYMLINK_NOFOLLOW)
      }
    }
    return result == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Returns the absolute path of a file, without symbolic links.
///
/// - Precondition: `path` has no NUL byte.
/// - Throws: `Errno` if there is no such file.
package func absolutePath(_ path: String) throws(Errno) -> [UInt8] {
  precondition(!path.utf8.contains(0), "a path with a NUL character")
  guard let resolved = unsafe realpath(path, nil) else { throw .current }
  defer { unsafe free(resolved) }
  return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
}
