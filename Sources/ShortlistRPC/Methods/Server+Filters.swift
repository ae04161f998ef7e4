import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `filter.add`, `filter.remove` and `filter.toggle`.
  func changeFilters(
    _ params: inout Params,
    _ change: @Sendable (inout FilterGroups, [Filter], String, RefinementOperator) throws -> Void
  ) async throws -> JSON {
    let target = try params.target()
    let group = try params.required("group", .group)
    let given = try params.required("filters", .array(of: .filter))

    let list = try find(target)
    let schema = await list.schema
    return try await list.updateQuery(ifRevision: target.ifRevision) { query in
      let filters = try given.map { try $0.checked(against: schema) }
      try change(&query.groups, filters, group.name, group.operator)
    }.filterJSON
  }

  /// Answers `filter.clear`.
  func clearFilters(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let names = try params.optional("groups", .array(of: .text))
    let exceptions = try params.optional("except", .array(of: .text)) ?? []

    return try await find(target).updateQuery(ifRevision: target.ifRevision) { query in
      query.groups.clear(names, except: exceptions)
    }.filterJSON
  }

  /// Answers `filter.get`.
  func filters(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    let list = try await findCurrent(target)
    let query = await list.query
    let isEmpty = query.filters.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    let texts = [isEmpty ? "" : "(\(query.filters))", query.groups.description]
    return [
      "revision": .integer(await list.revision),
      "groups": JSON(query.groups.groups) { group in
        [
          "name": .string(group.name), "operator": .string(group.operator.rawValue),
          "filters": JSON(group.filters, \.json),
        ]
      },
      "text": .string(texts.filter { !$0.isEmpty }.joined(separator: " AND ")),
    ]
  }
}

extension Filter {
  /// The filter in the form that requests use.
  fileprivate var json: JSON {
    switch self {
    case .isNull(let name): ["attribute": .string(name), "equals": .null]
    case .equals(let name, let value): ["attribute": .string(name), "equals": value.json]
    case .inRange(let name, let lower, let upper):
      [
        "attribute": .string(name),
        "range": [lower?.json ?? .null, upper?.json ?? .null],
      ]
    case .compares(let name, let comparison, let value):
      [
        "attribute": .string(name), "comparison": .string(comparison.rawValue),
        "value": value.json,
      ]
    case .not(let filter):
      if case .object(let object) = filter.json {
        .object(JSONObject(object.members.map { ($0.name, $0.value) } + [("negated", true)]))
      } else {
        .null
      }
    case .all, .any, .isNotNull: preconditionFailure("a message cannot have put \(self) in a group")
    }
  }
}
