package import Shortlist

/// What the text of a search line means.
package struct SearchReading: Hashable, Sendable {
  /// The words to search for.
  package var search: String
  /// The filter text made of the other terms.
  package var filters: String
  /// What is wrong or not finished with a term that is left out; nil if all is well.
  package var hint: String?
  /// Where that term is in the text, in UTF-16 code units.
  package var badTerm: Range<Int>?
  /// Whether there are terms besides words.
  package var hasTerms: Bool

  /// The reading of a text that consists of words.
  package init(search: String = "") {
    self.search = search
    filters = ""
    hasTerms = false
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: What has been typed.
  ///   - schema: The attributes known.
  ///   - isLoading: Whether types are not known yet; then nothing is said against a term.
  package init(_ text: String, schema: ListSchema, isLoading: Bool) {
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

  /// The part between white space that a place, in UTF-8 bytes, is in or at the end of.
  private static func term(of text: String, at offset: Int) -> Range<Int> {
    let place = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    let start = text[..<place].lastIndex(where: \.isWhitespace).map { text.index(after: $0) }
    let end = text[place...].firstIndex(where: \.isWhitespace) ?? text.endIndex
    return text[..<(start ?? text.startIndex)].utf16.count..<text[..<end].utf16.count
  }

  /// The query that this reading makes of the one that the list was opened with.
  ///
  /// - Parameters:
  ///   - base: The query that the list was opened with.
  ///   - groups: The filters of the panels, which stand in for those of that query.
  /// - Returns: The query.
  package func query(from base: ListQuery, groups: FilterGroups) -> ListQuery {
    var query = base
    query.search = search
    query.groups = groups
    if !filters.isEmpty {
      query.filters = base.filters.isEmpty ? filters : "(\(base.filters)) \(filters)"
    }
    return query
  }
}
