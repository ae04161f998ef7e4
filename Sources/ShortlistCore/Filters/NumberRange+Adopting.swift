extension NumberRange {
  /// Sets the choice without applying bounds or step, for example to restore it from a filter.
  ///
  /// - Throws: `InvalidRequestError` for ends that are not finite, and for a range that is
  ///   inverted; the choice does not change then.
  public mutating func adopt(_ choice: Choice?) throws(InvalidRequestError) {
    try Self.check(choice?.lower, choice?.upper)
    self.choice = choice?.lower == nil && choice?.upper == nil ? nil : choice
  }
}

extension NumberRange.Choice {
  /// Creates the choice that a filter represents.
  ///
  /// The result is nil if the filter is not a range of the attribute, or if `Number` cannot
  /// represent its ends.
  ///
  /// - Parameters:
  ///   - filter: A filter as `NumberRange.filter(on:)` makes it.
  ///   - attribute: The attribute.
  public init?(_ filter: Filter, on attribute: String) {
    guard case .inRange(let name, let lower, let upper) = filter,
      BinaryString(name) == BinaryString(attribute), lower != nil || upper != nil
    else { return nil }
    self.init(
      lower: lower.flatMap { Quantity($0) }.flatMap { Number($0, as: .lower) },
      upper: upper.flatMap { Quantity($0) }.flatMap { Number($0, as: .upper) })
    if (self.lower == nil) != (lower == nil) || (self.upper == nil) != (upper == nil) { return nil }
    if let lower = self.lower, let upper = self.upper, upper < lower {
      return nil
    }
  }
}
