extension Picker {
  /// Puts other items in the place of all, in this order, and works out by their ids what changes.
  ///
  /// Items that stay keep their selection. If they keep their own order too, and new ones come behind
  /// them, windows move with the items; else, and if none stays, windows are placed anew.
  ///
  /// - Parameter items: The items, each with an id of its own.
  /// - Returns: What became of it. The intent fails with `WriteRefusal` at the item that has the id of
  ///   one before.
  /// - Complexity: O(n) for n items before and after, of which every field is compared; where items
  ///   keep their order also what ``transaction(_:)`` costs for those that change
  @discardableResult
  public func replaceAll(_ items: [Item]) -> PickerIntent<ApplyOutcome> {
    ask { [store, form] list in
      let outcome = try list.replaceAll(count: items.count) { form.row(of: items[$0]) }
      store.fill(with: items, form)
      return outcome
    }
  }
}
