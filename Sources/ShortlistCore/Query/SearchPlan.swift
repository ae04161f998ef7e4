/// A prepared search: the conditions on rows, and how the rows that match are ranked.
struct SearchPlan: Hashable, Sendable {
  /// How the rows that match are ordered ahead of the sort.
  enum Ranking: Hashable, Sendable {
    /// Not at all.
    case none
    /// By fuzzy points; the length of texts breaks ties if short ones are preferred.
    case points(prefersShort: Bool)
    /// By the kind of the matches, then by fuzzy points; the length of texts breaks ties if short
    /// ones are preferred.
    case kindsAndPoints(prefersShort: Bool)
    /// By the kind of the matches only.
    case kinds
    /// By the number of typos; the length of texts breaks ties if short ones are preferred.
    case typos(prefersShort: Bool)

    /// Whether kinds count.
    var hasKinds: Bool {
      if case .kindsAndPoints = self { true } else { self == .kinds }
    }
  }

  /// The clauses, which must all hold; a clause holds if one of its terms does.
  ///
  /// There is at least one, and none occurs twice.
  let clauses: [[SearchTerm]]
  let ranking: Ranking
  /// Whether the terms may depend on which values occur.
  let hasValues: Bool
  /// Whether words may have typos only as long as few rows have them as typed.
  let typosDependOnRows: Bool

  /// Creates the plan of a query over a table; nil if its search matches every row.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - schema: The attributes of the table.
  ///   - isLenient: Whether to leave out invalid terms rather than throw.
  /// - Throws: `SearchError` for an invalid term of a search with signs.
  /// - Precondition: The table has the attributes in which the query searches.
  init?(
    _ query: ListQuery, schema: ListSchema, isLenient: Bool = false
  ) throws(SearchError) {
    let columns = Self.columns(query, schema)
    func term(_ needle: Needle, _ test: TextTest) -> [SearchTerm] {
      let columns = columns.map { SearchedColumn($0, test) }
      let isRanked = test == .letters || query.match == .typos
      return [SearchTerm(condition: .text(needle, columns), isRanked: isRanked)]
    }
    let folded = query.match == .auto ? [] : Folding.fold(query.search)
    switch query.match {
    case .words, .typos:
      let words = Folding.words(of: folded.span).map { Array(folded[$0]) }.distinct.map {
        term(Needle($0), .wordStart)
      }
      clauses = query.match == .words ? words : Self.withTypos(words, schema)
    case .fuzzy:
      let parts = Self.parts(of: folded).distinct
      let isGreedy = Self.isGreedy(parts)
      clauses = parts.map { term(Needle($0, isGreedy: isGreedy), .letters) }
    case .prefix, .substring:
      let whole = folded[Folding.trimmed(folded.span)]
      let test = query.match == .prefix ? TextTest.start : .anywhere
      clauses = whole.isEmpty ? [] : [term(Needle(Array(whole)), test)]
    case .auto:
      var parser = SearchParser(
        query.search, columns, schema, caseRule: query.caseRule, isLiteral: query.isLiteral,
        allowsScatteredLetters: query.allowsScatteredLetters, isLenient: isLenient)
      let parsed = try parser.parse().distinct
      clauses = query.allowsScatteredLetters ? Self.withTypos(parsed, schema) : parsed
    }
    if clauses.isEmpty { return nil }
    switch query.match {
    case .words, .prefix, .substring: ranking = .none
    case .fuzzy: ranking = query.ranks ? .points(prefersShort: query.prefersShort) : .none
    case .typos: ranking = query.ranks ? .typos(prefersShort: query.prefersShort) : .none
    case .auto:
      let isRanked = query.ranks && clauses.contains { $0.contains { $0.isRanked } }
      let points = Ranking.kindsAndPoints(prefersShort: !query.keepsOrderOfEquals)
      ranking = !isRanked ? .none : query.sort.isEmpty ? points : .kinds
    }
    let isAuto = query.match == .auto
    hasValues = isAuto && clauses.joined().contains { $0.isValue }
    typosDependOnRows = isAuto && clauses.joined().contains { $0.allowsTypos }
  }

