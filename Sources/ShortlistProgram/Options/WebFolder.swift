import Foundation

/// A folder of files to serve to browsers.
enum WebFolder {
  /// Reads the files in a folder, except hidden files and subfolders.
  ///
  /// Reads them once, so that no request can name any other file. A link that leads out of the
  /// folder is refused.
  static func read(_ path: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let folder = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !name.hasPrefix(".") {
        let file = folder.appending(path: name).resolvingSymlinksInPath()
        guard file.path().hasPrefix(folder.path()) else {
          throw ProgramError("--pages \(path): \(name) leads out of the folder")
        }
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder)
        if !isFolder.boolValue { files[name] = try Array(Data(contentsOf: file)) }
      }
    } catch let error as ProgramError {
      throw error
    } catch {
      throw ProgramError("--pages \(path): cannot be read: \(error.localizedDescription)")
    }
    return files
  }
}
