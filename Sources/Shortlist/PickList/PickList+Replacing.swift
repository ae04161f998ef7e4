extension PickList {
  /// Puts other items in the place of all, in this order, and works out by their ids what changes.
  ///
  /// Items that stay keep their selection. If they keep their own order too, and new ones come behind
  /// them, windows move with the items; else, and if none stays, windows are placed anew.
  ///
  /// The rows of a source are changed, deleted and put in there, and are in its order.
  ///
  /// - Parameter items: The items, each with an id of its own.
  /// - Returns: What became of it. The intent fails at the item that has the id of one before.
  /// - Complexity: O(n) for n items before and after, of which every field is compared; where items
  ///   keep their order also what ``transaction(_:)`` costs for those that change
  @discardableResult
  public func replaceAll(_ items: [Item]) -> PickListIntent<ApplyOutcome> {
    if !store.keepsItems { return writeAll(items) }
    return ask { [store, form] list in
      let outcome = try list.replaceAll(count: items.count) { form.row(of: items[$0]) }
      store.fill(with: items, form)
      return outcome
    }
  }

  /// Makes the rows of a source those of items.
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
