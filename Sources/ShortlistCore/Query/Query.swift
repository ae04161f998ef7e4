/// What a list shows: which rows, in which order, in which sections.
///
/// A query is a plain value. It is checked against a list's schema when it is given to the list.
///
///     var query = Query()
///     query.search = "mü"
///     query.filters = "price:10..20 -section:games"
///     query.sort = [SortKey("price", .descending)]
public struct Query: Hashable, Sendable {
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

/// One criterion of an order.
public struct SortKey: Hashable, Sendable {
  /// Ascending or descending; nulls come last in either.
  public enum Order: String, Sendable, CaseIterable {
    /// From the least to the greatest.
    case ascending
    /// From the greatest to the least.
    case descending
  }

  /// The attribute whose values are compared.
  public var attribute: String
  /// The direction.
  public var order: Order

  /// Creates a criterion.
  public init(_ attribute: String, _ order: Order = .ascending) {
    self.attribute = attribute
    self.order = order
  }
}

/// How rows are grouped in sections: by the values of an attribute.
public struct SectionRule: Hashable, Sendable {
  /// The order of the sections.
  public enum Order: Hashable, Sendable {
    /// By name as text sorts, numbers numerically; the section named `""` last.
    case ascending
    /// The reverse; the section named `""` is last here too.
    case descending
    /// These names first, in this order, then the others ascending. With `keepEmpty` the sections
    /// named here are shown also while they have no rows.
    case names([String], keepEmpty: Bool)
  }

  /// The attribute whose value, as text, names the section of a row; null is `""`.
  public var attribute: String
  /// The order of the sections.
  public var order: Order

  /// Creates a rule.
  public init(by attribute: String, order: Order = .ascending) {
    self.attribute = attribute
    self.order = order
  }
}
