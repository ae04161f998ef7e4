/// A column of texts.
///
/// Where texts repeat, a chunk has codes into a pool of distinct texts: each text is folded,
/// searched and compared once, however many rows have it. Where they do not, a chunk has its texts
/// one after the other.
struct TextColumn: Sendable {
  /// The texts of a chunk of rows.
  enum Piece: Sendable {
    /// A code into the pool for each row, `TextPool.null` for null.
    case coded([UInt32])
    /// A text for each row (an empty one where the bitmap says null).
    case direct(TextBlock, nulls: [UInt64])
    /// Whole numbers in their canonical form, kept as numbers until the type of the column is
    /// known; only while rows are being read.
    case integers([Int], nulls: [UInt64])
  }

  /// The distinct texts that codes stand for.
  var pool = TextPool()
  /// The chunks.
  var pieces: [Piece] = []

  /// Whether every row has a code.
  var isCoded: Bool {
    pieces.allSatisfy { if case .coded = $0 { true } else { false } }
  }

  /// Whether there is no text in a slot.
  func isNull(_ slot: UInt32) -> Bool {
    let row = Int(slot) & Chunk.mask
    return switch pieces[Int(slot >> Chunk.shift)] {
    case .coded(let codes): codes[row] == TextPool.null
    case .direct(_, let nulls), .integers(_, let nulls): nulls.hasBit(row)
    }
  }

  /// The text in a slot, nil for null.
  subscript(slot: UInt32) -> String? { withShown(slot) { $0.text } }

  /// Calls `body` with the bytes of the text in a slot; nil for null.
  func withShown<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    switch pieces[Int(slot >> Chunk.shift)] {
    case .coded(let codes):
      let code = codes[row]
      return code == TextPool.null ? nil : pool.block.shown.with(Int(code) - 1, body)
    case .direct(let block, let nulls):
      return nulls.hasBit(row) ? nil : block.shown.with(row, body)
    case .integers(let integers, let nulls):
      return nulls.hasBit(row) ? nil : body(Array(String(integers[row]).utf8).span)
    }
  }

  /// Calls `body` with the folded bytes of the text in a slot; nil for null.
  func withFolded<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    switch pieces[Int(slot >> Chunk.shift)] {
    case .coded(let codes):
      let code = codes[row]
      return code == TextPool.null ? nil : pool.block.folded.with(Int(code) - 1, body)
    case .direct(let block, let nulls):
      return nulls.hasBit(row) ? nil : block.folded.with(row, body)
    case .integers:
      return withShown(slot, body)
    }
  }
}
