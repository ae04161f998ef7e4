/// Collects the cells of one column.
///
/// Full chunks are put away in a compact form as they come; what they become is decided when all
/// cells are known.
struct ColumnBuilder: Sendable {
  /// The attribute's name.
  let name: String
  /// The type that was asked for, nil if it is to be found.
  let asked: AttributeType?
  /// The type that the source says it is, as long as all cells fit it.
  private(set) var declared: AttributeType?
  private var inference = TypeInference()
  private var texts = TextColumn()
  /// Whether texts repeat enough for a pool.
  private var isPooling = true
  /// The cells that do not make a chunk yet.
  private var open: [CellPart] = []
  private var openRows = 0
  /// The rows put away.
  private var sealedRows = 0

  /// A column of `rows` nulls.
  init(name: String, asked: AttributeType?, rows: Int) {
    self.name = name
    self.asked = asked
    appendNulls(rows)
  }

  /// Says what type the column is, if all cells fit it.
  mutating func declare(_ type: AttributeType) { declared = type }

  /// Appends nulls.
  mutating func appendNulls(_ rows: Int) {
    if rows == 0 { return }
    var cells = OpenCells(of: asked)
    cells.appendNulls(rows)
    append(cells)
  }

  /// Appends cells, and puts away the chunks that they fill.
  ///
  /// - Complexity: O(1) where they fill none; O(rows + bytes) of the chunks that they fill
  mutating func append(_ cells: OpenCells) {
    if let type = declared, !cells.fit(type) { declared = nil }
    var rows = 0..<cells.count
    while openRows + rows.count >= Chunk.rows {
      let end = rows.lowerBound + Chunk.rows - openRows
      open.append(CellPart(cells: cells, rows: rows.lowerBound..<end))
      seal()
      rows = end..<rows.upperBound
    }
    if !rows.isEmpty { open.append(CellPart(cells: cells, rows: rows)) }
    openRows += rows.count
  }

  /// Appends the cells of a whole chunk, or the last cells.
  ///
  /// - Precondition: There are whole chunks before.
  mutating func append(_ chunk: Cells) {
    append(OpenCells(chunk))
    seal()
  }

  private mutating func seal() {
    var cells = OpenCells(joining: open)
    open.removeAll(keepingCapacity: true)
    openRows = 0
    if cells.count == 0 { return }
    if asked == nil { inference.look(at: cells) }
    // Whole numbers among texts are texts like the others.
    if cells.form == .integers, [.text, .list, .date].contains(type) { cells.becomeTexts() }
    let piece =
      switch cells.form {
      case .nulls: TextPiece.coded(Array(repeating: TextPool.null, count: cells.count))
      case .integers: TextPiece.integers(cells.integers, nulls: cells.nulls)
      case .numbers: TextPiece.numbers(cells.numbers, nulls: cells.nulls)
      case .texts: piece(of: cells.texts)
      }
    texts.pieces.append(piece)
    sealedRows += cells.count
    if isPooling && sealedRows >= Chunk.rows && texts.pool.count > sealedRows / 4 { stopPooling() }
  }

  /// The type as far as it is known.
  private var type: AttributeType { asked ?? declared ?? inference.type }

  private mutating func piece(of open: Cells) -> TextPiece {
    (type == .integer ? integers(open) : nil) ?? (isPooling ? coded(open) : direct(open))
  }

  /// The open cells as whole numbers, nil if one of them would not be written as it is.
  private func integers(_ open: Cells) -> TextPiece? {
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

  private mutating func coded(_ open: Cells) -> TextPiece {
    var codes: [UInt32] = []
    codes.reserveCapacity(open.count)
    var last = (start: 0, end: 0, code: TextPool.null)
    for (index, kind) in open.kinds.enumerated() {
      if kind == .null {
        codes.append(TextPool.null)
        continue
      }
      let range = open.texts.range(index)
      // Rows that follow each other often have the same text.
      let text = open.texts.bytes.span.extracting(range)
      let isSame =
        last.code != TextPool.null
        && open.texts.bytes.span.extracting(last.start..<last.end).isSame(as: text)
      if !isSame { last.code = texts.pool.code(of: text) }
      (last.start, last.end) = (range.lowerBound, range.upperBound)
      codes.append(last.code)
    }
    return .coded(codes)
  }

  private func direct(_ open: Cells) -> TextPiece {
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
    return (type, ColumnConversion(texts: texts).column(of: type))
  }
}
