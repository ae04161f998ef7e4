package import Shortlist

/// The parsed text of a search line.
package struct SearchReading: Hashable, Sendable {
  /// The words to search for.
  package var search: String
  /// How they are compared.
  package var match: MatchKind
  /// The filter text built from the other terms.
  package var filters: String
  /// Why a term was left out as invalid or unfinished; nil if all terms are valid.
  package var hint: String?
  /// The range of that term in the text, in UTF-16 code units.
  package var badTerm: Range<Int>?
  /// Whether the text has terms other than words.
  package var hasTerms: Bool

  /// Creates the reading of a text that has only words.
  package init(search: String = "") {
    self.search = search
    match = .words
    filters = ""
    hasTerms = false
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - match: How the text is compared; with `auto`, the list itself reads the terms.
  ///   - schema: The attributes known.
  ///   - isLoading: Whether types are still unknown; if so, no term is reported as invalid.
  package init(
    _ text: String, match: MatchKind = .words, schema: ListSchema,
    isLoading: Bool = false
  ) {
    self.match = match
    if match == .auto {
      search = text
      filters = ""
      hasTerms = text.contains { ":~<>".contains($0) }
      return
    }
    let line = SearchLine(text, schema: schema)
    search = line.search
    filters = line.filters
    hasTerms = !line.filters.isEmpty || line.problem != nil
    if let problem = line.problem, !isLoading {
      let place = String(decoding: text.utf8.prefix(problem.offset), as: UTF8.self).count
      hint = "\(problem.expected) expected at character \(place + 1) of the search"
      badTerm = Self.term(of: text, at: problem.offset)
    }
  }

  /// Returns the whitespace-delimited term that contains, or ends at, a UTF-8 offset.
  static func term(of text: String, at offset: Int) -> Range<Int> {
    let place = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    let start = text[..<place].lastIndex(where: \.isWhitespace).map { text.index(after: $0) }
    let end = text[place...].firstIndex(where: \.isWhitespace) ?? text.endIndex
    return text[..<(start ?? text.startIndex)].utf16.count..<text[..<end].utf16.count
  }

  /// Returns the list's original query with this reading and the panel filters applied.
  ///
  /// - Parameters:
  ///   - base: The query that the list was opened with.
  ///   - groups: The filters of the panels, which replace those of that query.
  /// - Returns: The query.
  package func query(from base: ListQuery, groups: FilterGroups) -> ListQuery {
    var query = base
    (query.search, query.match) = (search, match)
    query.groups = groups
    if !filters.isEmpty {
      query.filters = base.filters.isEmpty ? filters : "(\(base.filters)) \(filters)"
    }
    return query
  }
}
