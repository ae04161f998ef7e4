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
