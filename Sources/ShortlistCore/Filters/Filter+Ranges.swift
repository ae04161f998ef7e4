extension Filter {
  /// Returns a filter for values in a range, both ends included.
  ///
  ///     picker.filters.add(.range("price", 10...20))
  ///
  /// An end that is not finite is open.
  public static func range<Number: RangeNumber>(
    _ attribute: String, _ range: ClosedRange<Number>
  ) -> Filter {
    .inRange(attribute, range.lowerBound.quantity?.value, range.upperBound.quantity?.value)
  }

  /// Returns a filter for values at or above the lower bound and less than the upper bound.
  ///
  ///     picker.filters.add(.range("price", 10..<20))
  ///
  /// A bound that is not finite is open.
  public static func range<Number: RangeNumber>(
    _ attribute: String, _ range: Range<Number>
  ) -> Filter {
    let lower = range.lowerBound.quantity?.value
    let upper = range.upperBound.quantity?.value
    return .all(
      [
        lower.map { .compares(attribute, .greaterOrEqual, $0) },
        upper.map { .compares(attribute, .less, $0) },
      ].compactMap(\.self))
  }

  /// Returns a filter for values less than a number or date.
  public static func range<Number: RangeNumber>(
    _ attribute: String, _ range: PartialRangeUpTo<Number>
  ) -> Filter {
    range.upperBound.quantity.map { .compares(attribute, .less, $0.value) } ?? .all([])
  }

  /// Returns a filter for values at or above a number or date.
  public static func range<Number: RangeNumber>(
    _ attribute: String, _ range: PartialRangeFrom<Number>
  ) -> Filter {
    .inRange(attribute, range.lowerBound.quantity?.value, nil)
  }

  /// Returns a filter for values up to and including a number or date.
  public static func range<Number: RangeNumber>(
    _ attribute: String, _ range: PartialRangeThrough<Number>
  ) -> Filter {
    .inRange(attribute, nil, range.upperBound.quantity?.value)
  }
}
