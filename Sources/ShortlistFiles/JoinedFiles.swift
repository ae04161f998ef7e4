public import ShortlistCore

/// The rows of several files with the same columns, one file after the other.
public struct JoinedFiles: RowSource {
  /// The files: index files, and others of one format.
  public let files: [FileSource]

  /// The name of the source in messages.
  public let name: String

  /// Creates a source of files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - name: The name in messages; by default, the paths of the files.
  public init(_ files: [FileSource], name: String? = nil) {
    (self.files, self.name) = (files, name ?? files.map(\.name).joined(separator: ", "))
  }

  /// Reads all rows into `builder`.
  ///
  /// - Throws: `SourceError` of the first file that cannot be read, is malformed or has other
  ///   columns; rethrows errors of `progress`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var before = 0
    for file in files {
      var last = before
      let read = file.isIndexFile ? file.readIndexFile : file.read
      do {
        try read(&builder) { builder, reached in
          last = before + reached.bytes
          try progress(&builder, LoadProgress(rows: reached.rows, bytes: last))
        }
      } catch var error as SourceError {
        if error.path == builder.path { error.path = file.name }
        throw error
      }
      before = last
    }
  }
}
