/// The scores of rows in a search by fuzzy points or kinds, which order rows ahead of the sort.
///
/// The upper half of a score holds the row's points. The lower half holds the shortness of its
/// texts if the query prefers short ones. The points are the sum, over all clauses, of the points
/// of the needle and attribute that fit best.
struct FuzzyRanking: Sendable {
  /// Whether the length of texts breaks ties.
  private let prefersShort: Bool
  /// Whether points depend on the kinds of matches.
  private let hasKinds: Bool
  /// The clauses that decide the order.
  private let clauses: [[ScoredNeedle]]
  /// The columns whose texts are measured.
  private let measured: [Column]

  /// A needle with a column in which it is searched.
  struct ScoredNeedle: Sendable {
    let ranked: RankedNeedle
    let column: Column
    /// The points of the pool's texts by code, starting with no text.
    let pooled: [FuzzyPoints]
    /// The greatest of these points.
    let greatest: FuzzyPoints
  }

  /// Scores the texts of pools; only some of them if cancelled.
  init(
    _ plan: SearchPlan, of table: RowTable, workers: Workers, isCancelled: @Sendable () -> Bool
  ) {
    prefersShort = plan.prefersShort
    hasKinds = plan.ranking.hasKinds
    measured = plan.measuredColumns(of: table)
    clauses = plan.ranked.map { clause in
      clause.map { ranked in
        let column = table.columns[ranked.column]
        let pooled = Self.points(of: column.pool, ranked, workers, isCancelled)
        return ScoredNeedle(
          ranked: ranked, column: column, pooled: pooled, greatest: pooled.max() ?? .none)
      }
    }
  }

  private static func points(
    of pool: TextPool?, _ ranked: RankedNeedle, _ workers: Workers,
    _ isCancelled: @Sendable () -> Bool
  ) -> [FuzzyPoints] {
    guard let texts = pool?.indexed else { return [] }
    let piece = Sizes.pooledTexts
    let count = texts.block.count
    let pieces = workers.map((count + piece - 1) / piece) { index in
      var scoring = BlockScoring(ranked.needle, texts)
      var points: [FuzzyPoints] = []
      for text in index * piece..<min((index + 1) * piece, count) {
        if text & 63 == 0 && isCancelled() { break }
        points.append(scoring.points(of: text, ranked.scale))
      }
      return points
    }
    return [.none] + pieces.joined()
  }

  /// Returns the total length of a row's searched texts.
  static func length(of slot: UInt32, in columns: [Column]) -> Int {
    columns.reduce(0) { $0 + $1.foldedLength(slot) }
  }

  /// Returns the shortness of texts of a length.
  static func shortness(_ length: Int) -> UInt16 {
    .max - UInt16(clamping: length)
  }

  /// Returns the scores of a set's members in a chunk, by their positions in it.
  ///
  /// Rows that are not members have 0, and so have those not reached before cancellation.
  func scores(
    in chunk: Int, among members: RowSet, isCancelled: @Sendable () -> Bool
  ) -> [UInt32] {
    var rows = ChunkScoring(clauses, measured, chunk)
    var scores = [UInt32](repeating: 0, count: Chunk.rows(of: chunk, count: members.universe))
    for (number, slot) in members.slots(in: chunk).enumerated() {
      if number & 63 == 63 && isCancelled() { break }
      let row = Int(slot) & Chunk.mask
      scores[row] = score(rows.points(of: row), slot)
    }
    return scores
  }

