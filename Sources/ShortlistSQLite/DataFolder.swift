import GRDB
import ShortlistCore
import ShortlistPlatform

/// The user's data folder, which stores the shortlists of read-only files.
enum DataFolder {
  /// The path of the folder.
  private static var path: String {
    #if canImport(Darwin)
      return (variable("HOME") ?? "") + "/Library/Application Support/shortlist"
    #else
      // The XDG specification says to ignore a relative path.
      if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
        return folder + "/shortlist"
      }
      return (variable("HOME") ?? "") + "/.local/share/shortlist"
    #endif
  }

  /// The path of the shortlists' file.
  static var file: String { path + "/shortlists.db" }

  /// Opens the shortlists' file.
  ///
  /// - Parameters:
  ///   - creating: Whether to create the file if it does not exist.
  ///   - wait: The lock wait of the connection.
  /// - Returns: The connection; nil if the file does not exist.
  /// - Throws: `SourceError`
  static func connect(creating: Bool, _ wait: LockWait) throws -> DatabaseQueue? {
    let file = file
    if unsafe access(file, F_OK) != 0 {
      if !creating { return nil }
      var folder = ""
      for part in path.split(separator: "/") {
        folder += "/" + part
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST {
          throw SourceError(
            path: folder, reason: unsafe String(cString: strerror(errno)).lowercased())
        }
      }
    }
    return try naming(file) {
      try DatabaseQueue(path: file, configuration: OpenTable.configuration(wait, .full))
    }
  }

  /// Returns the absolute path of an existing file, with symbolic links resolved.
  static func absolute(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
