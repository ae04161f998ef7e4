import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that count and measure rows.
  static let facets = [
    Method(
      "list.facets", .read, .optional("attributes", .facets, default: .named([])),
      .optional("numbers", .members(.buckets), default: []),
      .optional("limit", .natural, default: 100),
      .optional("search", .members(.text), default: [])
    ) { _, target, facets, numbers, limit, searches in
      try await target.requireRevision()
      let attributes =
        switch facets {
        case .named(let names): names
        case .sampled: try await target.list.sampledFacets()
        }
      let schema = await target.list.schema
      for (name, _) in searches where schema.index(of: name) == nil {
        throw InvalidRequestError("search: there is no attribute \(name)")
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

/// The attributes whose values to count.
private enum Facets {
  case named([String])
  /// Those that make good facets.
  case sampled
}

extension Shape where Value == Facets {
  fileprivate static var facets: Self {
    Self { (value, path) throws(RPCError) in
      if value == "auto" { return .sampled }
      guard case .array = value else {
        throw .invalidParams("\(path) must be an array or \"auto\"")
      }
      return .named(try Shape<[String]>.array(of: .text).read(value, path))
    }
  }
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
  /// Throws if an attribute is neither a number nor a date.
  func requireNumber(_ name: String) throws(InvalidRequestError) {
    switch type(of: name) {
    case .integer, .number, .date: return
    case nil: throw InvalidRequestError("there is no attribute \(name)")
    case .text, .boolean, .list: throw InvalidRequestError("\(name) is neither a number nor a date")
    }
  }
}
