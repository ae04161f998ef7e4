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
      "How a row is searched: auto, words, prefix, substring, fuzzy or typos.",
      discussion: """
        auto ranks rows: beginnings of words before insides of words before scattered letters. It \
        has signs: 'exact ^begins ends$ !not a | b "two words" attribute:value attribute~text \
        typos finds the beginnings of words, also with a letter missing, too many, wrong or \
        swapped with the next: one from four letters on, two from eight. auto does so while few \
        rows match.

        The default is auto on the screen and on pages, unless the list follows its source, and \
        else words.
        """))
  var match: MatchKind?

  @Flag(exclusivity: .chooseLast) var caseRule = CaseRule.ignored

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: ArgumentHelp(
      "Let accents count: cafe does not find café.", discussion: "Only auto can do so."))
  var literal = false

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

  func validate() throws {
    guard let match, match != .auto else { return }
    if literal { throw ValidationError("--match \(match): only auto distinguishes accents") }
    if caseRule == .ignored { return }
    throw ValidationError("--match \(match): only auto distinguishes case")
  }

  /// Returns the query for the matching rows, in source order.
  ///
  /// - Parameter kind: How rows are searched unless an option says it.
  /// - Returns: The query.
  func query(by kind: MatchKind = .words) -> ListQuery {
    var query = ListQuery()
    query.search = search
    query.match = match ?? (caseRule == .ignored && !literal ? kind : .auto)
    (query.caseRule, query.isLiteral) = (caseRule, literal)
    query.attributes = searched?.names
    query.filters = filter
    return query
  }
}

extension MatchKind: ExpressibleByArgument {}

extension CaseRule: EnumerableFlag {
  package static var allCases: [CaseRule] { [.ignored, .smart, .exact] }

  package static func name(for value: CaseRule) -> NameSpecification {
    switch value {
    case .ignored: [.customLong("ignore-case"), .customShort("i")]
    case .smart: .customLong("smart-case")
    case .exact: .customLong("no-ignore-case")
    }
  }

  package static func help(for value: CaseRule) -> ArgumentHelp? {
    switch value {
    case .ignored: "Find letters whatever their case (the default)."
    case .smart: "Let case count in words that have an upper case letter."
    case .exact: ArgumentHelp("Let case count in all words.", discussion: "+i is the same.")
    }
  }
}

/// A `NameList`.
struct NamesArgument: ExpressibleByArgument {
  var names: [String]

  init?(argument: String) {
    names = NameList.parts(argument).map(NameList.name)
    if names.isEmpty { return nil }
  }
}
