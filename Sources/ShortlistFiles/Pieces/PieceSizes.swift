/// How much of a file is read at a time.
package struct PieceSizes: Sendable {
  /// The bytes that are read first, so that there is something to look at soon.
  var firstWindow = 64 << 10
  /// The most bytes that are read at once.
  var window = 8 << 20
  /// The bytes that make a piece.
  var piece = 512 << 10

  /// The sizes for real files.
  init() {}

  /// Other sizes, for tests of all that can happen at the ends of pieces.
  package init(firstWindow: Int, window: Int, piece: Int) {
    self.firstWindow = firstWindow
    self.window = window
    self.piece = piece
  }
}
