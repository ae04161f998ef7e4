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
    /// A text for each row.
    case direct(TextRows)
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
    case .direct(let rows): rows.nulls.hasBit(row)
    case .integers(_, let nulls): nulls.hasBit(row)
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
    case .direct(let rows):
      return rows.nulls.hasBit(row) ? nil : rows.withShown(row, body)
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
    case .direct(let rows):
      return rows.nulls.hasBit(row) ? nil : rows.withFolded(row, body)
    case .integers:
      return withShown(slot, body)
    }
  }

  /// Sets the text in a slot, nil for null; the slot after the last one is added.
  ///
  /// - Complexity: O(1) for each byte, amortised
  mutating func set(_ slot: UInt32, to text: [UInt8]?) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if chunk == pieces.count {
      // Where texts hardly repeat, a pool would only be a detour.
      let isPooling = chunk == 0 || pool.count <= Int(slot) / 4
      pieces.append(isPooling ? .coded([]) : .direct(TextRows()))
    }
    // The piece is taken out while it changes, so that nothing of it is copied.
    let piece = pieces[chunk]
    pieces[chunk] = .coded([])
    switch consume piece {
    case .coded(var codes):
      let code = text.map { pool.code(of: $0.span) } ?? TextPool.null
      if row == codes.count { codes.append(code) } else { codes[row] = code }
      pieces[chunk] = .coded(codes)
    case .direct(var rows):
      if row == rows.count { rows.append(text) } else { rows.replace(row, with: text) }
      pieces[chunk] = .direct(rows)
    case .integers:
      preconditionFailure("chunk \(chunk) of a column that is still being read")
    }
  }
}