  /// Creates the plan of a search for one needle.
  init(_ needle: Needle, in columns: [SearchedColumn]) {
    self.init(clauses: [[SearchTerm(condition: .text(needle, columns))]], ranking: .none)
  }

  /// Creates a plan whose terms do not depend on which values occur.
  init(clauses: [[SearchTerm]], ranking: Ranking) {
    self.clauses = clauses
    self.ranking = ranking
    (hasValues, typosDependOnRows) = (false, false)
  }

  /// The maximum number of letters in a ranked search whose words are not aligned greedily.
  static let maxLetters = 64

  /// Whether the words of a ranked search are aligned greedily.
  static func isGreedy(_ words: [[UInt8]]) -> Bool {
    words.joined().reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } > maxLetters
  }

  /// Returns the columns that a query searches.
  private static func columns(_ query: ListQuery, _ schema: ListSchema) -> [Int] {
    if let names = query.attributes { return names.compactMap(schema.index).distinct }
    return schema.entries.indices.filter { query.match.searches(schema.entries[$0].type) }
  }

  /// Returns the parts between white space.
  private static func parts(of folded: [UInt8]) -> [[UInt8]] {
    let text = String(decoding: folded, as: UTF8.self)
    return text.unicodeScalars.split { $0.isSpace }.map { Array(Substring($0).utf8) }
  }

  /// The number of words and other terms.
  var terms: Int { clauses.reduce(0) { $0 + $1.count { !$0.allowsTypos } } }

  /// The needle and the column if all that the search asks is that one column begins with one text.
  var onlyPrefix: (Needle, column: Int)? {
    guard !isScored, clauses.count == 1, clauses[0].count == 1, !clauses[0][0].isNegated,
      clauses[0][0].exactCase == nil,
      case .text(let needle, let columns) = clauses[0][0].condition, columns.count == 1,
      columns[0].test == .start
    else { return nil }
    return (needle, columns[0].index)
  }

  /// Whether the length of texts breaks ties ahead of the sort.
  var prefersShort: Bool {
    switch ranking {
    case .points(let prefersShort), .kindsAndPoints(let prefersShort), .typos(let prefersShort):
      prefersShort
    case .none, .kinds: false
    }
  }

  /// Whether scores decide the order of rows.
  var isScored: Bool { ranking != .none }

  /// The clauses that decide the order, with their terms for texts that do.
  ///
  /// Each clause has its needles with the columns in which they are searched.
  var ranked: [[RankedNeedle]] {
    if !isScored { return [] }
    return clauses.compactMap { clause in
      let parts = clause.flatMap { term -> [RankedNeedle] in
        guard term.isRanked, case .text(let needle, let columns) = term.condition else { return [] }
        return columns.map { column in
          RankedNeedle(
            needle: needle, column: column.index,
            scale: PointScale(needle, column.test, ranking))
        }
      }
      return parts.isEmpty ? nil : parts
    }
  }

  /// The folded texts of the terms for texts.
  var needles: [String] {
    clauses.joined().compactMap { term in
      guard case .text(let needle, _) = term.condition else { return nil }
      return String(decoding: needle.bytes, as: UTF8.self)
    }
  }

  /// The filters among the terms.
  var filters: [Filter] {
    clauses.joined().compactMap { term in
      switch term.condition {
      case .filter(let filter), .value(let filter, _, _): filter
      case .text: nil
      }
    }
  }

  /// The columns that the search compares with texts; nil if it also has filters.
  var textColumns: [Int]? {
    var columns: [Int] = []
    for term in clauses.joined() {
      guard case .text(_, let searched) = term.condition else { return nil }
      columns += searched.map(\.index)
    }
    return columns.distinct
  }

  /// Returns the plan in which it is decided what depends on rows: each value that does not occur
  /// is a text that begins a word, and words have typos only if few rows have them as typed.
  ///
  /// - Parameters:
  ///   - occurs: Whether a filter holds for any row.
  ///   - isFew: Whether few rows match a plan.
  /// - Returns: The plan.
  func resolved(
    _ occurs: (Filter) throws -> Bool, _ isFew: (SearchPlan) throws -> Bool
  ) rethrows -> SearchPlan {
    if !dependsOnRows { return self }
    let allowsTypos = try !typosDependOnRows || isFew(texts.asTyped)
    let clauses = try (allowsTypos ? self : asTyped).clauses.map { clause in
      try clause.map { term in
        guard case .value(let filter, let needle, let columns) = term.condition else { return term }
        return SearchTerm(
          condition: try occurs(filter) ? .filter(filter) : .text(needle, columns),
          isNegated: term.isNegated)
      }
    }
    return SearchPlan(clauses: clauses, ranking: ranking)
  }

  /// The filters that are values while a row has them.
  var values: [Filter] {
    clauses.joined().compactMap { term in
      if case .value(let filter, _, _) = term.condition { filter } else { nil }
    }
  }

  /// The plan, ranked by the kinds of the matches if it is ranked at all.
  var rankedByKinds: SearchPlan {
    SearchPlan(clauses: clauses, ranking: isScored ? .kinds : .none)
  }

  /// Whether the plan is not decided before the rows are known.
  var dependsOnRows: Bool { hasValues || typosDependOnRows }

  /// Whether words may have typos.
  var allowsTypos: Bool { clauses.contains { $0.contains { $0.allowsTypos } } }

  /// The plan in which words have no typos.
  var asTyped: SearchPlan {
    SearchPlan(clauses: clauses.map { $0.filter { !$0.allowsTypos } }, ranking: ranking)
  }

  /// The clauses that compare texts only.
  var texts: SearchPlan {
    let clauses = clauses.filter { clause in
      clause.allSatisfy { if case .text = $0.condition { true } else { false } }
    }
    return SearchPlan(clauses: clauses, ranking: ranking)
  }

  /// Returns the clauses with a second term, with typos, for each single word that may have some.
  private static func withTypos(_ clauses: [[SearchTerm]], _ schema: ListSchema) -> [[SearchTerm]] {
    clauses.map { clause in
      guard clause.count == 1, clause[0].isPlain, let term = clause[0].withTypos(schema) else {
        return clause
      }
      return [clause[0], term]
    }
  }

  /// Whether every row that matches this plan also matches `other`, whose result can then be
  /// narrowed.
  func isNarrower(than other: SearchPlan) -> Bool {
    other.clauses.allSatisfy { wider in
      clauses.contains { clause in
        clause.allSatisfy { term in wider.contains { term.implies($0) } }
      }
    }
  }
}

extension MatchKind {
  /// Whether a search includes attributes of a type if the query names no attributes.
  ///
  /// `auto` also finds numbers and dates, as they are shown.
  func searches(_ type: AttributeType) -> Bool {
    type.isSearchedByDefault || self == .auto && type.isOrdered
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates.
  fileprivate var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// A needle and a column in which it is searched.
struct RankedNeedle: Sendable {
  let needle: Needle
  /// The index of the column.
  let column: Int
  let scale: PointScale
}

/// One folded search term.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  /// The code points.
  let scalars: [UInt32]
  /// The UTF-8 bytes of each code point.
  let letters: [[UInt8]]
  let finder: ByteFinder
  /// Whether a fuzzy search aligns the needle greedily.
  let isGreedy: Bool

  init(_ bytes: [UInt8], isGreedy: Bool = false) {
    self.bytes = bytes
    self.isGreedy = isGreedy
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    self.scalars = text.map(\.value)
    self.letters = text.map { Array(String($0).utf8) }
    self.finder = ByteFinder(bytes)
  }

  static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
