extension PickList {
  /// Replaces all items with others, in this order, and computes the changes by matching ids.
  ///
  /// An item counts as changed if one of its fields changed, or if it is `Equatable` and differs.
  /// Items that remain keep their selection. If the remaining items also keep their relative order
  /// and all new ones follow them, windows move with the items. Otherwise, or if none remains,
  /// windows return to their initial positions.
  ///
  /// If the items come from a source, its rows are updated, deleted and inserted there, and keep
  /// the source's order.
  ///
  /// - Parameter items: The items, with unique ids.
  /// - Returns: What has changed.
  /// - Throws: `PickListError` for the first duplicate id.
  /// - Complexity: O(n) for n items before and after, all of whose fields are compared; if items
  ///   keep their order, plus the cost of ``transaction(_:)`` for the items that change
  @discardableResult
  public func replaceAll(_ items: [Item]) async throws -> ApplyOutcome {
    if !store.keepsItems { return try await writeAll(items).value }
    return try await ask { [store, form] list in
      let isChanged = store.comparison
      let outcome = try list.replaceAll(
        count: items.count, touching: { isChanged?(items[$0], $1) ?? false }
      ) { form.row(of: items[$0]) }
      store.fill(with: items, form)
      return outcome
    }.value
  }

  /// Makes the rows of a source match the items.
  private func writeAll(_ items: [Item]) -> Intent<ApplyOutcome> {
    write { [store, form] engine in
      var left = Set(engine.allIDs)
      var changes: [RowOperation] = []
      for item in items {
        let id = form.rowID(of: item)
        if left.remove(id) == nil {
          changes.append(.insert(form.insertion(of: item)))
        } else if form.row(of: store[id, engine]) != form.row(of: item) {
          changes.append(.update(form.values(of: item)))
        }
      }
      return engine.allIDs.filter(left.contains).map(RowOperation.delete) + changes
    }
  }
}
