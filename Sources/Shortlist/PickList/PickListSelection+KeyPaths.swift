extension PickListSelection {
  // MARK: Key paths

  /// Returns a filter that refuses to select items without a value of a property.
  ///
  ///     let rules = picker.selection
  ///     rules.filters = [.maximum(10), rules.required(\.phone)]
  ///
  /// - Returns: The filter, which `add(_:)` adds and `remove(_:)` removes.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public func required(_ path: PartialKeyPath<Item>) -> RequiredFieldSelectionFilter {
    RequiredFieldSelectionFilter(attribute: picker.name(of: path))
  }

  /// Returns a rule that only items which satisfy a condition can be selected.
  ///
  ///     let rules = picker.selection
  ///     rules.filters = [rules.matching(\.city == "Bonn", reason: "it is too far")]
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - reason: Why another item is refused, as a sentence for people.
  /// - Returns: The rule, for `filters` and `add(_:)`.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: O(key paths · fields)
  public func matching(_ condition: ItemFilter<Item>, reason: String) -> SelectionRule {
    .matching(picker.rowFilter(condition).description, reason: reason)
  }
}
