import ShortlistCore

/// How much of a file is read at a time.
package struct PieceSizes: Sendable {
  /// The bytes that are read first, so that there is something to look at soon.
  var firstWindow = Sizes.firstWindow
  /// The most bytes that are read at once.
  var window = Sizes.window
  /// The bytes that make a piece.
  var piece = Sizes.piece
  /// The most bytes of a line, of a record of delimited text, or of an object of an array.
  ///
  /// A record is held in memory until it ends.
  var record = Self.longestRecord

  /// The longest record of real files: 256 MiB.
  static let longestRecord = 256 << 20

  /// The sizes for real files.
  init() {}

  /// Other sizes, for tests of all that can happen at the ends of pieces.
  package init(
    firstWindow: Int, window: Int, piece: Int, record: Int? = nil
  ) {
    self.firstWindow = firstWindow
    self.window = window
    self.piece = piece
    self.record = record ?? Self.longestRecord
  }
}
