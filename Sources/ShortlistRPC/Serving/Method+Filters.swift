import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that read and change the filters of groups.
  static let filters = [
    filters("filter.add") { try $0.add($1, to: $2, $3) },
    filters("filter.remove") { try $0.remove($1, from: $2, $3) },
    filters("filter.toggle") { try $0.toggle($1, in: $2, $3) },

    Method(
      "filter.clear", .view, .optional("groups", .array(of: .text)),
      .optional("except", .array(of: .text), default: [])
    ) { _, target, names, exceptions in
      try await target.list.updateQuery(ifRevision: target.ifRevision) { query in
        query.groups.clear(names, except: exceptions)
      }.filterAnswer
    },

    Method("filter.get", .read) { _, target in
      try await target.requireRevision()
      let query = await target.list.query
      let isEmpty = query.filters.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      let texts = [isEmpty ? "" : "(\(query.filters))", query.groups.description]
      let groups = JSON(query.groups.groups) { group in
        [
          "name": .string(group.name), "operator": .string(group.operator.rawValue),
          "filters": JSON(group.filters, \.json),
        ]
      }
      return Answer(
        revision: await target.list.revision,
        [
          ("groups", groups),
          ("text", .string(texts.filter { !$0.isEmpty }.joined(separator: " AND "))),
        ])
    },
  ]

  /// Returns a method that changes the filters of a group.
  private static func filters(
    _ name: String,
    _ change:
      @escaping @Sendable (inout FilterGroups, [Filter], String, RefinementOperator) throws -> Void
  ) -> Method {
    Method(name, .view, .required("group", .group), .required("filters", .array(of: .filter))) {
      _, target, group, given in
      let schema = await target.list.schema
      return try await target.list.updateQuery(ifRevision: target.ifRevision) { query in
        let filters = try given.map { try $0.checked(against: schema) }
        try change(&query.groups, filters, group.name, group.operator)
      }.filterAnswer
    }
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
    case .all, .any, .isNotNull, .contains:
      preconditionFailure("a message cannot have put \(self) in a group")
    }
  }
}
