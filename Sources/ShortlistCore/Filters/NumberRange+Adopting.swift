extension NumberRange {
  /// Takes over a choice as it is, whatever the bounds and the step: one that a filter stands for.
  ///
  /// - Throws: `InvalidRequest` for ends that are not finite, and for a range that is inverted;
  ///   nothing is changed then.
  public mutating func adopt(_ choice: Choice?) throws(InvalidRequest) {
    try Self.check(choice?.lower, choice?.upper)
    self.choice = choice?.lower == nil && choice?.upper == nil ? nil : choice
  }
}

extension NumberRange.Choice {
  /// The choice that a filter stands for, nil if the filter is no range of the attribute or `Number`
  /// cannot hold its ends.
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
    if let lower = self.lower, let upper = self.upper, upper < lower { return nil }
  }
}