  /// Returns the best rows of a set, in order.
  ///
  /// For most rows, only an upper bound is computed, and rows that can no longer be among the best
  /// are skipped. The threshold rises as any worker finds better rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows to return.
  ///   - members: The rows, which all match.
  ///   - order: The order of rows with the same score.
  ///   - table: The table.
  ///   - workers: The workers that process the chunks.
  ///   - isCancelled: Called every few rows.
  /// - Returns: The rows; fewer if there are not as many.
  /// - Throws: `CancellationError` if the search was cancelled.
  func best(
    _ count: Int, among members: RowSet, order: RowOrder, of table: RowTable, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> [UInt32] {
    try BestRows.find(
      count, order: order, in: table, workers: workers, isCancelled: isCancelled
    ) { chunk, best in add(chunk, of: members, to: best, isCancelled) }
  }

  private func add(
    _ chunk: Int, of members: RowSet, to best: BestRows, _ isCancelled: @Sendable () -> Bool
  ) {
    var words = Array(members.chunk(chunk))
    if words.allSatisfy({ $0 == 0 }) { return }
    let first = UInt32(chunk << Chunk.shift)
    let top = clauses.reduce(FuzzyPoints.none) { sum, clause in
      let bounds = clause.map {
        $0.ranked.scale.most(FuzzyBounds.most(of: $0.ranked.needle), isJoined: true)
      }
      return sum + (bounds.max() ?? .none)
    }
    if best.cannotInsert(bound(top), from: first) { return }
    var rows = ChunkScoring(clauses, measured, chunk)
    if prefersShort {
      for number in words.indices where words[number] != 0 {
        let most = score(top, length: rows.shortest(number))
        if best.cannotInsert(most, from: first + UInt32(number << 6)) { words[number] = 0 }
      }
    }
    let least = best.minScore(first)
    let floor = FuzzyPoints(clamping: prefersShort ? least >> 16 : (least + 0xFFFF) >> 16)
    // The length of the last of the best rows; rows with its points must not be longer.
    let length = prefersShort ? Int(UInt16.max) - Int(least & 0xFFFF) : .max
    let most = rows.most(of: words, floor: floor, length: length)
    var bounds = [FuzzyPoints](repeating: .none, count: 64)
    var lengths = [Int](repeating: 0, count: 64)
    for (number, bits) in words.enumerated() where bits != 0 {
      let slot = first + UInt32(number << 6)
      let shortest = prefersShort ? rows.shortest(number) : 0
      if best.cannotInsert(score(most[number], length: shortest), from: slot) { continue }
      if isCancelled() { return }
      var rest = bits
      if prefersShort {
        rows.measure(&lengths, (bits, number))
        leaveOut(&rest, slot, to: best) { score(most[number], length: lengths[$0]) }
      }
      add(rest, slot, of: &rows, number, &bounds, lengths, to: best)
    }
  }

  /// Adds the rows of a bitmap word with number `number` in the chunk; `first` is its first slot.
  ///
  /// Rows whose texts are too long to be among the best are skipped before they are scored.
  private func add(
    _ bits: UInt64, _ first: UInt32, of rows: inout ChunkScoring, _ number: Int,
    _ bounds: inout [FuzzyPoints], _ lengths: [Int], to best: BestRows
  ) {
    var rest = bits
    for step in BoundStep.allCases where rest != 0 && (hasKinds || step != .kinds) {
      rows.bound(&bounds, (rest, number), step)
      leaveOut(&rest, first, to: best) {
        score(bounds[$0], length: lengths[$0])
      }
    }
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let slot = first + UInt32(place)
      let bound = score(bounds[place], length: lengths[place])
      if best.cannotInsert(bound, slot) { continue }
      let points = rows.points(of: number << 6 + place)
      best.insert(score(points, length: lengths[place]), slot)
    }
  }

  /// Clears the bits of rows that cannot be among the best, given upper bounds of their scores.
  @inline(__always)
  private func leaveOut(
    _ bits: inout UInt64, _ first: UInt32, to best: BestRows, _ bound: (_ place: Int) -> UInt32
  ) {
    var rest = bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      if best.cannotInsert(bound(place), first + UInt32(place)) { bits &= ~(1 << UInt64(place)) }
    }
  }

  /// Returns the score of the shortest possible row with these points.
  private func bound(_ points: FuzzyPoints) -> UInt32 { score(points, length: 0) }

  private func score(_ points: FuzzyPoints, _ slot: UInt32) -> UInt32 {
    score(points, length: prefersShort ? Self.length(of: slot, in: measured) : 0)
  }

  private func score(_ points: FuzzyPoints, length: Int) -> UInt32 {
    points.score(shortness: prefersShort ? Self.shortness(length) : 0)
  }
}

extension SearchPlan {
  /// Returns the score of a row that matches.
  func score(_ slot: UInt32, in table: RowTable) -> UInt32 {
    if allowsTypos { return scoreWithTypos(slot, in: table) }
    var aligner = FuzzyAligner()
    var points = FuzzyPoints.none
    for clause in ranked {
      points +=
        clause.map { table.columns[$0.column].points(slot, $0, &aligner) }.max() ?? .none
    }
    if !prefersShort { return points.score() }
    let length = FuzzyRanking.length(of: slot, in: measuredColumns(of: table))
    return points.score(shortness: FuzzyRanking.shortness(length))
  }

  /// Returns the columns whose texts are measured: those of the ranked terms, of numbers only if
  /// kinds do not count.
  func measuredColumns(of table: RowTable) -> [Column] {
    var seen: Set<Int> = []
    return ranked.joined().map(\.column).filter { seen.insert($0).inserted }
      .map { table.columns[$0] }.filter { !ranking.hasKinds || $0.isText }
  }
}
