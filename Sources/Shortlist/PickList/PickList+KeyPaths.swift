extension PickList {
  // MARK: Key paths

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
  public func filter(where condition: ItemFilter<Item>?) async throws -> QueryOutcome<Item.ID> {
    let filter = condition.map(rowFilter)
    return try await updateQuery { $0.groups.setCondition(filter) }
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
  ) async throws -> QueryOutcome<Item.ID> {
    let key = sortKey(path, order, collation: collation)
    return try await updateQuery { $0.sort = [key] }
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
  ) async throws -> QueryOutcome<Item.ID> {
    let rule = sectionRule(by: path, order: order)
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
  ) async throws -> QueryOutcome<Item.ID> {
    let names = paths.map { name(of: $0) }
    return try await updateQuery { query in
      query.search = text
      if !names.isEmpty { query.attributes = names }
    }
  }

  /// Returns the parts of a text of a property that the search matches.
  ///
  ///     for range in picker.highlights(in: ann.name, of: \.name) { print(ann.name[range]) }
  ///
  /// - Parameters:
  ///   - text: The text, as it is shown.
  ///   - path: The property.
  /// - Returns: The ranges to highlight, in order.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(search + text)
  public func highlights(
    in text: String, of path: PartialKeyPath<Item>
  ) -> [Range<String.Index>] {
    query.highlights(in: text, of: name(of: path))
  }

  /// Returns the items whose text begins with the typed text, regardless of the query.
  ///
  ///     let found = try await picker.suggestions(for: "an", in: \.name)
  ///
  /// - Throws: `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(log *n* + `limit`) for *n* items, once the texts are in order; O(*n* log *n*)
  ///   for the first suggestion
  public func suggestions(
    for text: String, in path: KeyPath<Item, String>, from first: Int = 0, limit: Int = 20
  ) async throws -> Suggestions<Item.ID> {
    try await suggestions(for: text, in: name(of: path), from: first, limit: limit)
  }
}
