/// A column of texts.
///
/// Where texts repeat, a chunk stores codes into a pool of distinct texts: each text is folded,
/// searched and compared once, however many rows have it. Where they do not, a chunk stores its
/// texts one after the other.
struct TextColumn: Sendable {
  /// The pool of distinct texts, in memory or in an index file.
  var columnPool = ColumnPool()
  /// The chunks.
  var pieces = Pieces<TextPiece>()

  /// The pool of distinct texts.
  var pool: TextPool {
    @inline(__always) _read { yield columnPool.texts }
    _modify { yield &columnPool.texts }
  }

  /// Whether all chunks store codes.
  var isCoded: Bool {
    pieces.indices.allSatisfy { pieces.form($0).kind == .coded }
  }

  /// The column with all pieces in memory, for algorithms that go to rows in any order.
  var loaded: Self { Self(columnPool: columnPool.loaded, pieces: pieces.loaded) }

  /// Returns whether a slot is null.
  func isNull(_ slot: UInt32) -> Bool {
    let row = Int(slot) & Chunk.mask
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return true }
    return pieces.array[chunk].stored == nil
      ? pieces.array[chunk].isNull(row) : pieces[chunk].isNull(row)
  }

  /// The text in a slot; nil for null.
  subscript(slot: UInt32) -> String? { withShown(slot) { $0.text } }

  /// Calls `body` with the bytes of a slot's text; returns nil for null.
  func withShown<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let row = Int(slot) & Chunk.mask
    if pieces.array[chunk].stored != nil { return pieces[chunk].withShown(row, columnPool, body) }
    switch pieces.array[chunk].kind {
    case .coded:
      let code = pieces.array[chunk].code(row)
      return code == TextPool.null ? nil : columnPool.withShown(code, body)
    case .direct:
      return pieces.array[chunk].rows.withShown(row, body)
    case .integers:
      return pieces.array[chunk].rows.nulls.hasBit(row)
        ? nil : body(Array(String(pieces.array[chunk].integers[row]).utf8).span)
    case .numbers:
      return pieces.array[chunk].rows.nulls.hasBit(row)
        ? nil : body(Array(NumberText.text(pieces.array[chunk].numbers[row]).utf8).span)
    }
  }

  /// Calls `body` with the folded bytes of a slot's text; returns nil for null.
  func withFolded<Result>(_ slot: UInt32, _ body: (Span<UInt8>) -> Result) -> Result? {
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let row = Int(slot) & Chunk.mask
    if pieces.array[chunk].stored != nil { return pieces[chunk].withFolded(row, columnPool, body) }
    switch pieces.array[chunk].kind {
    case .coded:
      let code = pieces.array[chunk].code(row)
      return code == TextPool.null ? nil : columnPool.withFolded(code, body)
    case .direct:
      return pieces.array[chunk].rows.withFolded(row, body)
    case .integers, .numbers:
      return withShown(slot, body)
    }
  }

  /// Returns the head of a slot's folded text; nil for null.
  func foldedHead(_ slot: UInt32) -> TextHead? {
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let row = Int(slot) & Chunk.mask
    if pieces.array[chunk].stored != nil { return pieces[chunk].foldedHead(row, columnPool) }
    if pieces.array[chunk].kind == .coded {
      let code = pieces.array[chunk].code(row)
      return code == TextPool.null ? nil : columnPool.foldedHead(code)
    }
    return pieces.array[chunk].rows.foldedHead(row)
  }

  /// Returns the head of a slot's text; nil for null.
  func shownHead(_ slot: UInt32) -> TextHead? {
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let row = Int(slot) & Chunk.mask
    if pieces.array[chunk].stored != nil { return pieces[chunk].shownHead(row, columnPool) }
    if pieces.array[chunk].kind == .coded {
      let code = pieces.array[chunk].code(row)
      return code == TextPool.null ? nil : columnPool.shownHead(code)
    }
    return pieces.array[chunk].rows.shownHead(row)
  }

  /// Returns whether two slots have the same text or are both null.
  func areSame(_ a: UInt32, _ b: UInt32) -> Bool {
    guard let first = shownHead(a), let second = shownHead(b) else {
      return isNull(a) && isNull(b)
    }
    if first != second || first.isWhole { return first == second }
    return withShown(a) { a in withShown(b) { b in a.isSame(as: b) } } == true
  }

  /// Sets the text in a slot of a table of `slots` slots, this one included; nil sets null.
  ///
  /// - Complexity: O(1) per byte, amortised
  mutating func set(_ slot: UInt32, to text: [UInt8]?, slots: Int) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    let isNew = chunk >= pieces.count
    if text == nil && isNew { return }
    while chunk >= pieces.count {
      // If few texts repeat, a pool only adds an indirection.
      let isPooling = chunk == 0 || chunk > pieces.count || columnPool.count <= Int(slot) / 4
      pieces.append(isPooling ? .coded([]) : .direct(TextRows()))
    }
    pieces.own(chunk)
    switch pieces.array[chunk].kind {
    case .coded:
      let code = text.map { columnPool.texts.code(of: $0.span) } ?? TextPool.null
      let count = pieces.array[chunk].codes.count
      if count == 0 { return setOneOfFew(chunk, row, to: code, slots: slots) }
      if row < count {
        pieces.array[chunk].codes[row] = code
      } else {
        for _ in count..<row { pieces.array[chunk].codes.append(TextPool.null) }
        pieces.array[chunk].codes.append(code)
      }
    case .direct:
      while pieces.array[chunk].rows.count < row { pieces.array[chunk].rows.append(nil) }
      if row == pieces.array[chunk].rows.count {
        pieces.array[chunk].rows.append(text)
      } else {
        pieces.array[chunk].rows.replace(row, with: text)
      }
      if isNew { pieces[chunk] = pieces[chunk].whole(Chunk.rows(of: chunk, count: slots)) }
    case .integers, .numbers:
      preconditionFailure("chunk \(chunk) of a column that is still being read")
    }
  }

  @inline(never)
  private mutating func setOneOfFew(_ chunk: Int, _ row: Int, to code: UInt32, slots: Int) {
    let rows = Chunk.rows(of: chunk, count: slots)
    pieces[chunk].few[row] = code == TextPool.null ? nil : code
    if pieces[chunk].few.areMany(of: rows) { pieces[chunk] = pieces[chunk].whole(rows) }
  }

  /// Returns the column with all chunks of a table of `slots` slots in full storage.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self { Self(columnPool: columnPool, pieces: pieces.whole(slots)) }
}

