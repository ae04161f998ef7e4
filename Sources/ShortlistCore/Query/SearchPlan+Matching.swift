extension SearchPlan {
  /// Finds the rows of a table that match.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - candidates: The only rows that can match, if something is known of it.
  ///   - workers: Who looks at the chunks.
  ///   - isCancelled: Asked before each chunk.
  /// - Returns: The rows.
  /// - Throws: `CancellationError` if it was cancelled.
  func rows(
    of table: Table, among candidates: RowSet? = nil, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    let searches = try columns.map { column in
      if isCancelled() { throw CancellationError() }
      return ColumnSearch(table.columns[column], needles, match, workers)
    }
    let chunks: [[UInt64]] = workers.map(table.chunks) { chunk in
      if isCancelled() { return [] }
      let rows = Chunk.rows(of: chunk, count: table.count)
      var found = candidates.map { Array($0.chunk(chunk)) } ?? [UInt64](all: rows)
      for needle in needles.indices {
        if found.allSatisfy({ $0 == 0 }) { break }
        var hits = [UInt64](repeating: 0, count: found.count)
        for search in searches { search.mark(needle, chunk, among: found, in: &hits) }
        found = hits
      }
      return found
    }
    if isCancelled() { throw CancellationError() }
    return RowSet(universe: table.count, chunks: chunks)
  }
}

/// A search in one column: the texts of its pool are looked at once, before the rows.
private struct ColumnSearch: Sendable {
  private let column: Column
  private let needles: [Needle]
  private let match: MatchKind
  /// For each needle and code, 0 included, whether the text matches.
  private let pooled: [[Bool]]

  init(_ column: Column, _ needles: [Needle], _ match: MatchKind, _ workers: Workers) {
    self.column = column
    self.needles = needles
    self.match = match
    self.pooled = needles.map { needle in
      guard let folded = column.pool?.block.folded else { return [false] }
      let piece = 4096
      let pieces = workers.map((folded.count + piece - 1) / piece) { index in
        (index * piece..<min((index + 1) * piece, folded.count)).map { text in
          folded.with(text) { needle.matches($0, match) }
        }
      }
      return [false] + pieces.joined()
    }
  }

  /// Marks the rows of a chunk that match a needle, among those asked for.
  func mark(_ needle: Int, _ chunk: Int, among rows: [UInt64], in hits: inout [UInt64]) {
    switch column {
    case .text(let column), .date(let column, _):
      mark(needle, column.pieces[chunk], among: rows, in: &hits)
    case .list(let column):
      let piece = column.pieces[chunk]
      mark(among: rows, in: &hits) { row in
        piece.codes[piece.range(row)].contains { pooled[needle][Int($0)] }
      }
    case .integer, .number, .boolean:
      mark(among: rows, in: &hits) { row in
        let value = column.value(UInt32(chunk << Chunk.shift + row))
        return !value.isNull && needles[needle].matches(Folding.fold(value.text).span, match)
      }
    }
  }

  private func mark(
    _ needle: Int, _ piece: TextColumn.Piece, among rows: [UInt64], in hits: inout [UInt64]
  ) {
    switch piece {
    case .coded(let codes):
      let matching = pooled[needle]
      if matching.contains(true) { mark(among: rows, in: &hits) { matching[Int(codes[$0])] } }
    case .direct(let block, let nulls):
      let count = rows.reduce(0) { $0 + $1.nonzeroBitCount }
      let isDense = count > block.count / 8
      if isDense && (match == .words || match == .substring) {
        scan(block.folded, needles[needle], among: rows, in: &hits)
      } else {
        mark(among: rows, in: &hits) { row in
          block.folded.with(row) { needles[needle].matches($0, match) }
        }
      }
      // A null has no bytes, so nothing was found there.
      assert(zip(hits, nulls).allSatisfy { $0 & $1 == 0 })
    case .integers:
      break  // These are not searched unless they turn out to be texts.
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

  /// Looks for a needle in all texts of a chunk as if they were one.
  private func scan(
    _ texts: Arena, _ needle: Needle, among rows: [UInt64], in hits: inout [UInt64]
  ) {
    let bytes = texts.bytes.span
    let ends = texts.ends.span
    var row = 0
    var at = 0
    while let found = needle.finder.first(in: bytes, from: at) {
      while Int(ends[row]) <= found { row += 1 }
      let end = Int(ends[row])
      let start = row == 0 ? 0 : Int(ends[row - 1])
      let isInside = found + needle.bytes.count <= end
      if isInside && (match == .substring || isWordStart(bytes, found, start)) {
        hits[row >> 6] |= (1 << UInt64(row & 63)) & rows[row >> 6]
        at = end
      } else {
        at = isInside ? found + 1 : end
      }
    }
  }

  private func isWordStart(_ bytes: Span<UInt8>, _ place: Int, _ start: Int) -> Bool {
    place == start || !Folding.endsInsideWord(bytes.extracting(start..<place), at: place - start)
  }
}

extension Array<UInt64> {
  /// The bitmap of all of `rows` rows.
  fileprivate init(all rows: Int) {
    self.init(repeating: ~0, count: (rows + 63) / 64)
    if rows & 63 != 0 { self[count - 1] = (1 << UInt64(rows & 63)) - 1 }
  }
}
