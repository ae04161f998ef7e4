/// One condition of a search.
struct SearchTerm: Hashable, Sendable {
  /// What the term tests.
  enum Condition: Hashable, Sendable {
    /// A text of one of the columns passes the column's test.
    case text(Needle, [SearchedColumn])
    /// The filter holds.
    case filter(Filter)
    /// The attribute equals the value or, while no row has it, a word of the attribute begins with
    /// the text.
    case value(Filter, Needle, [SearchedColumn])
  }

  let condition: Condition
  /// Whether the condition must not hold.
  var isNegated = false
  /// Whether the term decides the order of the rows that match.
  var isRanked = false
}

/// A column that a search compares with a needle.
package struct SearchedColumn: Hashable, Sendable {
  /// The index of the column.
  package let index: Int
  package let test: TextTest

  package init(_ index: Int, _ test: TextTest) {
    self.index = index
    self.test = test
  }
}

extension SearchTerm {
  /// Whether the term may depend on which values occur.
  var isValue: Bool { if case .value = condition { true } else { false } }

  /// Whether the term holds for a row.
  func holds(for slot: UInt32, in table: RowTable) -> Bool {
    isNegated != conditionHolds(for: slot, in: table)
  }

  private func conditionHolds(for slot: UInt32, in table: RowTable) -> Bool {
    switch condition {
    case .text(let needle, let columns):
      columns.contains { column in
        table.columns[column.index].containsFolded(slot) { needle.matches($0, column.test) }
      }
    case .filter(let filter), .value(let filter, _, _): filter.holds(for: slot, in: table)
    }
  }

  /// Whether every row for which this term holds is also one for which `other` holds.
  func implies(_ other: SearchTerm) -> Bool {
    if isNegated != other.isNegated { return false }
    let (narrow, wide) = isNegated ? (other, self) : (self, other)
    switch (narrow.condition, wide.condition) {
    case (.text(let needle, let columns), .text(let wider, let others)):
      return columns.count == others.count
        && zip(columns, others).allSatisfy { column, other in
          column.index == other.index && needle.isNarrower(column.test, than: wider, other.test)
        }
    default: return narrow.condition == wide.condition
    }
  }
}
