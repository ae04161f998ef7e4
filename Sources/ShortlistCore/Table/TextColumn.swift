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
    return chunk >= pieces.count || pieces[chunk].isNull(row)
  }

  /// The text in a slot, nil for null.
  subscript(slot: UInt32) -> String? { withShown(slot) { $0.text } }

  /// Calls `body` with the bytes of the text in a slot; nil for null.
  func withShown<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    switch pieces[chunk].kind {
    case .coded:
      let code = pieces[chunk].code(row)
      return code == TextPool.null ? nil : pool.block.shown.with(Int(code) - 1, body)
    case .direct:
      return pieces[chunk].rows.withShown(row, body)
    case .integers:
      return pieces[chunk].rows.nulls.hasBit(row)
        ? nil : body(Array(String(pieces[chunk].integers[row]).utf8).span)
    case .numbers:
      return pieces[chunk].rows.nulls.hasBit(row)
        ? nil : body(Array(NumberText.text(pieces[chunk].numbers[row]).utf8).span)
    }
  }

  /// Calls `body` with the folded bytes of the text in a slot; nil for null.
  func withFolded<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    switch pieces[chunk].kind {
    case .coded:
      let code = pieces[chunk].code(row)
      return code == TextPool.null ? nil : pool.block.folded.with(Int(code) - 1, body)
    case .direct:
      return pieces[chunk].rows.withFolded(row, body)
    case .integers, .numbers:
      return withShown(slot, body)
    }
  }

  /// How the folded text in a slot begins, nil for null.
  func foldedHead(_ slot: UInt32) -> TextHead? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    if pieces[chunk].kind == .coded {
      let code = pieces[chunk].code(row)
      return code == TextPool.null ? nil : pool.block.folded.head(Int(code) - 1)
    }
    return pieces[chunk].rows.foldedHead(row)
  }

  /// How the text in a slot begins, nil for null.
  func shownHead(_ slot: UInt32) -> TextHead? {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    if pieces[chunk].kind == .coded {
      let code = pieces[chunk].code(row)
      return code == TextPool.null ? nil : pool.block.shown.head(Int(code) - 1)
    }
    return pieces[chunk].rows.shownHead(row)
  }

  /// Whether two slots have the same text, or both none.
  func areSame(_ a: UInt32, _ b: UInt32) -> Bool {
    guard let first = shownHead(a), let second = shownHead(b) else {
      return isNull(a) && isNull(b)
    }
    if first != second || first.isWhole { return first == second }
    return withShown(a) { a in withShown(b) { b in a.isSame(as: b) } } == true
  }

  /// Sets the text in a slot, nil for null.
  ///
  /// - Complexity: O(1) for each byte, amortised
  mutating func set(_ slot: UInt32, to text: [UInt8]?) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if text == nil && chunk >= pieces.count { return }
    while chunk >= pieces.count {
      // Where texts hardly repeat, a pool would only be a detour.
      let isPooling = chunk == 0 || chunk > pieces.count || pool.count <= Int(slot) / 4
      pieces.append(isPooling ? .coded([]) : .direct(TextRows()))
    }
    switch pieces[chunk].kind {
    case .coded:
      let code = text.map { pool.code(of: $0.span) } ?? TextPool.null
      let count = pieces[chunk].codes.count
      if count == 0 { return setOneOfFew(chunk, row, to: code) }
      if row < count {
        pieces[chunk].codes[row] = code
      } else {
        for _ in count..<row { pieces[chunk].codes.append(TextPool.null) }
        pieces[chunk].codes.append(code)
      }
    case .direct:
      while pieces[chunk].rows.count < row { pieces[chunk].rows.append(nil) }
      if row == pieces[chunk].rows.count {
        pieces[chunk].rows.append(text)
      } else {
        pieces[chunk].rows.replace(row, with: text)
      }
    case .integers, .numbers:
      preconditionFailure("chunk \(chunk) of a column that is still being read")
    }
  }

  @inline(never)
  private mutating func setOneOfFew(_ chunk: Int, _ row: Int, to code: UInt32) {
    pieces[chunk].few[row] = code == TextPool.null ? nil : code
    if pieces[chunk].few.areMany(with: row) {
      pieces[chunk] = pieces[chunk].whole(pieces[chunk].few.rows)
    }
  }

  /// The same column with all chunks of a table of so many slots in full.
  ///
  /// - Complexity: O(chunks); O(rows) where chunks have only a few texts
  func whole(_ slots: Int) -> Self { Self(pool: pool, pieces: pieces.whole(slots)) }
}

extension TextPiece: ColumnPiece {
  init() { self.init(kind: .coded) }

  var count: Int {
    switch kind {
    case .coded: codes.count
    case .direct: rows.count
    case .integers: integers.count
    case .numbers: numbers.count
    }
  }

  func whole(_ count: Int) -> Self {
    var piece = self
    piece.few = [:]
    switch kind {
    case .coded:
      piece.codes += repeatElement(TextPool.null, count: count - codes.count)
      for (row, code) in few { piece.codes[row] = code }
    case .direct: while piece.rows.count < count { piece.rows.append(nil) }
    case .integers, .numbers: break
    }
    return piece
  }
}
