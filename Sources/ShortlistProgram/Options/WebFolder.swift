import Foundation

/// A folder of files to serve to browsers.
enum WebFolder {
  /// Reads the files in a folder, except hidden files and subfolders.
  ///
  /// Reads them once, so that no request can name any other file.
  static func read(_ path: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !name.hasPrefix(".") {
        let file = URL(filePath: path, directoryHint: .isDirectory).appending(path: name)
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder)
        if !isFolder.boolValue { files[name] = try Array(Data(contentsOf: file)) }
      }
    } catch {
      throw Failure("--pages \(path): cannot be read: \(error.localizedDescription)")
    }
    return files
  }
}
