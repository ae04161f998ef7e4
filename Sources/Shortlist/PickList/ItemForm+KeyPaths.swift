extension ItemForm {
  /// Returns the name of the field that reads a property, or stops the program.
  package func name(of path: PartialKeyPath<Item>) -> String {
    if let field = fields.first(where: { $0.reads(path) }) { return field.name }
    if path.propertyName == "id" { return id.name }
    let known = SimilarName.list(fields.map(\.name))
    preconditionFailure("There is no field for \(path)\(known).")
  }

  /// Returns the filter of rows for a condition on items.
  func rowFilter(_ condition: ItemFilter<Item>) -> Filter {
    condition.filter { name(of: $0) }
  }

  /// Returns the query that a picker or shared items of these fields make of its parts.
  func query(
    _ text: String, _ paths: [PartialKeyPath<Item>], _ match: MatchKind,
    _ condition: ItemFilter<Item>?, _ sort: [SortKey], _ sections: SectionRule?
  ) -> ListQuery {
    var query = self.query
    (query.search, query.match, query.sort, query.sections) = (text, match, sort, sections)
    if !paths.isEmpty { query.attributes = paths.map { name(of: $0) } }
    if let condition { query.groups.setCondition(rowFilter(condition)) }
    return query
  }
}

extension FilterGroups {
  /// Replaces the filter that a condition on items has become; nil removes it.
  mutating func setCondition(_ filter: Filter?) {
    let name = "where"
    clear([name])
    // The group is gone, so it has no other operator.
    if let filter { try? add([filter], to: name) }
  }
}
