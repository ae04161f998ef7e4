import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `list.sections`.
  func sections(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    return try await find(target).sections(ifRevision: target.ifRevision).json
  }

  /// Answers `list.rows`.
  func rows(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let section = try params.optional("section", .text)
    let from = try params.optional("from", .natural) ?? 0
    let length = try params.optional("length", .natural) ?? 100
    let attributes = try params.optional("attributes", .array(of: .text))
    let highlights = try params.optional("highlights", .flag) ?? false
    let selected = try params.optional("selected", .flag) ?? false

    let list = try find(target)
    try await require(min(length, await list.count), of: attributes, in: list)
    return try await list.rows(
      section: section, from: from, length: length, attributes: attributes,
      highlights: highlights, selected: selected, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `list.ids`.
  func ids(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let section = try params.optional("section", .text)

    let list = try find(target)
    if await list.count > limits.answerValues {
      let visible = try await list.sections(ifRevision: target.ifRevision).sections
      try require(visible.reduce(0) { $0 + $1.visible })
    }
    return try await list.ids(section: section, ifRevision: target.ifRevision).json
  }

  /// Answers `list.at`.
  func at(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let section = try params.required("section", .natural)
    let row = try params.required("row", .natural)

    let list = try find(target)
    let id = try await list.id(section: section, row: row, ifRevision: target.ifRevision)
    guard let id else { return .null }
    return ["revision": .integer(await list.revision), "id": id.json]
  }

  /// Answers `list.locate`.
  func locate(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let ids = try params.required("ids", .array(of: .id))

    return try await find(target).locate(ids, ifRevision: target.ifRevision).json
  }

  /// Throws if an answer would have too many values; counts all attributes if none are given.
  private func require(
    _ rows: Int, of attributes: [String]?, in list: LiveList
  ) async throws(RPCError) {
    // A small answer cannot exceed the limit, so skip looking up the schema.
    if rows <= 1000 { return }
    let count = if let attributes { attributes.count } else { await list.schema.entries.count }
    let (values, isTooMany) = rows.multipliedReportingOverflow(by: count)
    try require(isTooMany ? .max : values)
  }

  /// Throws if an answer would have too many values.
  private func require(_ values: Int) throws(RPCError) {
    guard values > limits.answerValues else { return }
    throw .limit(
      "an answer has at most \(limits.answerValues) values: ask for fewer rows, or attributes",
      limits.answerValues)
  }
}
