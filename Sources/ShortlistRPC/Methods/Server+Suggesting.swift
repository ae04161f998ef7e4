import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `suggest`.
  func suggest(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let attribute = try params.required("attribute", .text)
    let text = try params.required("text", .text)
    let limit = try params.optional("limit", .natural) ?? 20
    try params.end()

    return try await find(target).suggestions(
      for: text, in: attribute, limit: limit, ifRevision: target.ifRevision
    ).json
  }
}

extension Suggestions {
  fileprivate var json: JSON {
    [
      "revision": .integer(revision),
      "items": JSON(items) { ["id": $0.id.json, "text": .string($0.text)] },
      "exact": exact?.json ?? .null,
    ]
  }
}
