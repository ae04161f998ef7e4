/// The effect of one commit on the rows of a section, in positions within the whole section.
///
///     a b c d e  →  a x c e b     // b repositioned, d deleted, x new
///     removed [1, 3], inserted [1, 4], origins [nil, 1]
///
/// All other rows stay. The *rank* of a staying row is its index among the staying rows, which is
/// the same before and after: 0, 1 and 2 for a, c and e above.
struct SectionBatch: Hashable, Sendable {
  /// The number of rows in the section before.
  var countBefore: Int
  /// The number of rows in the section after.
  var countAfter: Int
  /// Positions before, ascending, of the rows that do not stay: deleted, moved to another section,
  /// or repositioned.
  var removed: [Int] = []
  /// Positions after, ascending, of the rows that are new here or repositioned.
  var inserted: [Int] = []
  /// For each element of `inserted`, the row's position before if it was in this section; nil
  /// otherwise.
  var origins: [Int?] = []
  /// Positions before, ascending, of changed rows that are in the section before and after.
  var updated: [Int] = []

  /// The number of rows that stay.
  var stayingCount: Int { countBefore - removed.count }

  /// Returns the row's position after the commit, given its position before; nil if it does not
  /// stay.
  ///
  /// - Complexity: O(log d) for d touched rows
  func positionAfter(_ before: Int) -> Int? {
    let below = removed.count(below: before)
    if below < removed.count && removed[below] == before { return nil }
    return positionAfter(rank: before - below)
  }

  // MARK: Ranks

  /// Returns the number of staying rows below a position before the commit.
  func rank(before position: Int) -> Int { position - removed.count(below: position) }

  /// Returns the number of staying rows below a position after the commit.
  func rank(after position: Int) -> Int { position - inserted.count(below: position) }

  /// Returns the ranks of the staying rows within a range of positions before the commit.
  func ranks(before range: Range<Int>) -> Range<Int> {
    rank(before: range.lowerBound)..<rank(before: range.upperBound)
  }

  /// Returns the ranks of the staying rows within a range of positions after the commit.
  func ranks(after range: Range<Int>) -> Range<Int> {
    rank(after: range.lowerBound)..<rank(after: range.upperBound)
  }

  /// Returns the position after the commit of the staying row with a rank.
  func positionAfter(rank: Int) -> Int { inserted.position(besides: rank) }

  /// Returns the positions before the commit, ascending, of the staying rows with these ranks.
  ///
  /// - Complexity: O(log d + ranks + touched rows in between) for d touched rows
  func positions(beforeOf ranks: Range<Int>) -> [Int] { removed.positions(besides: ranks) }

  /// Returns the positions after the commit, ascending, of the staying rows with these ranks.
  ///
  /// - Complexity: O(log d + ranks + touched rows in between) for d touched rows
  func positions(afterOf ranks: Range<Int>) -> [Int] { inserted.positions(besides: ranks) }

  /// Returns the positions after the commit between the staying rows `rank - 1` and `rank`.
  ///
  /// The range starts at 0 if there is no lower row, and ends at `countAfter` if there is no upper
  /// one. All rows in it are in `inserted`.
  func gap(belowRank rank: Int) -> Range<Int> {
    let low = rank == 0 ? 0 : positionAfter(rank: rank - 1) + 1
    return low..<(rank == stayingCount ? countAfter : positionAfter(rank: rank))
  }
}

/// Ascending positions, such as those of removed or inserted rows.
extension [Int] {
  /// Returns how many of the ascending numbers are below another number.
  func count(below number: Int) -> Int { indices.partitionPoint { self[$0] < number } }

  /// Returns whether the ascending numbers include a number.
  func includes(_ number: Int) -> Bool {
    let index = count(below: number)
    return index < count && self[index] == number
  }

  /// Returns the position of the row with an index among the rows at all other positions.
  func position(besides index: Int) -> Int {
    index + indices.partitionPoint { self[$0] - $0 <= index }
  }

  /// Returns the positions of the rows with these indices among the rows at all other positions.
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
