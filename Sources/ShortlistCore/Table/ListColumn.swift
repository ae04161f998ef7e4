/// A column of lists of texts.
struct ListColumn: Sendable {
  /// The lists of a chunk of rows.
  struct Piece: Sendable {
    /// The bitmap of nulls, empty where there are none.
    private(set) var nulls: [UInt64] = []
    /// The codes of the elements of all rows, one row after the other.
    private(set) var elements: [UInt32] = []
    /// Where the elements of each row end.
    private(set) var ends: [UInt32] = []
    /// The elements of rows that were replaced.
    private(set) var replaced: [Int: [UInt32]] = [:]

    /// The number of rows.
    var count: Int { ends.count }

    /// The codes of the elements of a row, none for null.
    func codes(_ row: Int) -> ArraySlice<UInt32> {
      if !replaced.isEmpty, let codes = replaced[row] { return codes[...] }
      return elements[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])]
    }

    /// Appends the elements of a new row, nil for null.
    mutating func append(_ codes: [UInt32]?) {
      elements += codes ?? []
      ends.append(UInt32(elements.count))
      nulls.set(count - 1, to: codes == nil, of: count)
    }

    /// Replaces the elements of a row, nil for null.
    mutating func replace(_ row: Int, with codes: [UInt32]?) {
      replaced[row] = codes ?? []
      nulls.set(row, to: codes == nil, of: count)
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
    return piece.nulls.hasBit(row) ? nil : piece.codes(row)
  }

  /// Sets the elements of a slot, nil for null; the slot after the last one is added.
  mutating func set(_ slot: UInt32, to elements: [String]?) {
    let codes = elements?.map { pool.code(of: Array($0.utf8).span) }
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if chunk == pieces.count { pieces.append(Piece()) }
    if row == pieces[chunk].count {
      pieces[chunk].append(codes)
    } else {
      pieces[chunk].replace(row, with: codes)
    }
  }

  /// The elements in a slot, nil for null.
  subscript(slot: UInt32) -> [String]? {
    codes(slot)?.map { pool.block.shown.text(Int($0) - 1) }
  }
}
