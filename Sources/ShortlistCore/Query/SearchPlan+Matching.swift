extension SearchPlan {
  /// Returns the rows of a table that match.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - candidates: The only rows that can match; nil if any row can.
  ///   - workers: The workers that process the chunks.
  ///   - isCancelled: Called before each chunk and word, and every few pooled texts.
  /// - Returns: The rows.
  /// - Throws: `CancellationError` if the search was cancelled.
  func rows(
    of table: RowTable, among candidates: RowSet? = nil, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    let searches = try columns.map { column in
      if isCancelled() { throw CancellationError() }
      return ColumnSearch(table.columns[column], needles, match, workers, isCancelled)
    }
    let chunks: [[UInt64]] = workers.map(table.chunks) { chunk in
      if isCancelled() { return [] }
      var found = Array((candidates ?? table.rows).chunk(chunk))
      for needle in needles.indices {
        if found.allSatisfy({ $0 == 0 }) { break }
        if isCancelled() { return [] }
        var hits = [UInt64](repeating: 0, count: found.count)
        for search in searches { search.mark(needle, chunk, among: found, in: &hits) }
        found = hits
      }
      return found
    }
    if isCancelled() { throw CancellationError() }
    return RowSet(universe: table.slots, chunks: chunks)
  }
}

/// A search in one column, which tests the texts of its pool once, before the rows.
private struct ColumnSearch: Sendable {
  private let column: Column
  private let needles: [Needle]
  private let match: MatchKind
  /// The needles of a fuzzy search in the form that searches many texts at once; nil where
  /// unsupported.
  private let fuzzy: [FuzzyNeedle?]
  /// For each needle and code, including 0, whether the text matches.
  private let pooled: [[Bool]]

  /// Tests the texts of the pool; only some of them if cancelled.
  init(
    _ column: Column, _ needles: [Needle], _ match: MatchKind, _ workers: Workers,
    _ isCancelled: @Sendable () -> Bool
  ) {
    self.column = column
    self.needles = needles
    self.match = match
    fuzzy = match == .fuzzy ? needles.map(FuzzyNeedle.init) : []
    self.pooled = needles.map { needle in
      guard let pool = column.pool else { return [false] }
      if let fuzzy = match == .fuzzy ? FuzzyNeedle(needle) : nil {
        let all = RowSet(all: pool.count).words
        var hits = [UInt64](repeating: 0, count: all.count)
        fuzzy.mark(pool.indexed, among: all, in: &hits)
        return [false] + (0..<pool.count).map(hits.hasBit)
      }
      let folded = pool.block.folded
      let piece = Sizes.pooledTexts
      let pieces = workers.map((folded.count + piece - 1) / piece) { index -> [Bool] in
        if isCancelled() { return [] }
        return (index * piece..<min((index + 1) * piece, folded.count)).map { text in
          folded.with(text) { needle.matches($0, match) }
        }
      }
      return [false] + pieces.joined()
    }
  }

  /// Marks the rows of a chunk that match a needle, among the given ones.
  func mark(_ needle: Int, _ chunk: Int, among rows: [UInt64], in hits: inout [UInt64]) {
    switch column {
    case .text(let column), .date(let column, _):
      if chunk < column.pieces.count {
        mark(needle, column.pieces[chunk], among: rows, in: &hits)
      }
    case .list(let column):
      guard chunk < column.pieces.count else { return }
      let piece = column.pieces[chunk]
      mark(among: rows, in: &hits) { row in
        piece.codes(row).contains { pooled[needle][Int($0)] }
      }
    case .integer, .number, .boolean:
      mark(among: rows, in: &hits) { row in
        column.containsFolded(UInt32(chunk << Chunk.shift + row)) {
          needles[needle].matches($0, match)
        }
      }
    }
  }

