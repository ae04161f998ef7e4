import ShortlistCore

/// The sizes of the parts in which a file is read.
package struct PieceSizes: Sendable {
  /// The size of the first window in bytes: small, so that rows appear soon.
  var firstWindow = Sizes.firstWindow
  /// The maximum number of bytes to read at once.
  var window = Sizes.window
  /// The target size of a piece in bytes.
  var piece = Sizes.piece
  /// The maximum size in bytes of a line, of a record of delimited text, or of an object in an
  /// array.
  ///
  /// A record is kept in memory until it ends.
  var record = Self.longestRecord
  /// The size in bytes up to which a text may be any number of times as large as its compressed
  /// file.
  package var text = DecompressedText.limit

  /// The default limit for a record: 256 MiB.
  static let longestRecord = 256 << 20

  /// Creates the default sizes.
  init() {}

  /// Creates custom sizes, for tests of the boundaries of pieces.
  package init(
    firstWindow: Int, window: Int, piece: Int, record: Int? = nil
  ) {
    self.firstWindow = firstWindow
    self.window = window
    self.piece = piece
    self.record = record ?? Self.longestRecord
  }
}
