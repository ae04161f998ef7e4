/// A column of texts.
///
/// Where texts repeat, a chunk has codes into a pool of distinct texts: each text is folded,
/// searched and compared once, however many rows have it. Where they do not, a chunk has its texts
/// one after the other.
struct TextColumn: Sendable {
  /// The distinct texts that codes stand for.
  var pool = TextPool()
  /// The chunks.
  var pieces: [TextPiece] = []

  /// Whether every row has a code.
  var isCoded: Bool { pieces.allSatisfy { $0.kind == .coded } }

  /// Whether there is no text in a slot.
  func isNull(_ slot: UInt32) -> Bool {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    return pieces[chunk].kind == .coded
      ? pieces[chunk].codes[row] == TextPool.null : pieces[chunk].rows.nulls.hasBit(row)
  }

  /// The text in a slot, nil for null.
  subscript(slot: UInt32) -> String? { withShown(slot) { $0.text } }

  /// Calls `body` with the bytes of the text in a slot; nil for null.
  func withShown<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    switch pieces[chunk].kind {
    case .coded:
      let code = pieces[chunk].codes[row]
      return code == TextPool.null ? nil : pool.block.shown.with(Int(code) - 1, body)
    case .direct:
      return pieces[chunk].rows.nulls.hasBit(row)
        ? nil : pieces[chunk].rows.withShown(row, body)
    case .integers:
      return pieces[chunk].rows.nulls.hasBit(row)
        ? nil : body(Array(String(pieces[chunk].integers[row]).utf8).span)
    }
  }

  /// Calls `body` with the folded bytes of the text in a slot; nil for null.
  func withFolded<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    switch pieces[chunk].kind {
    case .coded:
      let code = pieces[chunk].codes[row]
      return code == TextPool.null ? nil : pool.block.folded.with(Int(code) - 1, body)
    case .direct:
      return pieces[chunk].rows.nulls.hasBit(row)
        ? nil : pieces[chunk].rows.withFolded(row, body)
    case .integers:
      return withShown(slot, body)
    }
  }

  /// The first sixteen bytes of the text in a slot, folded, as `Arena.start(_:)` gives them; nil for
  /// null.
  func foldedStart(_ slot: UInt32) -> UInt128? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    if pieces[chunk].kind == .coded {
      let code = pieces[chunk].codes[row]
      return code == TextPool.null ? nil : pool.block.folded.start(Int(code) - 1)
    }
    return isNull(slot) ? nil : pieces[chunk].rows.foldedStart(row)
  }

  /// Whether two slots have the same text.
  func areSame(_ a: UInt32, _ b: UInt32) -> Bool {
    let (first, second) = (Int(a >> Chunk.shift), Int(b >> Chunk.shift))
    if pieces[first].kind == .coded && pieces[second].kind == .coded {
      return pieces[first].codes[Int(a) & Chunk.mask] == pieces[second].codes[Int(b) & Chunk.mask]
    }
    if isNull(a) || isNull(b) { return false }
    return withShown(a) { a in withShown(b) { b in a.isSame(as: b) } } == true
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
    switch pieces[chunk].kind {
    case .coded:
      let code = text.map { pool.code(of: $0.span) } ?? TextPool.null
      if row == pieces[chunk].codes.count {
        pieces[chunk].codes.append(code)
      } else {
        pieces[chunk].codes[row] = code
      }
    case .direct:
      if row == pieces[chunk].rows.count {
        pieces[chunk].rows.append(text)
      } else {
        pieces[chunk].rows.replace(row, with: text)
      }
    case .integers:
      preconditionFailure("chunk \(chunk) of a column that is still being read")
    }
  }
}
