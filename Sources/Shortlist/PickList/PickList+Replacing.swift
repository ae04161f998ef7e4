extension PickList {
  /// Replaces all items with others, in this order, and computes the changes by matching ids.
  ///
  /// Items that remain keep their selection. If the remaining items also keep their relative order
  /// and all new ones follow them, windows move with the items. Otherwise, or if none remains,
  /// windows return to their initial positions.
  ///
  /// If the items come from a source, its rows are updated, deleted and inserted there, and keep
  /// the source's order.
  ///
  /// - Parameter items: The items, with unique ids.
  /// - Returns: The intent, whose value is the outcome. It fails at the first duplicate id.
  /// - Complexity: O(n) for n items before and after, all of whose fields are compared; if items
  ///   keep their order, plus the cost of ``transaction(_:)`` for the items that change
  @discardableResult
  public func replaceAll(_ items: [Item]) -> PickListIntent<ApplyOutcome> {
    if !store.keepsItems { return writeAll(items) }
    return ask { [store, form] list in
      let outcome = try list.replaceAll(count: items.count) { form.row(of: items[$0]) }
      store.fill(with: items, form)
      return outcome
    }
  }

  /// Makes the rows of a source match the items.
  private func writeAll(_ items: [Item]) -> PickListIntent<ApplyOutcome> {
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
