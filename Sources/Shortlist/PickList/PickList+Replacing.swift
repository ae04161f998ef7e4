extension PickList {
  /// Replaces all items with others, in this order, and computes the changes by matching ids.
  ///
  /// An item counts as changed if one of its fields changed, or if it is `Equatable` and differs.
  /// Items that remain keep their selection. If the remaining items also keep their relative order
  /// and all new ones follow them, windows move with the items. Otherwise, or if none remains,
  /// windows return to their initial positions.
  ///
  /// If the items come from a source, its rows are updated, deleted and inserted there, and keep
  /// the source's order. Rows that stay on a server are read for that.
  ///
  /// - Parameter items: The items, with unique ids.
  /// - Returns: What has changed.
  /// - Throws: `PickListError` for the first duplicate id.
  /// - Complexity: O(n) for n items before and after, all of whose fields are compared; if items
  ///   keep their order, plus the cost of ``transaction(_:)`` for the items that change
  @discardableResult
  public func replaceAll(_ items: [Item]) async throws -> ApplyOutcome<Item.ID> {
    try await write { [form] in
      ApplyOutcome(try await $0.replaceAll(items, form))
    }.value
  }
}
