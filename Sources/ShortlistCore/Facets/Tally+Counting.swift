extension Tally {
  /// Counts the values of a column among some rows; of a list each element once for each row.
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

  private static func count<Element: Hashable>(
    _ column: FlatColumn<Element>, among rows: RowSet, _ workers: Workers
  ) -> [Element: Int] {
    let chunks = workers.map(column.chunks.count) { chunk in
      var counts: [Element: Int] = [:]
      let (values, nulls) = (column.chunks[chunk], column.nulls[chunk])
      rows.forEachRow(of: chunk) { row in
        if !nulls.hasBit(row) { counts[values[row], default: 0] += 1 }
      }
      return counts
    }
    return chunks.dropFirst().reduce(into: chunks.first ?? [:]) {
      $0.merge($1, uniquingKeysWith: +)
    }
  }

  /// Texts with codes are counted by code, and others by way of a pool that gives them codes.
  private static func count(
    _ column: TextColumn, among rows: RowSet, _ workers: Workers
  ) -> Tally {
    let coded = workers.map(column.pieces.count) { chunk in
      let piece = column.pieces[chunk]
      guard piece.kind == .coded else { return [Int]() }
      var counts = [Int](repeating: 0, count: column.pool.count + 1)
      rows.forEachRow(of: chunk) { counts[Int(piece.codes[$0])] += 1 }
      counts.removeFirst()
      return counts
    }
    var pool = column.pool
    var counts = sum([[Int](repeating: 0, count: pool.count)] + coded.filter { !$0.isEmpty })
    for (chunk, piece) in column.pieces.enumerated() where piece.kind != .coded {
      rows.forEachRow(of: chunk) { row in
        if piece.rows.nulls.hasBit(row) { return }
        let code = Int(piece.rows.withShown(row) { pool.code(of: $0) })
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
  /// Calls `body` with the place of each member in a chunk, in ascending order.
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
