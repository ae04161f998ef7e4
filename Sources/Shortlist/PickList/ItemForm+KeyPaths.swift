extension ItemForm {
  /// Returns the name of the field that reads a property, or stops the program.
  package func name(of path: PartialKeyPath<Item>) -> String {
    if let field = fields.first(where: { $0.reads(path) }) { return field.name }
    if path.propertyName == "id" { return id.name }
    let known = SimilarName.list(fields.map(\.name))
    preconditionFailure("There is no field for \(path)\(known).")
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
