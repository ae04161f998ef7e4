/// What is to be counted and measured in a list.
///
///     var request = MeasureRequest()
///     request.facets = [FacetRequest("section", limit: 10)]
///     request.numbers = [NumberRequest("price", buckets: 20)]
///     let measures = try engine.measure(request)
public struct MeasureRequest: Hashable, Sendable {
  /// The attributes whose values are counted.
  public var facets: [FacetRequest] = []
  /// The numbers and dates that are measured.
  public var numbers: [NumberRequest] = []

  /// Creates a request.
  public init(facets: [FacetRequest] = [], numbers: [NumberRequest] = []) {
    self.facets = facets
    self.numbers = numbers
  }
}

/// An attribute whose values are to be counted.
public struct FacetRequest: Hashable, Sendable {
  /// The attribute.
  public var attribute: String
  /// So many values at most are wanted.
  public var limit: Int
  /// Only values that have words which begin with the words of this text; all if it has none.
  public var search: String
  /// Whether selected values are listed past the limit too.
  public var keepsSelected: Bool

  /// Creates a request.
  public init(
    _ attribute: String, limit: Int = 100, search: String = "", keepsSelected: Bool = false
  ) {
    self.attribute = attribute
    self.limit = limit
    self.search = search
    self.keepsSelected = keepsSelected
  }
}

/// A number or date that is to be measured.
public struct NumberRequest: Hashable, Sendable {
  /// The attribute.
  public var attribute: String
  /// The parts of the histogram, nil if none is wanted.
  public var buckets: Int?
  /// Filters that are left out: those of the control that asks.
  ///
  /// The filters of the list's own connected ranges of the attribute are left out too.
  public var without: [FilterGroups.Member]

  /// Creates a request.
  public init(_ attribute: String, buckets: Int? = nil, without: [FilterGroups.Member] = []) {
    self.attribute = attribute
    self.buckets = buckets
    self.without = without
  }
}
