import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that read visible rows.
  static let reading = [
    Method(
      "list.sections", .read, .optional("from", .natural, default: 0),
      .optional("length", .natural)
    ) { _, target, from, length in
      let report = try await target.list.sections(ifRevision: target.ifRevision)
      return Answer(
        report.json(SectionRange(from: from, length: length)), revision: report.revision)
    },

    Method(
      "list.rows", .read, .optional("section", .text), .optional("from", .natural, default: 0),
      .optional("length", .natural, default: 100), .optional("attributes", .array(of: .text)),
      .optional("highlights", .flag, default: false), .optional("selected", .flag, default: false),
      .optional("maxLength", .natural)
    ) { server, target, section, from, length, attributes, highlights, selected, maxLength in
      let list = target.list
      try await server.require(min(length, await list.count), of: attributes, in: list)
      let report = try await list.rows(
        section: section, from: from, length: length, attributes: attributes,
        highlights: highlights, selected: selected, ifRevision: target.ifRevision)
      guard let maxLength else { return report.answer }
      return CutRows(report, maxLength: maxLength).answer
    },

    Method("list.ids", .read, .optional("section", .text)) { server, target, section in
      if await target.list.count > server.limits.answerValues {
        let visible = try await target.list.sections(ifRevision: target.ifRevision).sections
        try server.require(visible.reduce(0) { $0 + $1.visible })
      }
      return try await target.list.ids(section: section, ifRevision: target.ifRevision).answer
    },

    Method("list.at", .read, .required("section", .natural), .required("row", .natural)) {
      _, target, section, row in
      let id = try await target.list.id(
        section: section, row: row, ifRevision: target.ifRevision)
      guard let id else { return Answer(nil) }
      return Answer(revision: await target.list.revision, [("id", id.json)])
    },

    Method("list.locate", .read, .required("ids", .array(of: .id))) { _, target, ids in
      try await target.list.locate(ids, ifRevision: target.ifRevision).answer
    },
  ]
}

extension Server {
  /// Throws if an answer would have too many values; counts all attributes if none are given.
  fileprivate func require(
    _ rows: Int, of attributes: [String]?, in list: any ListProtocol
  ) async throws(RPCError) {
    // A small answer cannot exceed the limit, so skip looking up the schema.
    if rows <= 1000 { return }
    let count = if let attributes { attributes.count } else { await list.schema.entries.count }
    let (values, isTooMany) = rows.multipliedReportingOverflow(by: count)
    try require(isTooMany ? .max : values)
  }

  /// Throws if an answer would have too many values.
  fileprivate func require(_ values: Int) throws(RPCError) {
    guard values > limits.answerValues else { return }
    throw .limit(
      "an answer has at most \(limits.answerValues) values: ask for fewer rows, or attributes",
      limits.answerValues)
  }
}
