import GRDB
import ShortlistCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of the user's data, where the shortlists of files that cannot be written are kept.
enum DataFolder {
  /// The path of the folder.
  private static var path: String {
    #if canImport(Darwin)
      return (variable("HOME") ?? "") + "/Library/Application Support/shortlist"
    #else
      // One that is not absolute is to be ignored.
      if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
        return folder + "/shortlist"
      }
      return (variable("HOME") ?? "") + "/.local/share/shortlist"
    #endif
  }

  /// The file of the shortlists.
  static var file: String { path + "/shortlists.db" }

  /// Opens the file of the shortlists.
  ///
  /// - Parameters:
  ///   - creating: Whether it is to be made if it is not there.
  ///   - wait: Waits for others who have locked it.
  /// - Returns: The connection; nil if it is not there.
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

  /// The path of a file that is there, from the root on and without links.
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
