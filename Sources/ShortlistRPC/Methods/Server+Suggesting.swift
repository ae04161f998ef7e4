import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `suggest`.
  func suggest(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let attribute = try params.required("attribute", .text)
    let text = try params.required("text", .text)
    let first = try params.optional("from", .natural) ?? 0
    let limit = try params.optional("limit", .natural) ?? 20

    return try await find(target).suggestions(
      for: text, in: attribute, from: first, limit: limit, ifRevision: target.ifRevision
    ).json
  }
}

extension Server {
  /// Answers `suggest.commit`.
  func commitSuggestion(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let attribute = try params.required("attribute", .text)
    let text = try params.required("text", .text)
    let values = try params.optional("values", .row) ?? .values([:])
    let selects = try params.optional("select", .flag) ?? true
    let equality = try params.optional("equality", .choice) ?? TextEquality.exact

    return try await find(target).commitSuggestion(
      text, in: attribute, values: try values.values(),
      selects: selects, equality: equality, ifRevision: target.ifRevision
    ).json
  }
}

extension SuggestionOutcome {
  fileprivate var json: JSON {
    .object(
      JSONObject(
        [
          ("id", id?.json ?? .null), ("created", .boolean(isCreated)), ("changes", changes.json),
        ] + selection.members))
  }
}

extension Suggestions {
  fileprivate var json: JSON {
    [
      "revision": .integer(revision),
      "items": JSON(items) { ["id": $0.id.json, "text": .string($0.text)] },
      "total": .integer(total), "exact": exact?.json ?? .null, "similar": similar?.json ?? .null,
    ]
  }
}
