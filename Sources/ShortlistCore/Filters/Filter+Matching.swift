extension Filter {
  /// Returns the rows of a table for which the filter holds.
  ///
  /// - Precondition: The table has the attributes, and the operands fit them.
  /// - Complexity: O(terms * rows), a few machine instructions for each, in chunks that the
  ///   workers share.
  func rows(of table: RowTable, workers: Workers = .serial) -> RowSet {
    let filter = PreparedFilter(self, table)
    return RowSet(
      universe: table.slots, chunks: workers.map(table.chunks) { filter.rows(of: $0) })
  }
}

extension PreparedFilter {
  /// Returns the bitmap of the rows of a chunk for which the filter holds.
  func rows(of chunk: Int) -> [UInt64] {
    switch self {
    case .all(let parts):
      return parts.dropFirst().reduce(into: parts[0].rows(of: chunk)) { bits, part in
        bits.combine(part.rows(of: chunk)) { $0 & $1 }
      }
    case .any(let parts):
      return parts.dropFirst().reduce(into: parts[0].rows(of: chunk)) { bits, part in
        bits.combine(part.rows(of: chunk)) { $0 | $1 }
      }
    case .not(let part):
      return part.rows(of: chunk).map { ~$0 }
    case .never(let slots):
      return [UInt64](repeating: 0, count: (Chunk.rows(of: chunk, count: slots) + 63) / 64)
    case .null(let column, let slots):
      return column.nulls(of: chunk, rows: Chunk.rows(of: chunk, count: slots))
    case .integer(let column, let range):
      // A single comparison tests both ends: values below the lower end wrap to numbers greater
      // than the width of the range.
      let width = UInt(bitPattern: range.upperBound &- range.lowerBound)
      return column.rows(of: chunk) { UInt(bitPattern: $0 &- range.lowerBound) <= width }
    case .number(let column, let range):
      return column.rows(of: chunk) { range.lowerBound <= $0 && $0 <= range.upperBound }
    case .boolean(let column, let wanted):
      return column.rows(of: chunk) { $0 == wanted }
    case .text(let column, let wanted):
      return column.rows(of: chunk, equalling: wanted)
    case .containing(let column, let wanted, let slots):
      return column.rows(of: chunk, containing: wanted, slots: slots)
    case .element(let column, let wanted):
      let piece = column.pieces[chunk]
      if let only = wanted.onlyCode {
        return [UInt64](rows: piece.count) { row in piece.codes(row).contains(only) }
      }
      let codes = wanted.table(of: column.pool)
      return [UInt64](rows: piece.count) { row in piece.codes(row).contains { codes[Int($0)] } }
    }
  }
}

extension FlatColumn {
  /// Returns the bitmap of the rows of a chunk whose value passes a test.
  fileprivate func rows(of chunk: Int, where test: (Element) -> Bool) -> [UInt64] {
    let piece = pieces[chunk]
    var bits = [UInt64](piece.values.span, where: test)
    for word in piece.nulls.indices { bits[word] &= ~piece.nulls[word] }
    return bits
  }
}

extension Column {
  /// Returns the bitmap of the rows of a chunk whose shown value contains a text.
  fileprivate func rows(
    of chunk: Int, containing wanted: ContainedText, slots: Int
  ) -> [UInt64] {
    switch self {
    case .text(let column) where column.pieces[chunk].kind == .coded,
      .date(let column, _) where column.pieces[chunk].kind == .coded:
      let codes = column.pieces[chunk].codes
      return [UInt64](rows: codes.count) { wanted.codes[Int(codes[$0])] }
    case .list(let column):
      let piece = column.pieces[chunk]
      return [UInt64](rows: piece.count) { row in
        piece.codes(row).contains { wanted.codes[Int($0)] }
      }
    default:
      let first = UInt32(chunk << Chunk.shift)
      return [UInt64](rows: Chunk.rows(of: chunk, count: slots)) { row in
        containsFolded(first + UInt32(row)) { wanted.finder.first(in: $0, from: 0) != nil }
      }
    }
  }
}

extension EqualText {
  /// The code if there is exactly one.
  fileprivate var onlyCode: UInt32? { codes.count == 1 ? codes[0] : nil }

  /// Returns, for each code of a pool including 0, whether it is one of these.
  fileprivate func table(of pool: TextPool) -> [Bool] {
    var table = [Bool](repeating: false, count: pool.count + 1)
    for code in codes { table[Int(code)] = true }
    return table
  }
}

