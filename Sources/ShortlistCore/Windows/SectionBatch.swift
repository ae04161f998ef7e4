/// What one commit did to the rows of a section, in positions within the whole section.
///
///     a b c d e  →  a x c e b     // b repositioned, d deleted, x new
///     removed [1, 3], inserted [1, 4], origins [nil, 1]
///
/// All rows that are not named stay. The *rank* of a row that stays is its index among those that
/// stay, which is the same before and after: of a, c and e above 0, 1 and 2.
struct SectionBatch: Hashable, Sendable {
  /// Rows of the section before.
  var countBefore: Int
  /// Rows of the section after.
  var countAfter: Int
  /// Positions before, ascending, of the rows that do not stay: deleted, gone to another section,
  /// or repositioned.
  var removed: [Int] = []
  /// Positions after, ascending, of the rows that are new here or repositioned.
  var inserted: [Int] = []
  /// For each of `inserted`, the position before of the same row if it was in this section before,
  /// else nil.
  var origins: [Int?] = []
  /// Positions before, ascending, of rows that are in the section before and after, and of which a
  /// member changed.
  var updated: [Int] = []

  /// Rows that stay.
  var stayingCount: Int { countBefore - removed.count }

  /// The position after of the row at a position before; nil if that row does not stay.
  ///
  /// - Complexity: O(log d) for d touched rows
  func positionAfter(_ before: Int) -> Int? {
    let below = removed.count(below: before)
    if below < removed.count && removed[below] == before { return nil }
    return positionAfter(rank: before - below)
  }

  // MARK: Ranks

  /// How many rows that stay lie below a position before.
  func rank(before position: Int) -> Int { position - removed.count(below: position) }

  /// How many rows that stay lie below a position after.
  func rank(after position: Int) -> Int { position - inserted.count(below: position) }

  /// The ranks of the rows that stay within positions before.
  func ranks(before range: Range<Int>) -> Range<Int> {
    rank(before: range.lowerBound)..<rank(before: range.upperBound)
  }

  /// The ranks of the rows that stay within positions after.
  func ranks(after range: Range<Int>) -> Range<Int> {
    rank(after: range.lowerBound)..<rank(after: range.upperBound)
  }

  /// The position after of the row that stays with a rank.
  func positionAfter(rank: Int) -> Int { inserted.position(besides: rank) }

  /// The positions before, ascending, of the rows that stay with these ranks.
  ///
  /// - Complexity: O(log d + ranks + those of the d touched rows that lie between)
  func positions(beforeOf ranks: Range<Int>) -> [Int] { removed.positions(besides: ranks) }

  /// The positions after, ascending, of the rows that stay with these ranks.
  ///
  /// - Complexity: O(log d + ranks + those of the d touched rows that lie between)
  func positions(afterOf ranks: Range<Int>) -> [Int] { inserted.positions(besides: ranks) }

  /// The positions after between the row that stays with the rank before `rank` and the one with
  /// `rank`; where there is none, from the beginning or to the end.
  ///
  /// All rows there are in `inserted`.
  func gap(belowRank rank: Int) -> Range<Int> {
    let low = rank == 0 ? 0 : positionAfter(rank: rank - 1) + 1
    return low..<(rank == stayingCount ? countAfter : positionAfter(rank: rank))
  }
}

/// Positions, ascending, that leave gaps for other rows.
extension [Int] {
  /// How many of the ascending numbers are below another.
  func count(below number: Int) -> Int { indices.partitionPoint { self[$0] < number } }

  /// Whether a number is among the ascending ones.
  func includes(_ number: Int) -> Bool {
    let index = count(below: number)
    return index < count && self[index] == number
  }

  /// The position of the row with this index among the rows at all other positions.
  func position(besides index: Int) -> Int {
    index + indices.partitionPoint { self[$0] - $0 <= index }
  }

  /// The positions of the rows with these indices among the rows at all other positions.
  func positions(besides indices: Range<Int>) -> [Int] {
    guard let first = indices.first else { return [] }
    var position = position(besides: first)
    var next = position - first
    return indices.map { _ in
      while next < count && self[next] == position {
        position += 1
        next += 1
      }
      defer { position += 1 }
      return position
    }
  }
}
