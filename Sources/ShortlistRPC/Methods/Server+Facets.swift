import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `list.facets`.
  func facets(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let attributes = try params.optional("attributes", .array(of: .text)) ?? []
    let numbers = try params.optional("numbers", .members(.buckets)) ?? []
    let limit = try params.optional("limit", .natural) ?? 100
    let searches = try params.optional("search", .members(.text)) ?? []

    let list = try await findCurrent(target)
    let schema = await list.schema
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
    return try await list.measure(request, ifRevision: target.ifRevision).json
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
  /// Throws if an attribute is neither an integer nor a number.
  func requireNumber(_ name: String) throws(InvalidRequest) {
    switch type(of: name) {
    case .integer, .number: return
    case nil: throw InvalidRequest("there is no attribute \(name)")
    case .text, .boolean, .date, .list: throw InvalidRequest("\(name) is no number")
    }
  }
}
