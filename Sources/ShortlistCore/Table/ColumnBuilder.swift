/// A builder that collects the cells of one column.
///
/// The builder compacts each chunk as soon as it is full. The final type of the column is known
/// only after the last cell.
struct ColumnBuilder: Sendable {
  /// The attribute's name.
  let name: String
  /// The requested type; nil if the type is to be inferred.
  let requested: AttributeType?
  /// The type that the source declares, as long as all cells fit it.
  private(set) var declared: AttributeType?
  private let options: TableOptions
  private var inference: TypeInference
  private var texts = TextColumn()
  /// Whether texts repeat often enough for a pool.
  private var isPooling = true
  /// The cells after the last full chunk; rows without a part are null.
  private var open: [CellPart] = []
  /// Whether the texts of a chunk exceeded the limit and were dropped.
  private(set) var isOverfull = false

  /// Creates a builder without cells.
  init(name: String, requested: AttributeType?, options: TableOptions) {
    self.name = name
    self.requested = requested
    self.options = options
    inference = TypeInference(options)
  }

  /// Declares the column's type, which applies if all cells fit it.
  mutating func declare(_ type: AttributeType) { declared = type }

  /// Appends cells and compacts the chunks that they fill; skipped rows are null.
  ///
  /// - Precondition: `first` is past all rows appended before.
  /// - Complexity: O(1) if the cells fill no chunk; otherwise O(rows + bytes) of the chunks that
  ///   they fill
  mutating func append(_ cells: OpenCells, at first: Int) {
    if let type = declared, !cells.fit(type, options.dates) { declared = nil }
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

  /// Appends a chunk of cells.
  mutating func append(_ cells: Cells) {
    append(OpenCells(cells), at: texts.pieces.count << Chunk.shift)
  }

  /// Compacts the open cells into a chunk of `rows` rows.
  private mutating func seal(_ rows: Int) {
    let parts = open
    open.removeAll(keepingCapacity: true)
    let count = parts.reduce(0) { $0 + $1.rows.count }
    if parts.reduce(0, { $0 + $1.byteCount }) > Sizes.maxTextBytes { isOverfull = true }
    if count == 0 || isOverfull {
      texts.pieces.append(.coded([]))
      return
    }
    let isSparse = count * 8 < rows
    var cells = OpenCells(joining: isSparse ? parts : parts.filled(rows))
    if requested == nil { inference.infer(from: cells) }
    // Columns of texts, lists or dates store integers as texts too.
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

  /// The type as known so far.
  private var type: AttributeType { requested ?? declared ?? inference.type }

  private mutating func piece(of open: Cells) -> TextPiece {
    (type == .integer ? integers(open) : nil) ?? (isPooling ? coded(open) : direct(open))
  }

  /// Returns the open cells as integers, or nil if one of them does not round-trip to its text.
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

  /// Returns a sparse chunk with the given rows.
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
      // Neighbouring rows often have the same text.
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

  /// Stops using the pool.
  ///
  /// If only one chunk uses the pool, that chunk becomes direct too.
  private mutating func stopPooling() {
    isPooling = false
    guard texts.pieces.count == 1, case .coded(let codes) = texts.pieces[0].content,
      texts.pieces[0].few.isEmpty
    else { return }
    var bytes = 0
    for code in codes where code != TextPool.null {
      bytes += texts.pool.block.shown.range(Int(code) - 1).count
    }
    if bytes > Sizes.maxTextBytes { return }
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

  /// Compacts the remaining cells.
  private mutating func end(_ rows: Int) {
    // Rows after the open cells may fill further chunks, which are null.
    if !open.isEmpty { seal(Chunk.rows(of: texts.pieces.count, count: rows)) }
  }

  /// The approximate size of the chunks in memory.
  var byteCount: Int { texts.pieces.array.reduce(0) { $0 + ($1.stored == nil ? $1.byteCount : 0) } }

  /// Writes the chunks to a spill.
  mutating func move(to spill: Spill) { texts.pieces.move(from: 0, to: spill) }

  /// Returns the first `rows` cells as texts, for a preview of an unfinished column.
  func provisional(_ rows: Int) -> Column {
    var copy = self
    copy.end(rows)
    return .text(copy.texts)
  }

  /// Finishes the column.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - spill: Where the chunks of the column go; nil if they stay in memory.
  /// - Returns: The column and its type, or nil if its texts exceed the limit.
  consuming func finish(_ rows: Int, to spill: Spill? = nil) -> (AttributeType, Column)? {
    end(rows)
    let conversion = ColumnConversion(texts: texts, spill: spill)
    guard !isOverfull, let column = conversion.column(of: type) else { return nil }
    return (type, column)
  }
}

extension [CellPart] {
  /// Returns the parts of a chunk of `rows` rows, with the gaps filled by nulls.
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
