/// Collects the cells of one column.
///
/// Full chunks are put away in a compact form as they come; what they become is decided when all
/// cells are known.
struct ColumnBuilder: Sendable {
  /// The attribute's name.
  let name: String
  /// The type that was asked for, nil if it is to be found.
  let asked: AttributeType?
  private var inference = TypeInference()
  private var texts = TextColumn()
  /// Whether texts repeat enough for a pool.
  private var isPooling = true
  private var open = Cells()
  /// The rows put away.
  private var sealedRows = 0

  /// A column of `rows` nulls.
  init(name: String, asked: AttributeType?, rows: Int) {
    self.name = name
    self.asked = asked
    while sealedRows + Chunk.rows <= rows {
      texts.pieces.append(.coded(Array(repeating: TextPool.null, count: Chunk.rows)))
      sealedRows += Chunk.rows
    }
    open.appendNulls(rows - sealedRows)
  }

  /// The number of cells.
  var count: Int { sealedRows + open.count }

  /// Appends a cell.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>) { open.append(kind, bytes) }

  /// Appends the cells of a whole chunk, or the last cells.
  ///
  /// - Precondition: There are whole chunks before.
  mutating func append(_ chunk: Cells) {
    open = chunk
    seal()
  }

  /// Appends nulls until there are `rows` cells, and puts a full chunk away.
  mutating func endRow(_ rows: Int) {
    if count < rows { open.appendNulls(rows - count) }
    if open.count == Chunk.rows { seal() }
  }

  /// Takes out the last cell.
  mutating func removeLast() { open.removeLast() }

  private mutating func seal() {
    if open.count == 0 { return }
    if asked == nil { inference.look(at: open) }
    let type = asked ?? inference.type
    let piece = (type == .integer ? integers() : nil) ?? (isPooling ? coded() : direct())
    texts.pieces.append(piece)
    sealedRows += open.count
    open = Cells()
    if isPooling && sealedRows >= Chunk.rows && texts.pool.count > sealedRows / 4 { stopPooling() }
  }

  /// The open cells as whole numbers, nil if one of them would not be written as it is.
  private func integers() -> TextPiece? {
    var integers: [Int] = []
    integers.reserveCapacity(open.count)
    let minusZero = Array("-0".utf8)
    for (index, kind) in open.kinds.enumerated() {
      if kind == .null {
        integers.append(0)
        continue
      }
      let integer = open.texts.with(index) {
        $0.isSame(as: minusZero.span) ? nil : NumberText.integer($0)
      }
      guard let integer else { return nil }
      integers.append(integer)
    }
    return .integers(integers, nulls: open.nulls)
  }

  private mutating func coded() -> TextPiece {
    var codes: [UInt32] = []
    codes.reserveCapacity(open.count)
    for (index, kind) in open.kinds.enumerated() {
      codes.append(
        kind == .null ? TextPool.null : open.texts.with(index) { texts.pool.code(of: $0) })
    }
    return .coded(codes)
  }

  private func direct() -> TextPiece {
    .direct(TextRows(TextBlock(open.texts), nulls: open.nulls))
  }

  /// Gives up the pool.
  ///
  /// If only one chunk has used it, that one becomes direct too.
  private mutating func stopPooling() {
    isPooling = false
    guard texts.pieces.count == 1, case .coded(let codes) = texts.pieces[0].content
    else { return }
    var shown = Arena()
    var nulls: [UInt64] = []
    let nothing: [UInt8] = []
    for (row, code) in codes.enumerated() {
      if code == TextPool.null {
        nulls.setBit(row, of: codes.count)
        shown.append(nothing.span)
      } else {
        texts.pool.block.shown.with(Int(code) - 1) { shown.append($0) }
      }
    }
    texts = TextColumn(pieces: [.direct(TextRows(TextBlock(shown), nulls: nulls))])
  }

  /// The cells so far as texts, for a look at a column that is not finished.
  func provisional() -> Column {
    var copy = self
    copy.seal()
    return .text(copy.texts)
  }

  /// The finished column and its type.
  consuming func finish() -> (AttributeType, Column) {
    seal()
    let type = asked ?? inference.type
    return (type, ColumnConversion(texts: texts).column(of: type))
  }
}
