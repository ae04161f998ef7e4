/// A request to count and measure values in a list.
///
///     var request = MeasureRequest()
///     request.facets = [shop.facetRequest(\.kind, limit: 10)]
///     request.numbers = [shop.numberRequest(\.price, buckets: 20)]
///     let measures = try await shop.measure(request)
public struct MeasureRequest: Hashable, Sendable {
  /// The attributes whose values to count.
  public var facets: [FacetRequest] = []
  /// The numbers and dates to measure.
  public var numbers: [NumberRequest] = []

  /// Creates a request.
  public init(facets: [FacetRequest] = [], numbers: [NumberRequest] = []) {
    self.facets = facets
    self.numbers = numbers
  }

  /// Checks the request against the attributes of a list.
  ///
  /// - Throws: `InvalidRequestError` for an attribute that does not exist, for a measured attribute
  ///   that is neither a number nor a date, and for a number of buckets out of bounds.
  func check(in schema: ListSchema) throws(InvalidRequestError) {
    for facet in facets where schema.index(of: facet.attribute) == nil {
      throw InvalidRequestError("facets: there is no attribute \(facet.attribute)")
    }
    for number in numbers {
      guard let type = schema.type(of: number.attribute) else {
        throw InvalidRequestError("numbers: there is no attribute \(number.attribute)")
      }
      guard type.isOrdered else {
        throw InvalidRequestError("numbers: \(number.attribute) is neither a number nor a date")
      }
      if let buckets = number.buckets, !NumberRequest.bucketCounts.contains(buckets) {
        let counts = NumberRequest.bucketCounts
        throw InvalidRequestError(
          "numbers: \(buckets) buckets are not \(counts.lowerBound) to \(counts.upperBound)")
      }
    }
  }
}

/// A request to count the values of an attribute.
///
///     let request = shop.facetRequest(\.kind, limit: 10, keepsSelected: true)
///     let kinds = try await shop.measure(MeasureRequest(facets: [request])).facets[0]
public struct FacetRequest: Hashable, Sendable {
  /// The attribute.
  public var attribute: String
  /// The maximum number of values to list.
  public var limit: Int
  /// The search text for values: each of its words must begin a word of the value.
  ///
  /// A text without words matches all values.
  public var search: String
  /// Whether to list selected values beyond the limit too.
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

/// A request to measure a number or date.
///
///     let request = shop.numberRequest(\.price, buckets: 20)
///     let price = try await shop.measure(MeasureRequest(numbers: [request])).numbers[0]
public struct NumberRequest: Hashable, Sendable {
  /// The attribute.
  public var attribute: String
  /// The number of parts of the histogram; nil for no histogram.
  public var buckets: Int?
  /// The filters to leave out, usually those of the requesting control.
  ///
  /// The filters of the list's own connected ranges of the attribute are left out too.
  public var without: [FilterGroups.Member]

  /// Creates a request.
  public init(_ attribute: String, buckets: Int? = nil, without: [FilterGroups.Member] = []) {
    self.attribute = attribute
    self.buckets = buckets
    self.without = without
  }

  /// The numbers of buckets that a histogram can have.
  package static let bucketCounts = 1...10_000
}
