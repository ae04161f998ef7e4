/// What was counted and measured in a list.
public struct Measures: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// Rows that match.
  public var total: Int
  /// The values of attributes, in the order of the request.
  public var facets: [FacetReport]
  /// The measures of numbers, in the order of the request.
  public var numbers: [NumberReport]
}

/// The values of an attribute among the rows that match.
public struct FacetReport: Hashable, Sendable {
  /// A value and the rows that have it.
  public struct Item: Hashable, Sendable {
    /// The value; of a list an element.
    public var value: CellValue
    /// The number of rows.
    public var count: Int
    /// Whether a group of filters asks for the value.
    public var isSelected: Bool
  }

  /// The attribute.
  public var attribute: String
  /// How the filters of the attribute are combined: `or` if a group with this operator has one, and
  /// then rows are counted as if it were not there.
  public var `operator`: RefinementOperator
  /// The values, the most frequent first, then ascending.
  public var items: [Item]
  /// Whether there are more than were asked for.
  public var hasMore: Bool
}

/// Measures of a number or date among the rows that match.
public struct NumberReport: Hashable, Sendable {
  /// An equal part of the range from the least to the greatest value.
  public struct Bucket: Hashable, Sendable {
    /// Where it begins.
    public var lower: Quantity
    /// Where it ends; values at the end are in the next bucket, or in this one if it is the last.
    public var upper: Quantity
    /// The number of rows.
    public var count: Int
  }

  /// The attribute.
  public var attribute: String
  /// The least and the greatest value, nil if no row has one.
  public var range: ClosedRange<Quantity>?
  /// Rows with a value.
  public var count: Int
  /// Rows without.
  public var nulls: Int
  /// The histogram, if one was asked for: as many buckets, one if all values are equal, none if
  /// there are none.
  public var histogram: [Bucket]?
}
