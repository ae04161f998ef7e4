/// A column of lists of texts.
struct ListColumn: Sendable {
  /// The lists of one chunk.
  struct Piece: ColumnPiece, Sendable {
    /// The null bitmap; empty if there are no nulls.
    private(set) var nulls: [UInt64] = []
    /// The element codes of all rows, row by row.
    private(set) var elements: [UInt32] = []
    /// The end offset of each row's elements.
    private(set) var ends: [UInt32] = []
    /// The elements of replaced rows; in a sparse chunk, those of all rows with a list.
    private(set) var replaced: [Int: [UInt32]] = [:]
    var stored: StoredPiece<Self>?

    var count: Int { ends.count }

    /// Returns the element codes of a row; empty for null.
    func codes(_ row: Int) -> ArraySlice<UInt32> {
      if !replaced.isEmpty, let codes = replaced[row] { return codes[...] }
      guard row < ends.count else { return [] }
      return elements[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])]
    }

    /// Appends a row with these elements; nil appends null.
    mutating func append(_ codes: [UInt32]?) {
      elements += codes ?? []
      ends.append(UInt32(elements.count))
      nulls.set(count - 1, to: codes == nil, of: count)
    }

    /// Sets the elements of a row of a chunk that stays sparse; nil sets null.
    mutating func setFew(_ row: Int, to codes: [UInt32]?) { replaced[row] = codes }

    /// Returns whether a row is null.
    func isNull(_ row: Int) -> Bool {
      row < ends.count ? nulls.hasBit(row) : replaced[row] == nil
    }

    /// Sets the elements of a row of a chunk of `rows` rows; nil sets null.
    mutating func set(_ row: Int, to codes: [UInt32]?, rows: Int) {
      if ends.isEmpty {
        replaced[row] = codes
        if replaced.areMany(of: rows) { self = whole(rows) }
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

  /// The distinct elements, in memory or in an index file.
  var columnPool = ColumnPool()
  /// The chunks.
  var pieces = Pieces<Piece>()

  /// The distinct elements.
  var pool: TextPool {
    @inline(__always) _read { yield columnPool.texts }
    _modify { yield &columnPool.texts }
  }

  /// The column with all pieces in memory, for algorithms that go to rows in any order.
  var loaded: Self { Self(columnPool: columnPool.loaded, pieces: pieces.loaded) }

  /// Returns the element codes of a slot; nil for null.
  func codes(_ slot: UInt32) -> ArraySlice<UInt32>? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let piece = pieces[chunk]
    return piece.isNull(row) ? nil : piece.codes(row)
  }

  /// Sets the elements in a slot of a table of `slots` slots, this one included; nil sets null.
  mutating func set(_ slot: UInt32, to elements: [String]?, slots: Int) {
    let codes = elements?.map { pool.code(of: Array($0.utf8).span) }
    let chunk = Int(slot >> Chunk.shift)
    if codes == nil && chunk >= pieces.count { return }
    while chunk >= pieces.count { pieces.append(Piece()) }
    let rows = Chunk.rows(of: chunk, count: slots)
    pieces.own(chunk)
    pieces.array[chunk].set(Int(slot) & Chunk.mask, to: codes, rows: rows)
  }

  /// Returns the column with all chunks of a table of `slots` slots in full storage.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self { Self(columnPool: columnPool, pieces: pieces.whole(slots)) }

  /// The elements of a slot; nil for null.
  subscript(slot: UInt32) -> [String]? {
    codes(slot)?.map { pool.block.shown.text(Int($0) - 1) }
  }
}
