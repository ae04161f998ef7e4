/// A column of lists of texts.
struct ListColumn: Sendable {
  /// The lists of a chunk of rows.
  struct Piece: ColumnPiece, Sendable {
    /// The bitmap of nulls, empty where there are none.
    private(set) var nulls: [UInt64] = []
    /// The codes of the elements of all rows, one row after the other.
    private(set) var elements: [UInt32] = []
    /// Where the elements of each row end.
    private(set) var ends: [UInt32] = []
    /// The elements of rows that were replaced; where only a few rows have a list, those of all.
    private(set) var replaced: [Int: [UInt32]] = [:]

    var count: Int { ends.count }

    /// The codes of the elements of a row, none for null.
    func codes(_ row: Int) -> ArraySlice<UInt32> {
      if !replaced.isEmpty, let codes = replaced[row] { return codes[...] }
      guard row < ends.count else { return [] }
      return elements[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])]
    }

    /// Appends the elements of a new row, nil for null.
    mutating func append(_ codes: [UInt32]?) {
      elements += codes ?? []
      ends.append(UInt32(elements.count))
      nulls.set(count - 1, to: codes == nil, of: count)
    }

    /// Whether there is no list in a row.
    func isNull(_ row: Int) -> Bool {
      row < ends.count ? nulls.hasBit(row) : replaced[row] == nil
    }

    /// Sets the elements of a row, nil for null.
    mutating func set(_ row: Int, to codes: [UInt32]?) {
      if ends.isEmpty {
        replaced[row] = codes
        if replaced.areMany(with: row) { self = whole(replaced.rows) }
        return
      }
      while count < row { append(nil) }
      if row == count { return append(codes) }
      replaced[row] = codes ?? []
      nulls.set(row, to: codes == nil, of: count)
    }

    func whole(_ rows: Int) -> Self {
      var piece = self
      if ends.isEmpty {
        piece = Self()
        for row in 0..<rows { piece.append(replaced[row]) }
      } else {
        while piece.count < rows { piece.append(nil) }
      }
      return piece
    }
  }

  /// The distinct elements.
  var pool = TextPool()
  /// The chunks.
  var pieces: [Piece] = []

  /// The codes of the elements in a slot, nil for null.
  func codes(_ slot: UInt32) -> ArraySlice<UInt32>? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let piece = pieces[chunk]
    return piece.isNull(row) ? nil : piece.codes(row)
  }

  /// Sets the elements of a slot, nil for null.
  mutating func set(_ slot: UInt32, to elements: [String]?) {
    let codes = elements?.map { pool.code(of: Array($0.utf8).span) }
    let chunk = Int(slot >> Chunk.shift)
    if codes == nil && chunk >= pieces.count { return }
    while chunk >= pieces.count { pieces.append(Piece()) }
    pieces[chunk].set(Int(slot) & Chunk.mask, to: codes)
  }

  /// The same column with all chunks of a table of so many slots in full.
  ///
  /// - Complexity: O(chunks); O(rows) where chunks have only a few lists
  func whole(_ slots: Int) -> Self { Self(pool: pool, pieces: pieces.whole(slots)) }

  /// The elements in a slot, nil for null.
  subscript(slot: UInt32) -> [String]? {
    codes(slot)?.map { pool.block.shown.text(Int($0) - 1) }
  }
}
