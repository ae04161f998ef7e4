import ArgumentParser
import Shortlist
import ShortlistTerminal

/// The rows to show, their order and their sections.
struct QueryOptions: ParsableArguments {
  @OptionGroup var matching: MatchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order; - before an attribute turns it round.",
      discussion: """
        attribute:natural compares numbers in texts: file9 comes before file10. attribute:language=sv \
        is the alphabetical order of Swedish; other languages are named by their tags.
        """,
      valueName: "[-]attribute,…"),
    transform: SortArgument.init)
  var sort: SortArgument?

  @Flag(
    name: .customLong("no-sort"),
    help: ArgumentHelp(
      "Keep the order of the rows, and do not put those first that match better.",
      discussion: "+s is the same."))
  var noSort = false

  @Option(
    help: ArgumentHelp(
      "The order of rows that match equally well: length, index or both (default: length).",
      discussion: """
        With index, rows stay in their order. chunk, pathname, begin and end are taken, too: they \
        are not told apart, and the next criterion counts.
        """, valueName: "criterion,…"),
    transform: { text in try ProgramError.parsing("--tiebreak") { try TieOrder(criteria: text) } })
  var tiebreak: TieOrder?

  @Option(
    help: ArgumentHelp(
      "What the rows are: default, path or history.",
      discussion: "history is the same as --tiebreak index; paths are ranked as other texts.",
      valueName: "scheme"),
    transform: { text in try ProgramError.parsing("--scheme") { try TieOrder(scheme: text) } })
  var scheme: TieOrder?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Group the rows by an attribute; - before it turns the order of the groups round.",
      valueName: "[-]attribute"))
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
    completion: .list(["fixed:", "flexible:"]),
    transform: { text in try ProgramError.parsing("--window") { try WindowSpec(text) } })
  var window: WindowSpec?

  /// Returns the query of a list that a person looks at.
  ///
  /// - Parameter follows: Whether the list follows its source, so that new rows stay last, and are
  ///   found only by what they contain, unless an option says how they are searched.
  /// - Returns: The query.
  func query(follows: Bool) -> ListQuery {
    var query = query(by: .auto)
    if follows && matching.match == nil {
      query.ranks = false
      query.allowsScatteredLetters = false
    }
    return query
  }

  /// Returns the query.
  ///
  /// - Parameter kind: How rows are searched unless an option says it.
  /// - Returns: The query, with an order and sections.
  func query(by kind: MatchKind = .words) -> ListQuery {
    var query = matching.query(by: kind)
    query.sort = sort?.keys ?? []
    query.keepsOrderOfEquals = (tiebreak ?? scheme) == .index
    query.prefersShort = query.sort.isEmpty && !query.keepsOrderOfEquals
    query.ranks = !noSort
    query.sections = section.flatMap { SortArgument($0).keys.first }.map {
      SectionRule(by: $0.attribute, order: $0.order == .descending ? .descending : .ascending)
    }
    return query
  }
}

/// The order of rows that match equally well.
enum TieOrder: Sendable {
  /// Shorter texts come first.
  case length
  /// Rows stay in their order.
  case index

  /// The criteria of fzf, each with the order that it leads to; nil if it is not told apart.
  private static let criteria: [String: TieOrder?] = [
    "length": .length, "index": .index, "chunk": nil, "pathname": nil, "begin": nil, "end": nil,
  ]
  private static let schemes: [String: TieOrder] = [
    "default": .length, "path": .length, "history": .index,
  ]

  /// Uses the first criterion that has an effect.
  ///
  /// Rows keep their order if none has.
  init(criteria text: String) throws {
    var order: TieOrder?
    for part in text.lowercased().split(separator: ",") {
      guard let criterion = Self.criteria[String(part)] else {
        throw SyntaxError(unknown: "criterion", part, among: Self.criteria.keys.sorted())
      }
      order = order ?? criterion
    }
    self = order ?? .index
  }

  init(scheme text: String) throws {
    guard let order = Self.schemes[text] else {
      throw SyntaxError(unknown: "scheme", text[...], among: Self.schemes.keys.sorted())
    }
    self = order
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
