/// The scores of rows in a search that finds words with typos.
///
/// A row has the typos of each word of the search: none if it has the word as typed, else the
/// fewest with which it has it. Rows with fewer typos come first; of rows with as many, those in
/// which all words are whole, not only beginnings of longer words. Under a ranking by kinds, rows
/// without typos have the same points as in the search without typos, which are always more.
struct TypoRanking: Sendable {
  private let plan: SearchPlan
  /// For each word the rows that match each of its steps.
  private let sets: [[RowSet]]
  private let measured: [Column]

  /// Creates a ranking.
  ///
  /// - Parameters:
  ///   - plan: The search, with typos.
  ///   - sets: The rows that match each of the plan's `typoSteps`.
  ///   - table: The table.
  init(_ plan: SearchPlan, _ sets: [[RowSet]], of table: RowTable) {
    (self.plan, self.sets) = (plan, sets)
    measured = plan.prefersShort ? plan.measuredColumns(of: table) : []
  }

  /// Returns the scores of a set's members in a chunk, by their positions in it.
  ///
  /// Rows that are not members have 0, and so have those not reached before cancellation.
  func scores(
    in chunk: Int, among members: RowSet, of table: RowTable, isCancelled: () -> Bool
  ) -> [UInt32] {
    var scores = [UInt32](repeating: 0, count: Chunk.rows(of: chunk, count: members.universe))
    forEach(in: chunk, among: members, of: table, isCancelled) { slot, score in
      scores[Int(slot) & Chunk.mask] = score
    }
    return scores
  }

  /// Returns the best rows of a set, in order; see `FuzzyRanking.best`.
  func best(
    _ count: Int, among members: RowSet, order: RowOrder, of table: RowTable, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> [UInt32] {
    try BestRows.find(
      count, order: order, in: table, workers: workers, isCancelled: isCancelled
    ) { chunk, best in
      forEach(in: chunk, among: members, of: table, isCancelled) { slot, score in
        best.insert(score, slot)
      }
    }
  }

  private func forEach(
    in chunk: Int, among members: RowSet, of table: RowTable, _ isCancelled: () -> Bool,
    _ body: (UInt32, UInt32) -> Void
  ) {
    for (number, slot) in members.slots(in: chunk).enumerated() {
      if number & 63 == 63 && isCancelled() { return }
      let typos = Typos(sets.map { $0.firstIndex { $0[slot] } ?? $0.count })
      body(slot, plan.score(slot, typos, in: table, measured))
    }
  }
}

/// The typos with which a row has the words of a search.
private struct Typos {
  /// The number of typos.
  let count: Int
  /// Whether a word with typos is only a beginning of a longer word.
  let areInBeginnings: Bool

  /// Adds the typos of words, given the number of the first step that each word matches.
  init(_ steps: [Int]) {
    count = steps.reduce(0) { $0 + ($1 + 1) / 2 }
    areInBeginnings = steps.contains { $0 > 0 && $0 % 2 == 0 }
  }
}

extension SearchPlan {
  /// For each word that may have typos, the plans of its steps: in the first it has none, in the
  /// second it may be a whole word with one, in the third a beginning with one, and so on.
  ///
  /// All rows that match in no step match with a beginning with as many typos as the word may have.
  var typoSteps: [[SearchPlan]] {
    clauses.compactMap { clause in
      guard let typos = clause.first(where: \.allowsTypos) else { return nil }
      let typed = clause.filter { !$0.allowsTypos }
      let clauses = [typed] + typos.narrowerTypos.map { typed + [$0] }
      return clauses.map { SearchPlan(clauses: [$0], ranking: ranking) }
    }
  }

  /// Returns the score of a row that matches a plan with typos.
  func scoreWithTypos(_ slot: UInt32, in table: RowTable) -> UInt32 {
    let typos = Typos(
      typoSteps.map { $0.firstIndex { $0.matches(slot, in: table) } ?? $0.count })
    return score(slot, typos, in: table, prefersShort ? measuredColumns(of: table) : [])
  }

  /// Returns the score of a row that matches a plan with typos.
  ///
  /// - Parameters:
  ///   - slot: The row.
  ///   - typos: Its typos.
  ///   - table: The table.
  ///   - measured: The columns whose texts are measured.
  /// - Returns: The score.
  fileprivate func score(
    _ slot: UInt32, _ typos: Typos, in table: RowTable, _ measured: [Column]
  ) -> UInt32 {
    if typos.count == 0 && ranking.hasKinds { return asTyped.score(slot, in: table) }
    let level = 2 * typos.count + (typos.areInBeginnings ? 1 : 0)
    let points = FuzzyPoints(clamping: max(1, PointScale.least - level))
    if !prefersShort { return points.score() }
    let length = FuzzyRanking.length(of: slot, in: measured)
    return points.score(shortness: FuzzyRanking.shortness(length))
  }
}
