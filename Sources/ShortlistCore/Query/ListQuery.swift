/// What a list shows: which rows, in which order, in which sections.
///
/// A query is a plain value. It is checked against a list's schema when it is given to the list.
///
///     var query = ListQuery()
///     query.search = "mü"
///     query.filters = "price:10..20 -section:games"
///     query.sort = [SortKey("price", .descending)]
public struct ListQuery: Hashable, Sendable {
  /// The text that rows are searched for.
  ///
  /// Empty: all rows match. It has 10,000 bytes and 256 different words at most. The place of rows in a
  /// fuzzy search of more than 64 letters, and of texts of more than 16,384 bytes, is found less exactly.
  public var search: String = ""
  /// How the text is compared with a row.
  public var match: MatchKind = .words
  /// The attributes that are searched.
  ///
  /// Nil: all text and list attributes.
  public var attributes: [String]?
  /// Filter text.
  ///
  /// Empty: no filter. It has 5,000 terms at most, 100 deep in each other.
  public var filters: String = ""
  /// The filters of controls, which hold beside the filter text; 5,000 at most.
  public var groups = FilterGroups()
  /// The order of the rows.
  ///
  /// Ties, and an empty sort, go by source order. An attribute that is there already decides nothing more.
  public var sort: [SortKey] = []
  /// Whether, of rows that fit a fuzzy search as well, those with the shorter texts come first, ahead
  /// of the sort.
  public var prefersShort = false
  /// How the rows are grouped.
  ///
  /// Nil: one section named `""`.
  public var sections: SectionRule?

  /// Creates the query that shows everything in source order.
  public init() {}
}

/// How a search text is compared with a row.
///
/// All comparison is on folded text.
public enum MatchKind: String, Sendable, CaseIterable {
  /// Every word of the text begins some word of the row.
  case words
  /// Some attribute begins with the whole text.
  case prefix
  /// Some attribute contains the whole text.
  case substring
  /// The letters of every word occur in order in some attribute; the best alignments come first.
  case fuzzy
}