extension TextColumn {
  /// Returns the bitmap of the rows of a chunk that equal a text.
  fileprivate func rows(of chunk: Int, equalling wanted: EqualText) -> [UInt64] {
    let piece = pieces[chunk]
    switch piece.kind {
    case .coded:
      if let code = wanted.onlyCode { return [UInt64](piece.codes.span, equalling: code) }
      if wanted.codes.isEmpty {
        return [UInt64](repeating: 0, count: (piece.codes.count + 63) / 64)
      }
      let codes = wanted.table(of: pool)
      return [UInt64](piece.codes.span) { codes[Int($0)] }
    case .direct:
      let texts = piece.rows
      return [UInt64](rows: texts.count) { row in
        texts.withFolded(row) { $0.isSame(as: wanted.folded.span) } ?? false
      }
    case .integers, .numbers:
      return [UInt64](rows: max(piece.integers.count, piece.numbers.count)) { _ in false }
    }
  }
}

extension Column {
  /// Returns the bitmap of the rows of a chunk without a value.
  fileprivate func nulls(of chunk: Int, rows: Int) -> [UInt64] {
    switch self {
    case .integer(let column): return column.pieces[chunk].nulls.padded(to: rows)
    case .number(let column): return column.pieces[chunk].nulls.padded(to: rows)
    case .boolean(let column): return column.pieces[chunk].nulls.padded(to: rows)
    case .list(let column): return column.pieces[chunk].nulls.padded(to: rows)
    case .text(let column), .date(let column, _):
      let piece = column.pieces[chunk]
      return piece.kind == .coded
        ? [UInt64](piece.codes.span, equalling: TextPool.null) : piece.rows.nulls.padded(to: rows)
    }
  }
}

extension Array<UInt64> {
  /// Creates the bitmap of those of `rows` rows that pass a test.
  init(rows: Int, _ test: (Int) -> Bool) {
    self.init(repeating: 0, count: (rows + 63) / 64)
    for word in indices {
      var bits: UInt64 = 0
      for row in word << 6..<Swift.min(word << 6 + 64, rows) where test(row) {
        bits |= 1 << UInt64(row & 63)
      }
      self[word] = bits
    }
  }

  /// Creates the bitmap of the values that pass a test.
  ///
  /// The loop does not branch on the result of the test, which is hard to predict.
  @inline(__always)
  fileprivate init<CellValue>(_ values: Span<CellValue>, where test: (CellValue) -> Bool) {
    self = []
    reserveCapacity((values.count + 63) / 64)
    var start = 0
    while start + 64 <= values.count {
      let group = values.extracting(start..<start + 64)
      var bits: UInt64 = 0
      for row in 0..<64 { bits |= (test(group[row]) ? 1 : 0) &<< UInt64(row) }
      append(bits)
      start += 64
    }
    if start == values.count { return }
    var bits: UInt64 = 0
    for row in start..<values.count { bits |= (test(values[row]) ? 1 : 0) &<< UInt64(row - start) }
    append(bits)
  }

  /// Creates the bitmap of the codes that equal a code.
  ///
  /// It compares sixteen codes at once. A multiplication gathers eight bytes that are 0 or 1 into
  /// eight bits.
  fileprivate init(_ codes: Span<UInt32>, equalling code: UInt32) {
    typealias Block = SIMD16<UInt32>
    let wanted = Block(repeating: code)
    func bits(_ bytes: UInt64) -> UInt64 {
      (UInt64(littleEndian: bytes) &* 0x0102_0408_1020_4080) &>> 56
    }
    self = []
    reserveCapacity((codes.count + 63) / 64)
    unsafe codes.withUnsafeBytes { raw in
      for word in 0..<codes.count / 64 {
        var equal: UInt64 = 0
        for part in 0..<4 {
          let place = word << 6 | part << 4
          let block = unsafe raw.loadUnaligned(fromByteOffset: place * 4, as: Block.self)
          let ones = Block().replacing(with: 1, where: block .== wanted)
          let halves = unsafe unsafeBitCast(
            SIMD16<UInt8>(truncatingIfNeeded: ones), to: SIMD2<UInt64>.self)
          equal |= (bits(halves[0]) | bits(halves[1]) &<< 8) &<< UInt64(part << 4)
        }
        append(equal)
      }
    }
    self += Self(codes.extracting(count << 6..<codes.count)) { $0 == code }
  }

  fileprivate mutating func combine(_ other: Self, _ operation: (UInt64, UInt64) -> UInt64) {
    precondition(count == other.count, "\(count) words of a bitmap meet \(other.count)")
    for word in indices { self[word] = operation(self[word], other[word]) }
  }

  /// Returns the bitmap extended with zeros to cover `rows` rows.
  fileprivate func padded(to rows: Int) -> Self {
    let words = (rows + 63) / 64
    return self + repeatElement(0, count: Swift.max(0, words - count))
  }
}
