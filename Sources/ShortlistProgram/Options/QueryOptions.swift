public import ArgumentParser
public import Shortlist

/// Which rows are shown, in which order and sections.
struct QueryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Search for this text.", valueName: "text"))
  var search = ""

  @Option(help: "How a row is searched: words, prefix, substring or fuzzy.")
  var match = MatchKind.words

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The attributes searched (default: all texts and lists).", valueName: "attribute,…"))
  var searched: NamesArgument?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Show only rows that pass a filter.",
      discussion: "For example: price:10..20 AND -section:games OR name:\"bob cat\"",
      valueName: "filter"))
  var filter = ""

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order; - before an attribute turns it round.", valueName: "[-]attribute,…"))
  var sort: NamesArgument?

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

  /// The query.
  var query: Query {
    var query = Query()
    query.search = search
    query.match = match
    query.attributes = searched?.names
    query.filters = filter
    query.sort = (sort?.names ?? []).map {
      $0.hasPrefix("-") ? SortKey(String($0.dropFirst()), .descending) : SortKey($0)
    }
    query.sections = section.map { SectionRule(by: $0) }
    return query
  }
}

extension MatchKind: ExpressibleByArgument {}

/// Names separated by commas.
struct NamesArgument: ExpressibleByArgument {
  var names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map(String.init)
    if names.isEmpty { return nil }
  }
}