  private func mark(
    _ needle: Int, _ piece: TextPiece, among rows: [UInt64], in hits: inout [UInt64]
  ) {
    switch piece.content {
    case .coded(let codes) where codes.isEmpty:
      for (row, code) in piece.few where rows.hasBit(row) && pooled[needle][Int(code)] {
        hits[row >> 6] |= 1 << UInt64(row & 63)
      }
    case .coded(let codes):
      let matching = pooled[needle]
      if matching.contains(true) { mark(among: rows, in: &hits) { matching[Int(codes[$0])] } }
    case .direct(let texts):
      // A null has no bytes, so nothing matches there.
      let letters = match == .fuzzy ? fuzzy[needle] : nil
      let needle = needles[needle]
      let count = rows.reduce(0) { $0 + $1.nonzeroBitCount }
      let isDense = count > texts.count / 8
      if letters != nil || isDense && (match == .words || match == .substring) {
        var unchanged = rows
        for row in texts.replaced.keys {
          unchanged.set(row, to: false, of: texts.count)
          if rows.hasBit(row), texts.withFolded(row, { needle.matches($0, match) }) == true {
            hits.setBit(row, of: texts.count)
          }
        }
        if let letters {
          letters.mark(texts.indexed, among: unchanged, in: &hits)
        } else {
          scan(texts.block.folded, needle, among: unchanged, in: &hits)
        }
      } else {
        mark(among: rows, in: &hits) { row in
          texts.withFolded(row) { needle.matches($0, match) } ?? false
        }
      }
    case .integers, .numbers:
      break  // Not searched unless they turn out to be texts.
    }
  }

  private func mark(
    among rows: [UInt64], in hits: inout [UInt64], where test: (Int) -> Bool
  ) {
    for word in rows.indices {
      var rest = rows[word] & ~hits[word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if test(word << 6 + bit) { hits[word] |= 1 << UInt64(bit) }
        rest &= rest - 1
      }
    }
  }

  /// Searches 64 texts of a chunk at a time as if they were one.
  ///
  /// A single letter occurs nearly everywhere, but seldom at the start of a word. These positions
  /// are selected many at a time. The starts of texts have no preceding byte and are tested
  /// separately.
  private func scan(
    _ texts: Arena, _ needle: Needle, among rows: [UInt64], in hits: inout [UInt64]
  ) {
    let bytes = texts.bytes.span
    let ends = texts.ends.span
    let isLetter = match == .words && needle.bytes.count == 1
    for word in rows.indices where rows[word] != 0 {
      let these = word << 6..<min((word + 1) << 6, texts.count)
      var hit = isLetter ? texts.beginning(with: needle.bytes[0], these) : 0
      defer { hits[word] |= hit & rows[word] }
      if rows[word] & ~hit == 0 { continue }
      let range = texts.range(these.lowerBound).lowerBound..<Int(ends[these.upperBound - 1])
      var row = these.lowerBound
      needle.finder.forEach(in: bytes, range, outsideWords: isLetter) { found in
        while Int(ends[row]) <= found { row += 1 }
        let text = texts.range(row)
        guard found + needle.bytes.count <= text.upperBound else { return text.upperBound }
        let isWordStart = found == text.lowerBound || !Folding.endsInsideWord(bytes, at: found)
        guard isWordStart || match == .substring else { return found + 1 }
        hit |= 1 << UInt64(row & 63)
        return text.upperBound
      }
    }
  }
}

extension Arena {
  /// Returns which of at most 64 texts begin with a byte: bit 0 for the first text.
  fileprivate func beginning(with byte: UInt8, _ texts: Range<Int>) -> UInt64 {
    var beginning: UInt64 = 0
    for (bit, text) in texts.enumerated() {
      let range = range(text)
      if !range.isEmpty && bytes[range.lowerBound] == byte { beginning |= 1 << UInt64(bit) }
    }
    return beginning
  }
}

extension SearchPlan {
  /// Whether a row matches.
  func matches(_ slot: UInt32, in table: RowTable) -> Bool {
    needles.allSatisfy { needle in
      columns.contains { column in
        table.columns[column].containsFolded(slot) { needle.matches($0, match) }
      }
    }
  }
}

extension Column {
  /// Whether a folded text in a slot passes a test.
  ///
  /// The texts are those of a text or date, of each element of a list, or of a number or Boolean
  /// written out.
  func containsFolded(_ slot: UInt32, where test: (Span<UInt8>) -> Bool) -> Bool {
    switch self {
    case .text(let texts), .date(let texts, _): return texts.withFolded(slot, test) ?? false
    case .list(let lists):
      return lists.codes(slot)?.contains { lists.pool.block.folded.with(Int($0) - 1, test) }
        ?? false
    case .integer, .number, .boolean:
      let value = value(slot)
      return !value.isNull && test(Folding.fold(value.text).span)
    }
  }
}
