import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `list.query`.
  func query(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let change = try QueryChange(&params)

    if let refusal = change.refusal {
      let list = try find(target)
      var query = await list.query
      change.apply(to: &query)
      try query.check(schema: await list.schema)
      throw refusal
    }
    return try await find(target).updateQuery(ifRevision: target.ifRevision) { query in
      change.apply(to: &query)
    }.json
  }

  /// Answers `list.window`.
  func window(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let section = try params.optional("section", .text)
    let range = try params.required("range", .orNull(.range))

    let list = try await findCurrent(target)
    return try await list.setRange(range, section: section, ifRevision: target.ifRevision).json
  }
}
