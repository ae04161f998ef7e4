extension ListQuery {
  /// Returns the query without the parts that a list with this schema cannot show.
  ///
  /// - Returns: The query, and the reason for each dropped part, worded as the start of a
  ///   sentence.
  /// - Complexity: O(p²) for p parts of the query
  package func fitting(_ schema: ListSchema) -> (query: ListQuery, dropped: [String]) {
    var query = ListQuery()
    (query.match, query.prefersShort, query.ranks) = (match, prefersShort, ranks)
    (query.caseRule, query.isLiteral) = (caseRule, isLiteral)
    query.keepsOrderOfEquals = keepsOrderOfEquals
    query.allowsScatteredLetters = allowsScatteredLetters
    var dropped: [String] = []
    func add(_ change: (inout ListQuery) throws -> Void) {
      var next = query
      do {
        try change(&next)
        try next.check(schema: schema)
        query = next
      } catch {
        dropped.append((error as? FilterError).map { "filters: \($0.sentence)" } ?? "\(error)")
      }
    }
    add { $0.search = search }
    for name in attributes ?? [] { add { $0.attributes = ($0.attributes ?? []) + [name] } }
    add { $0.filters = filters }
    for group in groups.groups {
      for filter in group.filters {
        add { try $0.groups.add([filter], to: group.name, group.operator) }
      }
    }
    for key in sort { add { $0.sort.append(key) } }
    add { $0.sections = sections }
    return (query, dropped)
  }
}
