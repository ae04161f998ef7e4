package import Shortlist

/// What the text of a search line means.
package struct SearchReading: Hashable, Sendable {
  /// The words to search for.
  package var search: String
  /// The filter text made of the other terms.
  package var filters: String
  /// What is wrong or not finished with a term that is left out; nil if all is well.
  package var hint: String?
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
  package init(_ text: String, schema: Schema, isLoading: Bool) {
    let line = SearchLine(text, schema: schema)
    search = line.search
    filters = line.filters
    hasTerms = !line.filters.isEmpty || line.problem != nil
    if let problem = line.problem, !isLoading {
      let place = String(decoding: text.utf8.prefix(problem.offset), as: UTF8.self).count
      hint = "\(problem.expected) expected at character \(place + 1) of the search"
    }
  }

  /// The query that this reading makes of the one that the list was opened with.
  package func query(from base: Query) -> Query {
    var query = base
    query.search = search
    if !filters.isEmpty {
      query.filters = base.filters.isEmpty ? filters : "(\(base.filters)) \(filters)"
    }
    return query
  }
}
