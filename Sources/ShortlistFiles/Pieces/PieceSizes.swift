import ShortlistCore

/// How much of a file is read at a time.
package struct PieceSizes: Sendable {
  /// The bytes that are read first, so that there is something to look at soon.
  var firstWindow = Sizes.firstWindow
  /// The most bytes that are read at once.
  var window = Sizes.window
  /// The bytes that make a piece.
  var piece = Sizes.piece

  /// The sizes for real files.
  init() {}

  /// Other sizes, for tests of all that can happen at the ends of pieces.
  package init(firstWindow: Int, window: Int, piece: Int) {
    self.firstWindow = firstWindow
    self.window = window
    self.piece = piece
  }
}
