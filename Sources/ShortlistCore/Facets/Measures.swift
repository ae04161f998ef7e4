/// The counts and measures of a list.
///
///     let measures = try await shop.measure()  // all facets, numbers and dates
///     for facet in measures.facets { print(facet.attribute, facet.items.map(\.value.text)) }
public struct Measures: Hashable, Sendable {
  /// The revision of the list at which the measures were taken.
  public var revision: Int
  /// The number of rows that match.
  public var total: Int
  /// The value counts of attributes, in the order of the request.
  public var facets: [FacetReport]
  /// The measures of numbers, in the order of the request.
  public var numbers: [NumberReport]
}

extension Measures {
  /// Creates the measures of an empty request.
  package init(revision: Int, total: Int) {
    self.init(revision: revision, total: total, facets: [], numbers: [])
  }
}

/// The value counts of an attribute among the rows that match.
///
///     for item in shopModel[facet: \.kind]?.items ?? [] {
///       print(item.value.text, item.count)  // fruit 12
///     }
public struct FacetReport: Hashable, Sendable {
  /// A value and the number of rows that have it.
  public struct Item: Hashable, Sendable {
    /// The value; for a list attribute, an element.
    public var value: CellValue
    /// The number of rows.
    public var count: Int
    /// Whether a filter group selects the value.
    public var isSelected: Bool
  }

  /// The attribute.
  public var attribute: String
  /// The operator that combines the filters of the attribute.
  ///
  /// It is `or` if a group with this operator has a filter of the attribute. Rows are then counted
  /// as if that group did not exist.
  public var `operator`: RefinementOperator
  /// The values, by descending frequency, then ascending.
  public var items: [Item]
  /// Whether there are more values than requested.
  public var hasMore: Bool
}

/// Measures of a number or date among the rows that match.
///
///     let price = shopModel[number: \.price]
///     let bounds = price?.range.map { $0.lowerBound.double...$0.upperBound.double }
///     let bars = price?.histogram?.map(\.count) ?? []
public struct NumberReport: Hashable, Sendable {
  /// One of the equal parts of the range from the least to the greatest value.
  public struct Bucket: Hashable, Sendable {
    /// The lower edge.
    public var lower: Quantity
    /// The upper edge; values equal to it are in the next bucket, or in this one if it is the
    /// last.
    public var upper: Quantity
    /// The number of rows.
    public var count: Int
  }

  /// The attribute.
  public var attribute: String
  /// The least and the greatest value; nil if no row has one.
  public var range: ClosedRange<Quantity>?
  /// The number of rows with a value.
  public var count: Int
  /// The number of rows without a value.
  public var nulls: Int
  /// The histogram; nil if none was requested.
  ///
  /// It has as many buckets as requested, one if all values are equal, and none if there are no
  /// values.
  public var histogram: [Bucket]?
}
