extension SearchPlan {
  /// Returns the rows of a table that match.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - candidates: The only rows that can match; nil if any row can.
  ///   - filtered: The rows for which each filter of the plan holds.
  ///   - workers: The workers that process the chunks.
  ///   - isCancelled: Called before each chunk and term, and every few pooled texts.
  /// - Returns: The rows.
  /// - Throws: `CancellationError` if the search was cancelled.
  func rows(
    of table: RowTable, among candidates: RowSet? = nil, filtered: [Filter: RowSet] = [:],
    workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    let clauses = try clauses.map { clause in
      try clause.map { term in
        if isCancelled() { throw CancellationError() }
        return TermSearch(term, of: table, filtered, workers, isCancelled)
      }
    }
    let chunks: [[UInt64]] = workers.map(table.chunks) { chunk in
      if isCancelled() { return [] }
      var found = Array((candidates ?? table.rows).chunk(chunk))
      for clause in clauses {
        if found.allSatisfy({ $0 == 0 }) { break }
        var hits = [UInt64](repeating: 0, count: found.count)
        for term in clause {
          if isCancelled() { return [] }
          term.mark(chunk, among: found, in: &hits)
        }
        found = hits
      }
      return found
    }
    if isCancelled() { throw CancellationError() }
    return RowSet(universe: table.slots, chunks: chunks)
  }
}

/// A search for the rows for which one term holds.
private struct TermSearch: Sendable {
  private let isNegated: Bool
  private let columns: [ColumnSearch]
  /// What the values of the columns must have besides; nil where case does not count.
  private let exactCase: (test: CaseTest, columns: [Column])?
  /// The rows for which the filter holds, if the term is one.
  private let rows: RowSet?

  init(
    _ term: SearchTerm, of table: RowTable, _ filtered: [Filter: RowSet], _ workers: Workers,
    _ isCancelled: @Sendable () -> Bool
  ) {
    isNegated = term.isNegated
    switch term.condition {
    case .text(let needle, let searched):
      rows = nil
      exactCase = term.exactCase.map { test in (test, searched.map { table.columns[$0.index] }) }
      columns = searched.map { column in
        ColumnSearch(table.columns[column.index], needle, column.test, workers, isCancelled)
      }
    case .filter(let filter), .value(let filter, _, _):
      rows = filtered[filter] ?? filter.rows(of: table, workers: workers)
      exactCase = nil
      columns = []
    }
  }

  /// Marks the rows of a chunk for which the term holds, among the given ones.
  func mark(_ chunk: Int, among candidates: [UInt64], in hits: inout [UInt64]) {
    if !isNegated && rows == nil && exactCase == nil {
      for column in columns { column.mark(chunk, among: candidates, in: &hits) }
      return
    }
    var own = [UInt64](repeating: 0, count: hits.count)
    if let rows {
      for (word, bits) in rows.chunk(chunk).enumerated() { own[word] = bits }
    }
    for column in columns { column.mark(chunk, among: candidates, in: &own) }
    checkCase(chunk, in: &own)
    for word in hits.indices {
      hits[word] |= candidates[word] & (isNegated ? ~own[word] : own[word])
    }
  }
}

extension TermSearch {
  /// Removes the rows of a chunk whose values have other letters than those that are typed.
  private func checkCase(_ chunk: Int, in rows: inout [UInt64]) {
    guard let exactCase else { return }
    for word in rows.indices {
      var rest = rows[word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest - 1
        let slot = UInt32(chunk << Chunk.shift + word * 64 + bit)
        if !exactCase.columns.contains(where: { exactCase.test.holds($0.value(slot)) }) {
          rows[word] &= ~(1 << bit)
        }
      }
    }
  }
}

/// A search in one column, which tests the texts of its pool once, before the rows.
struct ColumnSearch: Sendable {
  private let column: Column
  private let needle: Needle
  private let test: TextTest
  /// The needle of a fuzzy search in the form that searches many texts at once; nil where
  /// unsupported.
  private let fuzzy: FuzzyNeedle?
  /// The search in the indexes of words; nil if these do not suffice.
  private let words: WordSearch?
  /// For each code, including 0, whether the text passes the test.
  private let pooled: [Bool]

  /// Tests the texts of the pool; only some of them if cancelled.
  init(
    _ column: Column, _ needle: Needle, _ test: TextTest, _ workers: Workers,
    _ isCancelled: @Sendable () -> Bool
  ) {
    let fuzzy = test == .letters ? FuzzyNeedle(needle) : nil
    let words = WordSearch(needle, test)
    self.column = column
    self.needle = needle
    self.test = test
    self.fuzzy = fuzzy
    self.words = words
    guard let pool = column.pool else {
      pooled = [false]
      return
    }
    let folded = pool.block.folded
    let inIndexes = words.flatMap { $0.uses(pool.indexes, of: folded) ? $0 : nil }
    if fuzzy != nil || inIndexes != nil {
      let all = RowSet(all: pool.count).words
      var hits = [UInt64](repeating: 0, count: all.count)
      fuzzy?.mark(pool.indexed, among: all, in: &hits)
      inIndexes?.mark(folded, pool.indexes, among: all, in: &hits)
      pooled = [false] + (0..<pool.count).map(hits.hasBit)
      return
    }
    let piece = Sizes.pooledTexts
    let pieces = workers.map((folded.count + piece - 1) / piece) { index -> [Bool] in
      if isCancelled() { return [] }
      return (index * piece..<min((index + 1) * piece, folded.count)).map { text in
        folded.with(text) { needle.matches($0, test) }
      }
    }
    pooled = [false] + pieces.joined()
  }

