import Shortlist
import ShortlistJSON
import Synchronization

extension Method {
  /// The methods that change the query and what is visible.
  static let querying = [
    query,

    Method(
      "list.window", .view, .optional("section", .text), .required("range", .orNull(.range)),
      .optional("sections", .flag, default: true)
    ) { server, target, section, range, hasSections in
      try await target.requireRevision()
      // The same range with other members counts as another one.
      let name = section.map { Array($0.utf8) }
      let isOther = server.state.withLock {
        $0.lists[target.handle]?.rangeMembers[name] != range?.members
      }
      let outcome = try await target.list.setRange(
        range?.options, section: section, revises: isOther, ifRevision: target.ifRevision)
      server.state.withLock {
        $0.lists[target.handle]?.rangeMembers[name] = range?.members
      }
      if hasSections { return outcome.answer }
      return Answer(revision: outcome.revision, [("changes", outcome.changes.json)])
    },
  ]

  /// The queue acts on `supersede`.
  static let query = Method(
    "list.query", .view, QueryChange.parameter, .optional("supersede", .flag),
    .optional("estimate", .flag, default: false),
    .optional("sectionsFrom", .natural, default: 0), .optional("sectionsLength", .natural)
  ) { _, target, change, _, estimates, from, length in
    if let refusal = change.refusal {
      try await target.requireRevision()
      var query = await target.list.query
      change.apply(to: &query)
      try query.check(schema: await target.list.schema)
      throw refusal
    }
    let outcome = try await target.list.updateQuery(
      estimating: estimates, ifRevision: target.ifRevision
    ) { query in
      change.apply(to: &query)
    }
    return Answer(
      outcome.json(SectionRange(from: from, length: length)), revision: outcome.revision)
  }
}

extension Server {
  /// Returns the params of a query, merged with the members of the queries that it superseded.
  ///
  /// Superseded queries that the list would have refused are ignored.
  func merge(_ superseded: [JSON], into params: JSON) async -> JSON {
    guard case .object(let newer) = params, case .string(let handle) = newer["list"],
      let list = list(handle)
    else { return params }
    let (query, schema, revision) = (await list.query, await list.schema, await list.revision)
    var merged = JSONObject()
    for case .object(let older) in superseded {
      guard [nil, .null, .integer(revision)].contains(older["ifRevision"]) else { continue }
      var candidate = merged
      let names = [
        "list", "ifRevision", "supersede", "estimate", "sectionsFrom", "sectionsLength",
      ]
      for member in older.members where !names.contains(member.name) {
        candidate.set(member.name, to: member.value)
      }
      if QueryChange.isTaken(.object(candidate), by: query, schema) { merged = candidate }
    }
    for member in newer.members { merged.set(member.name, to: member.value) }
    return .object(merged)
  }

  /// Carries out the queries that another one superseded, because that has failed.
  ///
  /// After its answer, `list.changed` reports what they changed.
  func restore(_ superseded: [JSON], after request: Request) async {
    guard case .object(let members) = request.params, let name = members["list"],
      case .string(let handle) = name, let list = list(handle)
    else { return }
    let revision = await list.revision
    let merged = await merge(superseded, into: ["list": name])
    guard var params = try? Params(merged, at: "params"),
      let change = try? QueryChange.parameter.read(&params),
      let outcome = try? await list.updateQuery({ change.apply(to: &$0) }),
      outcome.revision != revision
    else { return }
    state.withLock { state in
      // A shared list reports each change to its clients itself.
      if state.lists[handle]?.isShared == true { return }
      state.consequences[handle, default: []].append(outcome.notification(of: handle))
    }
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
      let change = try QueryChange.parameter.read(&params)
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
