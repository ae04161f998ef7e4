import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `list.query`.
  func query(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let change = try QueryChange(&params)
    // The queue has already acted on it.
    _ = try params.optional("supersede", .flag)

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

  /// Returns the params of a query, merged with the members of the queries that it superseded.
  ///
  /// Superseded queries that the list would have refused are ignored.
  func merge(_ superseded: [JSON], into params: JSON) async -> JSON {
    guard case .object(let newer) = params, let handle = newer["list"],
      let list = try? find(Target(handle: handle))
    else { return params }
    let (query, schema, revision) = (await list.query, await list.schema, await list.revision)
    var merged = JSONObject()
    for case .object(let older) in superseded {
      guard [nil, .null, .integer(revision)].contains(older["ifRevision"]) else { continue }
      var candidate = merged
      for member in older.members where !["list", "ifRevision", "supersede"].contains(member.name) {
        candidate.set(member.name, to: member.value)
      }
      if QueryChange.isTaken(.object(candidate), by: query, schema) { merged = candidate }
    }
    for member in newer.members { merged.set(member.name, to: member.value) }
    return .object(merged)
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

extension QueryChange {
  /// Returns whether a list with this query and schema would accept the change.
  fileprivate static func isTaken(_ members: JSON, by query: ListQuery, _ schema: ListSchema)
    -> Bool
  {
    var query = query
    do {
      var params = try Params(members, at: "params")
      let change = try QueryChange(&params)
      if change.refusal != nil { return false }
      try params.end()
      change.apply(to: &query)
      try query.check(schema: schema)
      return true
    } catch {
      return false
    }
  }
}
