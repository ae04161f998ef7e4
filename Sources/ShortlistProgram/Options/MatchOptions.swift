public import ArgumentParser
public import Shortlist

/// The options that determine which rows match.
struct MatchOptions: ParsableArguments {
  @Option(
    name: [.long, .customLong("query"), .customShort("q")], parsing: .unconditional,
    help: ArgumentHelp("Search for this text.", valueName: "text"))
  var search = ""

  @Option(
    help: ArgumentHelp(
      "How a row is searched: auto, words, prefix, substring or fuzzy.",
      discussion: """
        auto ranks rows: beginnings of words before insides of words before scattered letters. It \
        has signs: 'exact ^begins ends$ !not a | b "two words" attribute:value attribute~text

        The default is auto on the screen and on pages, unless the list follows its source, and \
        else words.
        """))
  var match: MatchKind?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The attributes searched (default: all texts and lists; for auto also numbers and dates).",
      valueName: "attribute,…"))
  var searched: NamesArgument?

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Show only rows that pass a filter.",
      discussion: "For example: price:10..20 AND -section:games OR name:\"bob cat\"",
      valueName: "filter"))
  var filter = ""

  /// Returns the query for the matching rows, in source order.
  ///
  /// - Parameter kind: How rows are searched unless an option says it.
  /// - Returns: The query.
  func query(by kind: MatchKind = .words) -> ListQuery {
    var query = ListQuery()
    query.search = search
    query.match = match ?? kind
    query.attributes = searched?.names
    query.filters = filter
    return query
  }
}

extension MatchKind: ExpressibleByArgument {}

/// A comma-separated list of names.
struct NamesArgument: ExpressibleByArgument {
  var names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map(String.init)
    if names.isEmpty { return nil }
  }
}
