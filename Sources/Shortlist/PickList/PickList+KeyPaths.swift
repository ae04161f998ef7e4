extension PickList {
  // MARK: Key paths

  /// Returns the name of the field that reads a property.
  ///
  ///     picker.sections = SectionRule(by: picker.name(of: \.city), order: .descending)
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  public func name(of path: PartialKeyPath<Item>) -> String {
    let form = form
    if let field = form.fields.first(where: { $0.reads(path) }) { return field.name }
    if path.propertyName == "id" { return form.id.name }
    let known = SimilarName.list(form.fields.map(\.name))
    preconditionFailure("There is no field for \(path)\(known).")
  }

  /// Shows the items that satisfy a condition; nil shows all.
  ///
  ///     try await shop.filter(where: \.price < 20 && \.kind == .tea)
  ///
  /// The condition is combined with the filter text and the filters of controls. It is the group
  /// `where` of ``filters``.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` if a newer query replaced this one; `CancellationError`.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func filter(where condition: ItemFilter<Item>?) async throws -> QueryOutcome {
    let filter = condition?.filter { name(of: $0) }
    return try await updateQuery { query in
      query.groups.clear(["where"])
      if let filter { try query.groups.add([filter], to: "where") }
    }
  }

  /// Sorts the items by a property.
  ///
  ///     try await shop.sort(by: \.price, .descending)
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for a field that is not sortable, and if a newer query replaced this
  ///   one; `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func sort(
    by path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) async throws -> QueryOutcome {
    let key = sortKey(path, order, collation: collation)
    return try await updateQuery { $0.sort = [key] }
  }

  /// Returns a criterion for a sort by a property.
  ///
  ///     shop.sort = [shop.sortKey(\.kind), shop.sortKey(\.price, .descending)]
  ///
  /// - Precondition: The picker has a field for the key path.
  public func sortKey(
    _ path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) -> SortKey {
    SortKey(name(of: path), order, collation: collation)
  }

  /// Groups the items into sections by a property.
  ///
  ///     try await picker.group(by: \.city)
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` if a newer query replaced this one; `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func group(
    by path: PartialKeyPath<Item>, order: SectionRule.Order = .ascending
  ) async throws -> QueryOutcome {
    let rule = SectionRule(by: name(of: path), order: order)
    return try await updateQuery { $0.sections = rule }
  }

  /// Searches for a text in properties.
  ///
  ///     try await picker.search("mü", in: \.name, \.city)
  ///
  /// Later searches cover the same properties.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for a search with a wrong sign, and if a newer query replaced this
  ///   one; `CancellationError`.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func search(
    _ text: String, in paths: PartialKeyPath<Item>...
  ) async throws -> QueryOutcome {
    let names = paths.map { name(of: $0) }
    return try await updateQuery { query in
      query.search = text
      if !names.isEmpty { query.attributes = names }
    }
  }

  /// Returns the items whose text begins with the typed text, regardless of the query.
  ///
  ///     let found = try await picker.suggestions(for: "an", in: \.name)
  ///
  /// - Throws: `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  public func suggestions(
    for text: String, in path: KeyPath<Item, String>, from first: Int = 0, limit: Int = 20
  ) async throws -> Suggestions {
    try await suggestions(for: text, in: name(of: path), from: first, limit: limit)
  }
}
