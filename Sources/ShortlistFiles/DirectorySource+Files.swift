import ShortlistCore

extension DirectorySource {
  /// Returns the files of a format in the directory and below it, in the order of their paths.
  ///
  /// Their names tell the format. Together they are the source of one list:
  ///
  ///     let files = try DirectorySource(path: "orders").files(of: .csv)
  ///     let orders = try await PickList(source: JoinedFiles(files))
  ///
  /// - Throws: `SourceError` if the directory cannot be read, or has no such file.
  public func files(of format: FileFormat) throws -> [FileSource] {
    var paths: [String] = []
    try forEachRound(.serial) { round in
      for path in round.joined().split(separator: 0) {
        // A path with other bytes cannot be opened as a text.
        guard let path = String(validating: path, as: UTF8.self),
          FileFormat(path: path) == format
        else { continue }
        paths.append(path)
      }
    }
    if paths.isEmpty {
      throw SourceError(
        path: name, reason: "there is no file of the format \(format.rawValue) in this directory")
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { FileSource(path: $0, format: format) }
  }
}
