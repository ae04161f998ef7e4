/// Measures the texts of a chunk's rows in one column.
///
/// The texts are stored properties: reading them through the column would retain it for each row.
struct ColumnLengths {
  private let column: Column
  private let first: UInt32
  /// The texts stored per row, or those of the pool.
  private var texts = Arena()
  /// The codes of the rows into the pool; empty if the texts are not coded.
  private var codes: [UInt32] = []
  private var shortest: [UInt8] = []
  /// A bitmap of the rows whose texts must be read from the column; empty for none.
  private var others: [UInt64] = []

  init(_ column: Column, _ chunk: Int) {
    self.column = column
    first = UInt32(chunk << Chunk.shift)
    switch column {
    case .text(let texts), .date(let texts, _): read(texts, chunk)
    case .list, .integer, .number, .boolean: others = [UInt64](repeating: ~0, count: Chunk.words)
    }
  }

  private mutating func read(_ column: TextColumn, _ chunk: Int) {
    guard chunk < column.pieces.count else { return }
    let piece = column.pieces[chunk]
    switch piece.kind {
    case .coded:
      texts = column.pool.block.folded
      codes = piece.codes
      for row in piece.few.keys { others.setBit(row, of: Chunk.rows) }
    case .direct:
      texts = piece.rows.block.folded
      shortest = piece.rows.indexed.index.shortest
      for row in piece.rows.replaced.keys { others.setBit(row, of: piece.rows.count) }
    case .integers, .numbers: others = [UInt64](repeating: ~0, count: Chunk.words)
    }
  }

  /// Returns a lower bound of the text lengths of the rows in a bitmap word.
  func shortest(_ number: Int) -> Int {
    shortest.isEmpty || !others.isEmpty && others[number] != 0 ? 0 : Int(shortest[number])
  }

  /// Adds the text lengths of the rows in a bitmap word to those of 64 rows.
  mutating func add(to lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    let unread = others.isEmpty ? 0 : word.bits & others[word.number]
    if !codes.isEmpty {
      texts.addLengths(to: &lengths, word, of: codes)
    } else if !shortest.isEmpty {
      texts.addLengths(to: &lengths, (word.bits & ~unread, word.number))
    }
    var rest = unread
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      lengths[place] += column.foldedLength(first + UInt32(word.number << 6 + place))
    }
  }
}

extension Arena {
  /// Adds the lengths of the texts in a bitmap word to those of 64 texts.
  fileprivate func addLengths(to lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      lengths[place] += range(word.number << 6 + place).count
    }
  }

  /// Adds the lengths of the coded texts of the rows in a bitmap word to those of 64 rows.
  fileprivate func addLengths(
    to lengths: inout [Int], _ word: (bits: UInt64, number: Int), of codes: [UInt32]
  ) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let code = codes[word.number << 6 + place]
      if code != TextPool.null { lengths[place] += range(Int(code) - 1).count }
    }
  }
}
