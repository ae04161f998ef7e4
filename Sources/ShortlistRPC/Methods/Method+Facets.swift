import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that count and measure rows.
  static let facets = [
    Method(
      "list.facets", .read, .optional("attributes", .array(of: .text), default: []),
      .optional("numbers", .members(.buckets), default: []),
      .optional("limit", .natural, default: 100),
      .optional("search", .members(.text), default: [])
    ) { _, target, attributes, numbers, limit, searches in
      try await target.requireRevision()
      let schema = await target.list.schema
      for (name, _) in searches where schema.index(of: name) == nil {
        throw InvalidRequest("search: there is no attribute \(name)")
      }
      for (name, _) in numbers { try schema.requireNumber(name) }
      let request = MeasureRequest(
        facets: attributes.map { name in
          let search = searches.last { $0.name.utf8.elementsEqual(name.utf8) }
          return FacetRequest(name, limit: limit, search: search?.value ?? "")
        },
        numbers: numbers.map { NumberRequest($0.name, buckets: $0.value) })
      return try await target.list.measure(request, ifRevision: target.ifRevision).answer
    }
  ]
}

extension Shape where Value == Int? {
  /// The number of buckets of a histogram.
  fileprivate static var buckets: Self {
    .object { (params) throws(RPCError) in
      let buckets = try params.optional("buckets", .natural)
      if buckets == 0 { throw .invalidParams("buckets must be 1 or more") }
      return buckets
    }
  }
}

extension ListSchema {
  /// Throws if an attribute is neither an integer nor a number.
  func requireNumber(_ name: String) throws(InvalidRequest) {
    switch type(of: name) {
    case .integer, .number: return
    case nil: throw InvalidRequest("there is no attribute \(name)")
    case .text, .boolean, .date, .list: throw InvalidRequest("\(name) is no number")
    }
  }
}
