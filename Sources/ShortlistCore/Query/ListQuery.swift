/// What a list shows: which rows, in which order, in which sections.
///
/// A query is a plain value. The list checks it against its schema when the query is set.
///
///     var query = ListQuery()
///     query.search = "mü"
///     query.filters = "price:10..20 -section:games"
///     query.sort = [SortKey("price", .descending)]
public struct ListQuery: Hashable, Sendable {
  /// The text to search for.
  ///
  /// An empty text matches all rows. The limits are 10,000 bytes and 256 different words. The
  /// ranking is approximate for fuzzy searches of more than 64 letters and for texts of more than
  /// 16,384 bytes.
  public var search: String = ""
  /// How the search text is compared with rows.
  public var match: MatchKind = .words
  /// The attributes to search.
  ///
  /// Nil searches all text and list attributes; with `match` `auto`, also those of numbers and
  /// dates.
  public var attributes: [String]?
  /// The filter text.
  ///
  /// An empty text filters nothing. The limits are 5,000 terms and 100 levels of nesting.
  public var filters: String = ""
  /// The filters of controls, combined with the filter text by AND; 5,000 at most.
  public var groups = FilterGroups()
  /// The sort order of the rows.
  ///
  /// Source order breaks ties, and applies if the sort is empty. A repeated attribute has no
  /// effect.
  public var sort: [SortKey] = []
  /// Whether shorter texts come first among rows that match a fuzzy search equally well, ahead of
  /// the sort.
  public var prefersShort = false
  /// Whether rows that match better come first, if `match` has a ranking; if not, rows are in the
  /// order of the sort.
  package var ranks = true
  /// Whether rows that match equally well are in the order of the sort, with `match` `auto`; if
  /// not, shorter texts come first.
  package var keepsOrderOfEquals = false
  /// Whether words are also found by letters that are apart, and with typos, with `match` `auto`.
  package var allowsScatteredLetters = true
  /// Whether the case of letters counts, with `match` `auto`.
  package var caseRule = CaseRule.ignored
  /// Whether accents count, with `match` `auto`.
  package var isLiteral = false
  /// Whether the search distinguishes letters that are the same when they are folded.
  package var distinguishesLetters: Bool { match == .auto && (caseRule != .ignored || isLiteral) }
  /// How the rows are grouped into sections.
  ///
  /// Nil shows one section named `""`.
  public var sections: SectionRule?

  /// Creates a query that shows all rows in source order.
  public init() {}
}

/// How a search text is compared with a row.
///
/// All comparisons use folded text.
///
///     picker.match = .typos
///     try await picker.search("muenchen")  // finds München
public enum MatchKind: String, Sendable, CaseIterable {
  /// Every word of the text is the prefix of some word of the row.
  case words
  /// Some attribute begins with the whole text.
  case prefix
  /// Some attribute contains the whole text.
  case substring
  /// The letters of every word occur in order in some attribute; the best alignments come first.
  case fuzzy
  /// Every word of the text is the prefix of some word of the row, or nearly; rows with fewer typos
  /// come first.
  ///
  /// A typo is a letter that is missing, too many, wrong, or swapped with the next one. A word may
  /// have one from four letters on, and two from eight. Its first letter must be right. Words of
  /// digits have no typos.
  case typos
  /// The text has signs as those of fzf, and the best rows come first.
  ///
  /// A row matches if it has every word: at the beginning of a word, inside of one, or with its
  /// letters in order. Rows are ranked by these kinds. Without a sort, better alignments and
  /// shorter texts come first within them. Numbers and dates are found as they are shown. While
  /// fewer than ten rows have the words of the text, words with typos are found too, as with
  /// `typos`; these rows come last.
  ///
  /// `'a` and `"a b"` find the characters only, `^a` and `a$` at an end of an attribute, `!a` and
  /// `-a` find rows without them, and `a | b` rows with either. `attribute:value` is a term as in a
  /// filter text; while no row has the value, it finds words that begin with it.
  /// `attribute~text` finds the characters in one attribute. Names are compared without regard to
  /// case.
  case auto
}
