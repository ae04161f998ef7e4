/// A column of lists of texts.
struct ListColumn: Sendable {
  /// The lists of a chunk of rows.
  struct Piece: Sendable {
    /// The codes of the elements of all rows, one row after the other.
    var codes: [UInt32] = []
    /// Where the elements of each row end.
    var ends: [UInt32] = []
    /// The bitmap of nulls, empty where there are none.
    var nulls: [UInt64] = []

    /// Where the elements of a row lie in `codes`.
    func range(_ row: Int) -> Range<Int> {
      (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
    }
  }

  /// The distinct elements.
  var pool = TextPool()
  /// The chunks.
  var pieces: [Piece] = []

  /// The codes of the elements in a slot, nil for null.
  func codes(_ slot: UInt32) -> ArraySlice<UInt32>? {
    let row = Int(slot) & Chunk.mask
    let piece = pieces[Int(slot >> Chunk.shift)]
    return piece.nulls.hasBit(row) ? nil : piece.codes[piece.range(row)]
  }

  /// The elements in a slot, nil for null.
  subscript(slot: UInt32) -> [String]? {
    codes(slot)?.map { pool.block.shown.text(Int($0) - 1) }
  }
}
