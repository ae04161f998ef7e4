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
  /// The cells that do not make a chunk yet; rows between them and behind them are null.
  private var open: [CellPart] = []
  /// Whether the texts of a chunk had no room and were left out.
  private(set) var isOverfull = false

  /// A column without cells.
  init(name: String, asked: AttributeType?) {
    self.name = name
    self.asked = asked
  }

  /// Says what type the column is, if all cells fit it.
  mutating func declare(_ type: AttributeType) { declared = type }

  /// Appends cells, and puts away the chunks that they fill; rows before them that were left out are
  /// null.
  ///
  /// - Precondition: The first row is behind those that were appended before.
  /// - Complexity: O(1) where they fill no chunk; O(rows + bytes) of the chunks that they fill
  mutating func append(_ cells: OpenCells, at first: Int) {
    if let type = declared, !cells.fit(type) { declared = nil }
    var rows = 0..<cells.count
    var row = first
    while !rows.isEmpty {
      while texts.pieces.count < row >> Chunk.shift { seal(Chunk.rows) }
      let start = row & Chunk.mask
      let part = rows.prefix(Chunk.rows - start)
      open.append(CellPart(cells, part, at: start))
      row += part.count
      rows = part.upperBound..<rows.upperBound
      if row & Chunk.mask == 0 { seal(Chunk.rows) }
    }
  }

  /// Appends cells that follow all others.
  mutating func append(_ cells: Cells) {
    append(OpenCells(cells), at: texts.pieces.count << Chunk.shift)
  }

  /// Puts a chunk of so many rows away.
  private mutating func seal(_ rows: Int) {
    let parts = open
    open.removeAll(keepingCapacity: true)
    let count = parts.reduce(0) { $0 + $1.rows.count }
    if parts.reduce(0, { $0 + $1.byteCount }) > Sizes.mostTextBytes { isOverfull = true }
    if count == 0 || isOverfull {
      texts.pieces.append(.coded([]))
      return
    }
    let isSparse = count * 8 < rows
    var cells = OpenCells(joining: isSparse ? parts : parts.filled(rows))
    if asked == nil { inference.look(at: cells) }
    // Whole numbers among texts are texts like the others.
    if cells.form == .integers, [.text, .list, .date].contains(type) { cells.becomeTexts() }
    if isSparse {
      cells.becomeTexts()
      texts.pieces.append(few(cells.texts, parts.lazy.flatMap { $0.start..<$0.end }))
    } else {
      let piece =
        switch cells.form {
        case .nulls: TextPiece.coded([])
        case .integers: TextPiece.integers(cells.integers, nulls: cells.nulls)
        case .numbers: TextPiece.numbers(cells.numbers, nulls: cells.nulls)
        case .texts: piece(of: cells.texts)
        }
      texts.pieces.append(piece)
    }
    let sealedRows = (texts.pieces.count - 1) << Chunk.shift + rows
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

  /// The cells of a few rows of a chunk.
  private mutating func few(_ cells: Cells, _ rows: some Sequence<Int>) -> TextPiece {
    let codes = zip(rows, coded(cells).codes).filter { $0.1 != TextPool.null }
    return .few(Dictionary(uniqueKeysWithValues: codes))
  }

  private mutating func coded(_ open: Cells) -> TextPiece {
    var codes: [UInt32] = []
    codes.reserveCapacity(open.count)
    var last = (start: 0, end: 0, code: TextPool.null)
    let hasRoom = texts.pool.surelyHasRoom(for: open.texts.bytes.count)
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
      if !isSame {
        guard hasRoom || texts.pool.existingCode(of: text) != nil || texts.pool.hasRoom(for: text)
        else {
          isOverfull = true
          return .coded([])
        }
        last.code = texts.pool.code(of: text)
      }
      (last.start, last.end) = (range.lowerBound, range.upperBound)
      codes.append(last.code)
    }
    return .coded(codes)
  }

  private mutating func direct(_ open: Cells) -> TextPiece {
    guard let block = TextBlock(fitting: open.texts) else {
      isOverfull = true
      return .coded([])
    }
    return .direct(TextRows(block, nulls: open.nulls))
  }

  /// Gives up the pool.
  ///
  /// If only one chunk has used it, that one becomes direct too.
  private mutating func stopPooling() {
    isPooling = false
    guard texts.pieces.count == 1, case .coded(let codes) = texts.pieces[0].content,
      texts.pieces[0].few.isEmpty
    else { return }
    var bytes = 0
    for code in codes where code != TextPool.null {
      bytes += texts.pool.block.shown.range(Int(code) - 1).count
    }
    if bytes > Sizes.mostTextBytes { return }
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
    guard let block = TextBlock(fitting: shown) else { return }
    texts = TextColumn(pieces: [.direct(TextRows(block, nulls: nulls))])
  }

  /// Puts the last cells away.
  private mutating func end(_ rows: Int) {
    if !open.isEmpty { seal(rows - texts.pieces.count << Chunk.shift) }
  }

  /// The cells of so many rows as texts, for a look at a column that is not finished.
  func provisional(_ rows: Int) -> Column {
    var copy = self
    copy.end(rows)
    return .text(copy.texts)
  }

  /// The finished column of so many rows, and its type; nil if it has too much text.
  consuming func finish(_ rows: Int) -> (AttributeType, Column)? {
    end(rows)
    guard !isOverfull, let column = ColumnConversion(texts: texts).column(of: type) else {
      return nil
    }
    return (type, column)
  }
}

extension [CellPart] {
  /// The same parts, with nulls where there are none in a chunk of so many rows.
  fileprivate func filled(_ rows: Int) -> [CellPart] {
    var filled: [CellPart] = []
    var row = 0
    for part in self {
      if part.start > row { filled.append(CellPart(nulls: row..<part.start)) }
      filled.append(part)
      row = part.end
    }
    if row < rows { filled.append(CellPart(nulls: row..<rows)) }
    return filled
  }
}
