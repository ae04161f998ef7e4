/// Scores the rows of a chunk for all clauses.
struct ChunkScoring {
  /// The columns of each clause, once for each of its needles.
  private var parts: [[ColumnScoring]]
  private var lengths: [ColumnLengths]

  init(_ clauses: [[FuzzyRanking.ScoredNeedle]], _ measured: [Column], _ chunk: Int) {
    parts = clauses.map { $0.map { ColumnScoring($0, chunk) } }
    lengths = measured.map { ColumnLengths($0, chunk) }
  }

  /// Returns the maximum points that any row of each bitmap word can have.
  ///
  /// - Parameters:
  ///   - rows: The bitmap.
  ///   - floor: Bounds below this may be reported as 0.
  ///   - length: In texts that are longer, a bound equal to `floor` may be reported as 0, too.
  /// - Returns: The points by word number.
  mutating func most(of rows: [UInt64], floor: FuzzyPoints, length: Int) -> [FuzzyPoints] {
    var sums = [FuzzyPoints](repeating: .none, count: rows.count)
    for needle in parts.indices {
      var most = [FuzzyPoints](repeating: .none, count: rows.count)
      for column in parts[needle].indices {
        parts[needle][column].raise(
          &most, rows, floor: parts.count == 1 ? floor : .none, length: length)
      }
      for word in sums.indices { sums[word] += most[word] }
    }
    return sums
  }

  /// Computes the maximum points of each row of a bitmap word, by its position in the word.
  ///
  /// - Parameters:
  ///   - points: Receives 64 bounds.
  ///   - word: The word and its number.
  ///   - step: How tight the bounds are.
  /// - Precondition: The bounds of the words were requested before, and looser ones of this word.
  mutating func bound(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ step: BoundStep
  ) {
    var sums = [FuzzyPoints](repeating: .none, count: parts.count == 1 ? 0 : 64)
    for needle in parts.indices {
      for place in 0..<64 { points[place] = .none }
      for column in parts[needle].indices {
        parts[needle][column].raise(&points, word, step)
      }
      for place in sums.indices { sums[place] += points[place] }
    }
    for place in sums.indices { points[place] = sums[place] }
  }

  /// Computes the total text length of each row of a bitmap word, by its position in the word.
  ///
  /// It is mutating, so that the columns are read in place: a copy would be retained for each word.
  mutating func measure(_ lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    for place in 0..<64 { lengths[place] = 0 }
    for column in self.lengths.indices { self.lengths[column].add(to: &lengths, word) }
  }

  /// Returns a lower bound of the total text length of the rows of a bitmap word.
  mutating func shortest(_ number: Int) -> Int {
    var sum = 0
    for column in lengths.indices { sum += lengths[column].shortest(number) }
    return sum
  }

  /// Returns the points of a row.
  mutating func points(of row: Int) -> FuzzyPoints {
    var sum = FuzzyPoints.none
    for needle in parts.indices {
      var best = FuzzyPoints.none
      for column in parts[needle].indices {
        best = max(best, parts[needle][column].points(of: row))
      }
      sum += best
    }
    return sum
  }
}
