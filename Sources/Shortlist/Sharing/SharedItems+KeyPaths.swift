extension SharedItems: ItemFields {
  /// Returns the name of the field that reads a property.
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  public func name(of path: PartialKeyPath<Item>) -> String { form.name(of: path) }
}
