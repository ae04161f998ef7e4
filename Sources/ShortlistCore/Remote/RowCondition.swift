/// A condition on rows whose operands are ready to be compared.
package struct RowCondition: Hashable, Sendable {
  /// The tests, which must all hold.
  package var tests: [RowTest]

  package init(tests: [RowTest] = []) { self.tests = tests }

  /// Returns the condition that a test holds, too.
  func and(_ test: RowTest) -> Self {
    var condition = self
    condition.tests.append(test)
    return condition
  }
}

/// A term of a search, ready to be compared.
package struct RowTerm: Hashable, Sendable {
  /// What the term tests.
  package enum Condition: Hashable, Sendable {
    /// One of the columns passes its test with the folded text.
    case text(String, [SearchedColumn])
    /// The test holds.
    case test(RowTest)
  }

  package var condition: Condition
  /// Whether the condition must not hold.
  package var isNegated: Bool
  /// Whether the kind of match decides the order.
  package var isRanked: Bool

  init(_ term: SearchTerm, _ schema: ListSchema) {
    switch term.condition {
    case .text(let needle, let columns):
      condition = .text(String(decoding: needle.bytes, as: UTF8.self), columns)
    case .filter(let filter), .value(let filter, _, _): condition = .test(RowTest(filter, schema))
    }
    (isNegated, isRanked) = (term.isNegated, term.isRanked)
  }
}

/// An attribute that rows are sorted by.
package struct RowSortKey: Hashable, Sendable {
  package var column: Int
  package var isDescending: Bool

  package init(column: Int, isDescending: Bool) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// An order of rows; those that are equal in it are in the order of their ids.
package struct RemoteOrder: Hashable, Sendable {
  /// The clauses of a search by whose kinds of matches rows come first.
  package var ranked: [[RowTerm]]
  /// The attributes, the most significant first.
  package var keys: [RowSortKey]

  package init(ranked: [[RowTerm]] = [], keys: [RowSortKey] = []) {
    (self.ranked, self.keys) = (ranked, keys)
  }
}

/// Rows next to each other in an order.
package struct RowSpan: Hashable, Sendable {
  /// The row after which they begin, or before which they end; nil for the first or the last row.
  package var anchor: RemoteRow?
  /// Whether they are before the anchor, or the last ones.
  package var isBackward = false
  /// How many rows to leave out next to the anchor.
  package var skipping = 0
  /// The maximum number of rows.
  package var length: Int
}
