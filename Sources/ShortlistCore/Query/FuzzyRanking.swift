/// The merits of rows in a fuzzy search: what decides their order ahead of the sort.
///
/// The merit of a row is its points in the upper half and, where that is asked for, how short its
/// texts are in the lower one. The points are those of each needle in the attribute that it fits best,
/// taken together.
struct FuzzyRanking: Sendable {
  private let plan: SearchPlan
  private let columns: [Column]
  /// For each needle and column the points of the texts of its pool by code, that of no text first.
  private let pooled: [[[FuzzyPoints]]]

  /// Finds the points of the texts of pools; if it is cancelled, of some of them.
  init(
    _ plan: SearchPlan, of table: RowTable, workers: Workers, isCancelled: @Sendable () -> Bool
  ) {
    self.plan = plan
    columns = plan.columns.map { table.columns[$0] }
    pooled = plan.needles.map { needle in
      plan.columns.map { column in
        guard let texts = table.columns[column].pool?.indexed else { return [] }
        let piece = Sizes.pooledTexts
        let count = texts.block.count
        let pieces = workers.map((count + piece - 1) / piece) { index in
          var scoring = BlockScoring(needle, texts)
          var points: [FuzzyPoints] = []
          for text in index * piece..<min((index + 1) * piece, count) {
            if text & 63 == 0 && isCancelled() { break }
            points.append(scoring.points(of: text))
          }
          return points
        }
        return [.none] + pieces.joined()
      }
    }
  }

  /// How long the texts of a row are that are searched.
  static func length(of slot: UInt32, in columns: [Column]) -> Int {
    columns.reduce(0) { $0 + $1.foldedLength(slot) }
  }

  /// How short texts of a length are.
  static func shortness(_ length: Int) -> UInt16 {
    .max - UInt16(clamping: length)
  }

  /// The merits of the members of a set in a chunk, by their places in it; 0 for others, and for those
  /// that are left when it is cancelled.
  func merits(
    in chunk: Int, among members: RowSet, isCancelled: @Sendable () -> Bool
  ) -> [UInt32] {
    var rows = ChunkScoring(plan, columns, pooled, chunk)
    var merits = [UInt32](repeating: 0, count: Chunk.rows(of: chunk, count: members.universe))
    for (number, slot) in members.slots(in: chunk).enumerated() {
      if number & 63 == 63 && isCancelled() { break }
      let row = Int(slot) & Chunk.mask
      merits[row] = merit(rows.points(of: row), slot)
    }
    return merits
  }

  /// The best rows of a set, in order.
  ///
  /// Of most rows no more than a bound is found out: those that cannot be among the best any more are
  /// left out. It gets tighter as rows are found, whichever worker finds them.
  ///
  /// - Parameters:
  ///   - count: How many rows are wanted.
  ///   - members: The rows, which all match.
  ///   - order: The order of rows with the same merit.
  ///   - table: The table.
  ///   - workers: Who looks at the chunks.
  ///   - isCancelled: Asked before each few rows.
  /// - Returns: The rows; fewer if there are not as many.
  /// - Throws: `CancellationError` if it was cancelled.
  func best(
    _ count: Int, among members: RowSet, order: RowOrder, of table: RowTable, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> [UInt32] {
    let best = BestRows(count, order: order, columns: table.columns)
    _ = workers.map(table.chunks) { chunk in
      if !isCancelled() { add(chunk, of: members, to: best, isCancelled) }
    }
    if isCancelled() { throw CancellationError() }
    return best.slots
  }

  private func add(
    _ chunk: Int, of members: RowSet, to best: BestRows, _ isCancelled: @Sendable () -> Bool
  ) {
    let words = members.chunk(chunk)
    if words.allSatisfy({ $0 == 0 }) { return }
    let first = UInt32(chunk << Chunk.shift)
    let top = plan.needles.reduce(.none) { $0 + FuzzyBounds.most(of: $1) }
    if best.cannotTake(bound(top), first) { return }
    var rows = ChunkScoring(plan, columns, pooled, chunk)
    let least = best.leastMerit(first)
    let floor = plan.prefersShort ? least >> 16 : (least + 0xFFFF) >> 16
    let most = rows.most(of: Array(words), floor: FuzzyPoints(clamping: floor))
    var bounds = [FuzzyPoints](repeating: .none, count: 64)
    var lengths = [Int](repeating: 0, count: 64)
    for (number, bits) in words.enumerated() where bits != 0 {
      let slot = first + UInt32(number << 6)
      if best.cannotTake(bound(most[number]), slot) { continue }
      if isCancelled() { return }
      var rest = bits
      if plan.prefersShort {
        rows.measure(&lengths, (bits, number))
        leaveOut(&rest, slot, to: best) { merit(most[number], length: lengths[$0]) }
      }
      add(rest, slot, of: &rows, number, &bounds, lengths, to: best)
    }
  }

  /// Adds the rows of a word of a bitmap, by its number in the chunk, the first one with a slot.
  ///
  /// A row that is not as short as it would have to be is left out before its points are found.
  private func add(
    _ bits: UInt64, _ first: UInt32, of rows: inout ChunkScoring, _ number: Int,
    _ bounds: inout [FuzzyPoints], _ lengths: [Int], to best: BestRows
  ) {
    var rest = bits
    for isClose in [false, true] where rest != 0 {
      rows.bound(&bounds, (rest, number), isClose: isClose)
      leaveOut(&rest, first, to: best) {
        merit(bounds[$0], length: lengths[$0])
      }
    }
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let slot = first + UInt32(place)
      let bound = merit(bounds[place], length: lengths[place])
      if best.cannotTake(bound, slot) { continue }
      let points = rows.points(of: number << 6 + place)
      best.take(merit(points, length: lengths[place]), slot)
    }
  }

  /// Takes those rows out of a word of a bitmap that cannot be among the best, by bounds of their merits.
  @inline(__always)
  private func leaveOut(
    _ bits: inout UInt64, _ first: UInt32, to best: BestRows, _ bound: (_ place: Int) -> UInt32
  ) {
    var rest = bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      if best.cannotTake(bound(place), first + UInt32(place)) { bits &= ~(1 << UInt64(place)) }
    }
  }

  /// The merit of the shortest row that has so many points.
  private func bound(_ points: FuzzyPoints) -> UInt32 { merit(points, length: 0) }

  private func merit(_ points: FuzzyPoints, _ slot: UInt32) -> UInt32 {
    merit(points, length: plan.prefersShort ? Self.length(of: slot, in: columns) : 0)
  }

  private func merit(_ points: FuzzyPoints, length: Int) -> UInt32 {
    points.merit(shortness: plan.prefersShort ? Self.shortness(length) : 0)
  }
}

extension SearchPlan {
  /// The merit of a row in a fuzzy search; 0 if it does not match.
  func merit(_ slot: UInt32, in table: RowTable) -> UInt32 {
    var aligner = FuzzyAligner()
    let columns = columns.map { table.columns[$0] }
    var points = FuzzyPoints.none
    for needle in needles {
      let best = columns.map { $0.points(slot, needle, &aligner) }.max() ?? .none
      if best == .none { return 0 }
      points += best
    }
    let shortness =
      prefersShort ? FuzzyRanking.shortness(FuzzyRanking.length(of: slot, in: columns)) : 0
    return points.merit(shortness: shortness)
  }
}
