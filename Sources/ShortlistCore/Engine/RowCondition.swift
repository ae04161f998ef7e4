/// A condition on rows whose operands are ready to be compared.
package struct RowCondition: Hashable, Sendable {
  /// The tests, which must all hold.
  package var tests: [RowTest] = []
  package var search: RowSearch?
}

/// A text search.
package struct RowSearch: Hashable, Sendable {
  package var match: MatchKind
  /// The folded words, or the whole folded text.
  package var needles: [String]
  /// The columns to search.
  package var columns: [Int]
}

/// An attribute that rows are sorted by.
package struct RowSortKey: Hashable, Sendable {
  package var column: Int
  package var isDescending: Bool
}
