extension ListQuery {
  /// Checks that a list with this schema can show the query.
  ///
  /// - Throws: `InvalidRequestError` naming the parameter and the attribute; `SearchError`;
  ///   `FilterError`.
  /// - Complexity: O(lengths of the search, the filters and the names of attributes)
  public func check(schema: ListSchema) throws { _ = try checkedFilters(schema: schema) }

  /// Checks the query and returns its checked filters.
  func checkedFilters(schema: ListSchema) throws -> QueryFilters {
    func require(_ name: String, _ parameter: String) throws {
      guard schema.index(of: name) == nil else { return }
      throw InvalidRequestError("\(parameter): \(schema.unknown(name))")
    }
    try checkSearch(schema)
    for name in attributes ?? [] { try require(name, "in") }
    let filters = try QueryFilters(self, schema: schema)
    for key in sort { try require(key.attribute, "sort") }
    if let sections { try require(sections.attribute, "sections") }
    return filters
  }

  /// The maximum length of a search in bytes.
  static let maxSearchBytes = 10_000
  /// The maximum number of different words in a search.
  static let maxWords = 256

  /// Checks the length of the search, which limits the time it can take.
  private func checkSearch(_ schema: ListSchema) throws {
    let bytes = search.utf8.count
    if bytes > Self.maxSearchBytes {
      throw InvalidRequestError(
        "search: it has \(bytes) bytes, which are more than \(Self.maxSearchBytes)")
    }
    // A search of at most `maxWords` bytes cannot have more words.
    if bytes <= Self.maxWords && match != .auto { return }
    let words = try SearchPlan(self, schema: schema)?.terms ?? 0
    if words > Self.maxWords {
      throw InvalidRequestError(
        "search: it has \(words) different words, which are more than \(Self.maxWords)")
    }
  }

  /// The sort without keys whose attribute already occurs earlier.
  var distinctSort: [SortKey] {
    if sort.count < 2 { return sort }
    var seen: Set<BinaryString> = []
    return sort.filter { seen.insert(BinaryString($0.attribute)).inserted }
  }

  /// Whether two queries show the same, treating defaults as if they were written out.
  func isSame(as other: ListQuery, schema: ListSchema) -> Bool {
    func filledIn(_ query: ListQuery) -> ListQuery {
      var query = query
      if query.attributes == nil {
        query.attributes = schema.entries.filter { query.match.searches($0.type) }.map(\.name)
      }
      if query.filters.unicodeScalars.allSatisfy(\.isSpace) { query.filters = "" }
      return query
    }
    // `==` treats canonically equivalent strings as equal. Attributes are distinguished by bytes.
    func texts(_ query: ListQuery) -> [BinaryString] {
      ([query.search, query.filters] + (query.attributes ?? [])).map(BinaryString.init)
    }
    let (query, other) = (filledIn(self), filledIn(other))
    return texts(query) == texts(other) && query == other
  }
}
