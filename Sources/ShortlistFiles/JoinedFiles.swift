public import ShortlistCore

/// The rows of several files with the same columns, one file after the other.
public struct JoinedFiles: RowSource {
  /// The files, all of the same format.
  public let files: [FileSource]

  /// Creates a source of files.
  public init(_ files: [FileSource]) { self.files = files }

  /// The paths of the files.
  public var name: String { files.map(\.name).joined(separator: ", ") }

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
      do {
        try file.read(into: &builder) { builder, reached in
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
