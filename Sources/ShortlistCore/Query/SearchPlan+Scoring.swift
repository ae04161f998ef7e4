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
      let rows = Chunk.rows(of: chunk, count: table.slots)
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

extension SearchPlan {
  /// The points of a row in a fuzzy search.
  func score(_ slot: UInt32, in table: Table) -> UInt16 {
    var aligner = FuzzyAligner()
    let points = needles.map { needle in
      columns.map { table.columns[$0].points(slot, needle, &aligner) }.max() ?? 0
    }
    return UInt16(clamping: points.reduce(0) { $0 + Int($1) })
  }
}

extension Column {
  /// The points of the text in a slot for a needle, of a list those of its best element.
  fileprivate func points(
    _ slot: UInt32, _ needle: Needle, _ aligner: inout FuzzyAligner
  ) -> UInt16 {
    switch self {
    case .text(let texts), .date(let texts, _):
      return texts.withShown(slot) { shown in
        texts.withFolded(slot) { folded in aligner.points(shown, folded, needle) } ?? 0
      } ?? 0
    case .list(let lists):
      let block = lists.pool.block
      return lists.codes(slot)?.map { code in
        block.shown.with(Int(code) - 1) { shown in
          block.folded.with(Int(code) - 1) { folded in aligner.points(shown, folded, needle) }
        }
      }.max() ?? 0
    case .integer, .number, .boolean:
      let text = value(slot).text
      return aligner.points(Array(text.utf8).span, Folding.fold(text).span, needle)
    }
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
    switch column {
    case .text(let texts), .date(let texts, _):
      let chunk = Int(slot >> Chunk.shift)
      if texts.pieces[chunk].kind == .coded {
        return pooled[Int(texts.pieces[chunk].codes[Int(slot) & Chunk.mask])]
      }
    case .list(let lists): return lists.codes(slot)?.map { pooled[Int($0)] }.max() ?? 0
    case .integer, .number, .boolean: break
    }
    return column.points(slot, needle, &aligner)
  }
}

extension FuzzyAligner {
  /// The points of each text of a block.
  fileprivate mutating func points(of block: TextBlock, _ needle: Needle) -> [UInt16] {
    (0..<block.count).map { index in
      block.shown.with(index) { shown in
        block.folded.with(index) { folded in points(shown, folded, needle) }
      }
    }
  }

  /// The points of a text, as shown and folded.
  mutating func points(_ shown: Span<UInt8>, _ folded: Span<UInt8>, _ needle: Needle) -> UInt16 {
    guard needle.matches(folded, .fuzzy) else { return 0 }
    load(shown: shown, folded: folded)
    return UInt16(clamping: score(needle) ?? 0)
  }
}