  /// Marks the rows of a chunk that pass the test, among the given ones.
  func mark(_ chunk: Int, among rows: [UInt64], in hits: inout [UInt64]) {
    switch column {
    case .text(let column), .date(let column, _):
      if chunk < column.pieces.count { mark(column.pieces[chunk], among: rows, in: &hits) }
    case .list(let column):
      guard chunk < column.pieces.count else { return }
      let piece = column.pieces[chunk]
      let matching = pooled
      mark(among: rows, in: &hits) { row in piece.codes(row).contains { matching[Int($0)] } }
    case .integer, .number, .boolean:
      if !column.canContain(needle) { return }
      mark(among: rows, in: &hits) { row in
        column.containsFolded(UInt32(chunk << Chunk.shift + row)) { needle.matches($0, test) }
      }
    }
  }

  private func mark(_ piece: TextPiece, among rows: [UInt64], in hits: inout [UInt64]) {
    switch piece.content {
    case .coded(let codes) where codes.isEmpty:
      for (row, code) in piece.few where rows.hasBit(row) && pooled[Int(code)] {
        hits[row >> 6] |= 1 << UInt64(row & 63)
      }
    case .coded(let codes):
      let matching = pooled
      if matching.contains(true) { mark(among: rows, in: &hits) { matching[Int(codes[$0])] } }
    case .direct(let texts):
      // A null has no bytes, so nothing matches there.
      let count = rows.reduce(0) { $0 + $1.nonzeroBitCount }
      let isDense = count > texts.count / 8
      let inIndexes = words.flatMap {
        $0.uses(texts.indexes, of: texts.block.folded) ? $0 : nil
      }
      let isScanned = isDense && [.wordStart, .anywhere, .start].contains(test)
      if fuzzy != nil || inIndexes != nil || isScanned {
        var unchanged = rows
        for row in texts.replaced.keys {
          unchanged.set(row, to: false, of: texts.count)
          if rows.hasBit(row), texts.withFolded(row, { needle.matches($0, test) }) == true {
            hits.setBit(row, of: texts.count)
          }
        }
        if let fuzzy {
          fuzzy.mark(texts.indexed, among: unchanged, in: &hits)
        } else if let inIndexes {
          inIndexes.mark(texts.block.folded, texts.indexes, among: unchanged, in: &hits)
        } else if test == .start {
          texts.block.folded.markBeginning(with: needle.bytes, among: unchanged, in: &hits)
        } else {
          scan(texts.block.folded, among: unchanged, in: &hits)
        }
      } else {
        let (needle, test) = (needle, test)
        mark(among: rows, in: &hits) { row in
          texts.withFolded(row) { needle.matches($0, test) } ?? false
        }
      }
    case .integers, .numbers:
      break  // Not searched unless they turn out to be texts.
    }
  }

  @inline(__always)
  private func mark(
    among rows: [UInt64], in hits: inout [UInt64], where test: (Int) -> Bool
  ) {
    // An array would ask for every word whether it has to be copied.
    var hits = hits.mutableSpan
    for word in rows.indices {
      var rest = rows[word] & ~hits[word]
      if rest == 0 { continue }
      var hit: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if test(word << 6 + bit) { hit |= 1 << UInt64(bit) }
        rest &= rest - 1
      }
      hits[word] |= hit
    }
  }

  /// Searches 64 texts of a chunk at a time as if they were one.
  ///
  /// A single letter occurs nearly everywhere, but seldom at the start of a word. These positions
  /// are selected many at a time. The starts of texts have no preceding byte and are tested
  /// separately.
  private func scan(_ texts: Arena, among rows: [UInt64], in hits: inout [UInt64]) {
    let bytes = texts.bytes.span
    let ends = texts.ends.span
    let isLetter = test == .wordStart && needle.bytes.count == 1
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
        guard isWordStart || test == .anywhere else { return found + 1 }
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

  /// Marks the texts that begin with a prefix, among the given ones.
  fileprivate func markBeginning(
    with prefix: [UInt8], among rows: [UInt64], in hits: inout [UInt64]
  ) {
    let (bytes, ends) = (bytes.span, ends.span)
    let prefix = prefix.span
    for word in rows.indices where rows[word] != 0 {
      var start = range(word << 6).lowerBound
      var beginning: UInt64 = 0
      for text in word << 6..<min((word + 1) << 6, count) {
        let end = Int(ends[text])
        defer { start = end }
        if end - start < prefix.count { continue }
        // Texts that begin alike, such as paths, differ late.
        var left = prefix.count
        while left > 0 && bytes[start + left - 1] == prefix[left - 1] { left -= 1 }
        if left == 0 { beginning |= 1 << UInt64(text & 63) }
      }
      hits[word] |= beginning & rows[word]
    }
  }
}

extension SearchPlan {
  /// Whether a row matches.
  func matches(_ slot: UInt32, in table: RowTable) -> Bool {
    clauses.allSatisfy { clause in clause.contains { $0.holds(for: slot, in: table) } }
  }
}

extension Column {
  /// Whether a number or Boolean written out can contain a needle.
  func canContain(_ needle: Needle) -> Bool {
    let letters: String
    switch self {
    case .integer: letters = "-0123456789"
    case .number: letters = "+-.0123456789aefin"
    case .boolean: letters = "aeflrstu"
    case .text, .date, .list: return true
    }
    return needle.bytes.allSatisfy { letters.utf8.contains($0) }
  }
}
