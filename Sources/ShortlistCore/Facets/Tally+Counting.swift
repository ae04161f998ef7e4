extension Tally {
  /// Counts the values of a column among some rows; each list element counts once per row.
  ///
  /// - Complexity: O(rows), in chunks that the workers share
  init(_ column: Column, among rows: RowSet, workers: Workers) {
    let chunks = Chunk.count(for: rows.universe)
    switch column {
    case .text(let texts):
      self = Self.count(texts, among: rows, workers)
    case .date(let texts, _):
      let tally = Self.count(texts, among: rows, workers)
      guard case .texts(let block) = tally.values else { preconditionFailure("dates have texts") }
      self.init(values: .dates(block), counts: tally.counts)
    case .list(let lists):
      let counts = workers.map(chunks) { chunk in
        var counts = [Int](repeating: 0, count: lists.pool.count)
        let piece = lists.pieces[chunk]
        rows.forEachRow(of: chunk) { row in
          let codes = piece.codes(row)
          for place in codes.indices where !codes[..<place].contains(codes[place]) {
            counts[Int(codes[place]) - 1] += 1
          }
        }
        return counts
      }
      self.init(values: .texts(lists.pool.block), counts: Self.sum(counts))
    case .integer(let integers):
      let counts = Self.count(integers, among: rows, workers)
      let keys = Array(counts.keys)
      self.init(values: .integers(keys), counts: keys.map { counts[$0] ?? 0 })
    case .number(let numbers):
      let counts = Self.count(numbers, among: rows, workers)
      let keys = Array(counts.keys)
      self.init(values: .numbers(keys), counts: keys.map { counts[$0] ?? 0 })
    case .boolean(let booleans):
      let counts = Self.count(booleans, among: rows, workers)
      self.init(values: .booleans, counts: [counts[false] ?? 0, counts[true] ?? 0])
    }
  }

  private static func count<Element: FlatValue & Hashable>(
    _ column: FlatColumn<Element>, among rows: RowSet, _ workers: Workers
  ) -> [Element: Int] {
    let chunks = workers.map(column.pieces.count) { chunk in
      var counts: [Element: Int] = [:]
      let piece = column.pieces[chunk]
      rows.forEachRow(of: chunk) { row in
        if !piece.nulls.hasBit(row) { counts[piece.values[row], default: 0] += 1 }
      }
      return counts
    }
    return chunks.dropFirst().reduce(into: chunks.first ?? [:]) {
      $0.merge($1, uniquingKeysWith: +)
    }
  }

  /// Counts coded texts by code, and other texts through a pool that assigns codes to them.
  private static func count(
    _ column: TextColumn, among rows: RowSet, _ workers: Workers
  ) -> Tally {
    var pool = column.pool
    let texts = pool.count
    let coded = workers.map(column.pieces.count) { chunk in
      let piece = column.pieces[chunk]
      return piece.kind == .coded ? rows.counts(of: piece.codes, in: chunk, texts: texts) : []
    }
    var counts = [Int](repeating: 0, count: texts)
    for chunk in coded {
      for index in chunk.indices { counts[index] += Int(chunk[index]) }
    }
    for (chunk, piece) in column.pieces.enumerated() where piece.kind != .coded {
      rows.forEachRow(of: chunk) { row in
        guard let code = piece.rows.withShown(row, { Int(pool.code(of: $0)) }) else { return }
        if code > counts.count { counts.append(0) }
        counts[code - 1] += 1
      }
    }
    return Tally(values: .texts(pool.block), counts: counts)
  }

  private static func sum(_ counts: [[Int]]) -> [Int] {
    counts.dropFirst().reduce(into: counts.first ?? []) { sum, counts in
      for index in counts.indices { sum[index] += counts[index] }
    }
  }
}

extension RowSet {
  /// Returns how many members of a chunk have each code except 0; empty if there are no members.
  ///
  /// - Parameters:
  ///   - codes: The codes of the rows of the chunk.
  ///   - chunk: The chunk.
  ///   - texts: The greatest code.
  /// - Returns: The count of each code from 1.
  fileprivate func counts(of codes: [UInt32], in chunk: Int, texts: Int) -> [UInt32] {
    let words = self.chunk(chunk)
    if words.allSatisfy({ $0 == 0 }) { return [] }
    // Adjacent rows often have the same code, and each increment of a counter waits for the
    // previous one. Four counters per code avoid the wait, as long as they fit in the cache.
    let shift = texts < 1024 ? 2 : 0
    let mask = 1 << shift - 1
    var lanes = [UInt32](repeating: 0, count: (texts + 1) << shift)
    var counts = lanes.mutableSpan
    let codes = codes.span
    for (index, word) in words.enumerated() {
      let start = index << 6
      if word == ~0 {
        let group = codes.extracting(start..<start + 64)
        for row in 0..<64 { counts[Int(group[row]) << shift | row & mask] &+= 1 }
      } else {
        var rest = word
        while rest != 0 {
          let row = rest.trailingZeroBitCount
          counts[Int(codes[start + row]) << shift | row & mask] &+= 1
          rest &= rest - 1
        }
      }
    }
    return (1..<texts + 1).map { code in
      lanes[code << shift..<(code + 1) << shift].reduce(0, &+)
    }
  }

  /// Calls `body` with the position of each member in a chunk, in ascending order.
  func forEachRow(of chunk: Int, _ body: (Int) -> Void) {
    let words = self.chunk(chunk)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
