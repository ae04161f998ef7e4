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
  /// What the texts of a condition on texts must have besides; nil where case does not count.
  var exactCase: CaseTest?
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

  /// Whether the term is a word without signs, in which case does not count.
  var isPlain: Bool {
    guard isRanked, exactCase == nil, case .text(_, let columns) = condition else { return false }
    return columns.contains { $0.test == .letters || $0.test == .wordStart }
  }

  /// Whether the term finds words with typos.
  var allowsTypos: Bool {
    if case .text(_, let columns) = condition {
      columns.first?.test.allowsTypos == true
    } else {
      false
    }
  }

  /// Returns the term that finds a term's words with typos in texts and lists; nil if they cannot
  /// have any.
  func withTypos(_ schema: ListSchema) -> SearchTerm? {
    guard case .text(let needle, let columns) = condition, needle.maxTypos > 0 else { return nil }
    let texts = columns.filter { schema.entries[$0.index].type.isSearchedByDefault }
    if texts.isEmpty { return nil }
    let searched = texts.map { SearchedColumn($0.index, .typos(most: 2, ofWholeWords: false)) }
    return SearchTerm(condition: .text(needle, searched))
  }

  /// Returns the narrower terms of a term with typos, each with more rows than the one before:
  /// whole words with one typo, all with one, and whole words with two.
  var narrowerTypos: [SearchTerm] {
    guard case .text(let needle, let columns) = condition else { return [] }
    let tests: [TextTest] = [
      .typos(most: 1, ofWholeWords: true), .typos(most: 1, ofWholeWords: false),
      .typos(most: 2, ofWholeWords: true),
    ]
    return tests.prefix(needle.maxTypos > 1 ? 3 : 1).map { test in
      let searched = columns.map { SearchedColumn($0.index, test) }
      return SearchTerm(condition: .text(needle, searched))
    }
  }

  /// Whether the term holds for a row.
  func holds(for slot: UInt32, in table: RowTable) -> Bool {
    isNegated != conditionHolds(for: slot, in: table)
  }

  private func conditionHolds(for slot: UInt32, in table: RowTable) -> Bool {
    switch condition {
    case .text(let needle, let columns):
      columns.contains { column in
        let values = table.columns[column.index]
        return values.containsFolded(slot) { needle.matches($0, column.test) }
          && exactCase?.holds(values.value(slot)) ?? true
      }
    case .filter(let filter), .value(let filter, _, _): filter.holds(for: slot, in: table)
    }
  }

  /// Whether every row for which this term holds is also one for which `other` holds.
  func implies(_ other: SearchTerm) -> Bool {
    if isNegated != other.isNegated { return false }
    let (narrow, wide) = isNegated ? (other, self) : (self, other)
    if wide.exactCase != nil && wide.exactCase != narrow.exactCase { return false }
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
