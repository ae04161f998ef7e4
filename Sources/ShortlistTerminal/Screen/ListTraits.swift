package import Shortlist

/// What a list is like when the screen begins, and what the screen may do with it.
package struct ListTraits: Hashable, Sendable {
  /// How the typed text is compared at the start.
  package var match = MatchKind.words
  /// The ways in which it can be compared, in the order of the key that changes it.
  package var matchKinds: [MatchKind] = [.auto, .fuzzy, .typos, .words, .substring, .prefix]
  /// Whether rows that match better come first at the start.
  package var ranks = true
  /// The order of the rows at the start.
  package var sort: [SortKey] = []
  /// The sections at the start; nil for none.
  package var sections: SectionRule?
  /// The filter text that the list was opened with.
  package var filters = ""
  /// The options that take effect only after all rows are read: `filters`, `sort`, `sections`.
  package var waiting: [String] = []
  /// Whether there are selection rules about rows.
  ///
  /// If so, accepting a single row checks them too.
  package var hasRules = false
  /// Whether a created row is written to the source.
  package var isStored = false
  /// The row that the cursor starts on; nil for the first one.
  package var start: RowID?

  package init() {}

  /// Creates the traits of a list.
  ///
  /// - Parameters:
  ///   - list: The state of the list.
  ///   - hidden: The attributes that are not shown, nor the order by them.
  init(_ list: ListState, hiding hidden: Set<String>) {
    let query = list.query
    (match, matchKinds, ranks) = (query.match, list.matchKinds, query.ranks)
    sort = query.sort.filter { !hidden.contains($0.attribute) }
    (sections, filters) = (query.sections, query.filters)
    if !filters.isEmpty { waiting.append("filters") }
    if !query.sort.isEmpty { waiting.append("sort") }
    setRules(list.rules)
    isStored = list.isStored
  }

  /// Notes whether some rules are about rows, not about how many there are.
  mutating func setRules(_ rules: [SelectionRule]) {
    hasRules = rules.contains { ![.maximum, .minimum].contains($0.kind) }
  }

  /// Returns the arrangement of the table at the start.
  func arrangement(_ options: PickOptions) -> Arrangement {
    Arrangement(columns: options.columns, sort: sort, sections: sections, widths: options.widths)
  }

  /// Returns the way to compare texts that comes after another one.
  func matchKind(after kind: MatchKind) -> MatchKind {
    let next = matchKinds.firstIndex(of: kind).map { $0 + 1 } ?? 0
    return next < matchKinds.count ? matchKinds[next] : matchKinds[0]
  }
}