/// The text of one row; the pool is the column's.
extension TextPiece {
  @inline(__always)
  fileprivate func withShown<Result>(
    _ row: Int, _ pool: ColumnPool, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    switch kind {
    case .coded:
      let code = code(row)
      return code == TextPool.null ? nil : pool.withShown(code, body)
    case .direct:
      return rows.withShown(row, body)
    case .integers:
      return rows.nulls.hasBit(row) ? nil : body(Array(String(integers[row]).utf8).span)
    case .numbers:
      return rows.nulls.hasBit(row) ? nil : body(Array(NumberText.text(numbers[row]).utf8).span)
    }
  }

  @inline(__always)
  fileprivate func withFolded<Result>(
    _ row: Int, _ pool: ColumnPool, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    switch kind {
    case .coded:
      let code = code(row)
      return code == TextPool.null ? nil : pool.withFolded(code, body)
    case .direct:
      return rows.withFolded(row, body)
    case .integers, .numbers:
      return withShown(row, pool, body)
    }
  }

  @inline(__always)
  fileprivate func foldedHead(_ row: Int, _ pool: ColumnPool) -> TextHead? {
    if kind != .coded { return rows.foldedHead(row) }
    let code = code(row)
    return code == TextPool.null ? nil : pool.foldedHead(code)
  }

  @inline(__always)
  fileprivate func shownHead(_ row: Int, _ pool: ColumnPool) -> TextHead? {
    if kind != .coded { return rows.shownHead(row) }
    let code = code(row)
    return code == TextPool.null ? nil : pool.shownHead(code)
  }
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
