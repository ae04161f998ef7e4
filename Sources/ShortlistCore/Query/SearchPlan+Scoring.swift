extension SearchPlan {
  /// The points of the rows of a set in a fuzzy search, by slot: for each needle those of the best
  /// attribute.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  func scores(
    of table: Table, among members: RowSet, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> [UInt16] {
    let scorings = columns.flatMap { column in
      needles.map { ColumnScoring(table.columns[column], $0) }
    }
    let chunks = workers.map(table.chunks) { chunk in
      let rows = Chunk.rows(of: chunk, count: table.count)
      var points = [UInt16](repeating: 0, count: rows)
      if isCancelled() { return points }
      let slots = members.slots(in: chunk)
      for needle in needles.indices {
        var best = [UInt16](repeating: 0, count: rows)
        for scoring in stride(from: needle, to: scorings.count, by: needles.count) {
          scorings[scoring].raise(&best, slots)
        }
        for row in points.indices {
          points[row] = UInt16(clamping: Int(points[row]) + Int(best[row]))
        }
      }
      return points
    }
    if isCancelled() { throw CancellationError() }
    return Array(chunks.joined())
  }
}

/// The points of the texts of one column for one needle; those of its pool are counted once.
private struct ColumnScoring: Sendable {
  private let column: Column
  private let needle: Needle
  /// The points of each code, 0 included.
  private let pooled: [UInt16]

  init(_ column: Column, _ needle: Needle) {
    self.column = column
    self.needle = needle
    var aligner = FuzzyAligner()
    pooled = [0] + (column.pool.map { aligner.points(of: $0.block, needle) } ?? [])
  }

  /// Raises the points of rows to those of this column, where it has more.
  func raise(_ points: inout [UInt16], _ slots: [UInt32]) {
    var aligner = FuzzyAligner()
    for slot in slots {
      let row = Int(slot) & Chunk.mask
      points[row] = max(points[row], score(slot, &aligner))
    }
  }

  private func score(_ slot: UInt32, _ aligner: inout FuzzyAligner) -> UInt16 {
    let row = Int(slot) & Chunk.mask
    switch column {
    case .text(let texts), .date(let texts, _):
      switch texts.pieces[Int(slot >> Chunk.shift)] {
      case .coded(let codes): return pooled[Int(codes[row])]
      case .direct(let block, _): return aligner.points(of: block, row, needle)
      case .integers: return 0
      }
    case .list(let lists):
      return lists.codes(slot)?.map { pooled[Int($0)] }.max() ?? 0
    case .integer, .number, .boolean:
      let text = column.value(slot).text
      aligner.load(shown: Array(text.utf8).span, folded: Folding.fold(text).span)
      return UInt16(clamping: aligner.score(needle) ?? 0)
    }
  }
}

extension FuzzyAligner {
  /// The points of each text of a block.
  fileprivate mutating func points(of block: TextBlock, _ needle: Needle) -> [UInt16] {
    (0..<block.count).map { points(of: block, $0, needle) }
  }

  /// The points of a text of a block.
  fileprivate mutating func points(of block: TextBlock, _ index: Int, _ needle: Needle) -> UInt16 {
    let shown = block.shown.bytes.span.extracting(block.shown.range(index))
    let folded = block.folded.bytes.span.extracting(block.folded.range(index))
    guard needle.matches(folded, .fuzzy) else { return 0 }
    load(shown: shown, folded: folded)
    return UInt16(clamping: score(needle) ?? 0)
  }
}
