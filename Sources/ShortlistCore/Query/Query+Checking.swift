extension Query {
  /// Checks that the attributes are those of a schema, and makes one filter of the filter text and
  /// the groups.
  ///
  /// - Throws: `InvalidRequest` naming the parameter and the attribute; `FilterError`.
  public func check(schema: Schema) throws -> Filter? {
    func require(_ name: String, _ parameter: String) throws {
      guard schema.index(of: name) == nil else { return }
      let known = schema.entries.map(\.name).joined(separator: ", ")
      throw InvalidRequest("\(parameter): there is no attribute \(name) (there are \(known))")
    }
    for name in attributes ?? [] { try require(name, "in") }
    for key in sort { try require(key.attribute, "sort") }
    if let sections { try require(sections.attribute, "sections") }
    for group in groups.groups {
      for filter in group.filters { _ = try filter.checked(against: schema) }
    }
    let parts = [try Filter(parsing: filters, schema: schema), groups.filter].compactMap(\.self)
    return parts.count > 1 ? .all(parts) : parts.first
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
