extension Query {
  /// Checks that a list with a schema can show this.
  ///
  /// - Throws: `InvalidRequest` naming the parameter and the attribute; `FilterError`.
  public func check(schema: Schema) throws { _ = try checkedFilters(schema: schema) }

  /// Checks the query, and makes its filters ready.
  func checkedFilters(schema: Schema) throws -> QueryFilters {
    func require(_ name: String, _ parameter: String) throws {
      guard schema.index(of: name) == nil else { return }
      let known = schema.entries.map(\.name).joined(separator: ", ")
      throw InvalidRequest("\(parameter): there is no attribute \(name) (there are \(known))")
    }
    for name in attributes ?? [] { try require(name, "in") }
    let filters = try QueryFilters(self, schema: schema)
    for key in sort { try require(key.attribute, "sort") }
    if let sections { try require(sections.attribute, "sections") }
    return filters
  }

  /// Whether two queries show the same, written out or by default.
  func isSame(as other: Query, schema: Schema) -> Bool {
    func filledIn(_ query: Query) -> Query {
      var query = query
      if query.attributes == nil {
        query.attributes = schema.entries.filter { $0.type.isSearchedByDefault }.map(\.name)
      }
      if query.filters.unicodeScalars.allSatisfy(\.isSpace) { query.filters = "" }
      return query
    }
    return filledIn(self) == filledIn(other)
  }
}
