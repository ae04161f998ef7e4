import ArgumentParser
import Shortlist

/// The rows to show, their order and their sections.
struct QueryOptions: ParsableArguments {
  @OptionGroup var matching: MatchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order; - before an attribute turns it round.", valueName: "[-]attribute,…"))
  var sort: NamesArgument?

  @Flag(
    name: .customLong("no-sort"),
    help: ArgumentHelp(
      "Keep the order of the rows, and do not put those first that match better.",
      discussion: "+s is the same."))
  var noSort = false

  @Option(help: ArgumentHelp("Group the rows by an attribute.", valueName: "attribute"))
  var section: String?

  @Option(
    help: ArgumentHelp(
      "Show and put out only a part of the rows, with sections a part of each.",
      discussion: """
        fixed:50 is the first 50 rows, fixed:50+10 (or fixed:50,offset=10) the 50 after the first \
        10, fixed:50@end the last 50. flexible:50 begins so too, and then follows its rows: it \
        grows with rows that come beside it and shrinks with rows that go. After commas: \
        offset=, min= and max= (of the length), grow=pinSide (the side of its end; the \
        default), nonPinSide, both or inRangeOnly, @beginning or @end. For example the last rows \
        of a log that grows, but no more than 1,000: flexible:50@end,max=1000
        """,
      valueName: "window"),
    completion: .list(["fixed:", "flexible:"]), transform: WindowSpec.init)
  var window: WindowSpec?

  /// Returns the query of a list that a person looks at.
  ///
  /// - Parameter follows: Whether the list follows its source, so that new rows stay last, or does
  ///   not rank rows.
  /// - Returns: The query.
  func query(follows: Bool) -> ListQuery { query(by: usualMatch(follows)) }

  /// Returns how rows of such a list are searched unless an option says it.
  func usualMatch(_ follows: Bool) -> MatchKind { follows ? .words : .auto }

  /// Returns the query.
  ///
  /// - Parameter kind: How rows are searched unless an option says it.
  /// - Returns: The query, with an order and sections.
  func query(by kind: MatchKind = .words) -> ListQuery {
    var query = matching.query(by: kind)
    query.sort = (sort?.names ?? []).map {
      $0.hasPrefix("-") ? SortKey(String($0.dropFirst()), .descending) : SortKey($0)
    }
    query.prefersShort = query.sort.isEmpty
    query.ranks = !noSort
    query.sections = section.map { SectionRule(by: $0) }
    return query
  }
}

extension ListQuery {
  /// The query with which a list is opened whose screen or page then searches.
  ///
  /// A search with signs can be wrong, and is corrected there.
  var beforeSearching: ListQuery {
    var query = self
    if match == .auto { query.search = "" }
    return query
  }
}
