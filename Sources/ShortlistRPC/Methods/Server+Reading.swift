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

    return try await find(target).rows(
      section: section, from: from, length: length, attributes: attributes,
      highlights: highlights, selected: selected, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `list.ids`.
  func ids(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let section = try params.optional("section", .text)

    return try await find(target).ids(section: section, ifRevision: target.ifRevision).json
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
}
