import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that suggest rows for a text, and create them.
  static let suggestions = [
    Method(
      "suggest", .read, .required("attribute", .text), .required("text", .text),
      .optional("from", .natural, default: 0), .optional("limit", .natural, default: 20)
    ) { _, target, attribute, text, first, limit in
      try await target.list.suggestions(
        for: text, in: attribute, from: first, limit: limit, ifRevision: target.ifRevision
      ).answer
    },

    Method(
      "suggest.commit", .create, .required("attribute", .text), .required("text", .text),
      .optional("values", .row, default: .success(RowValues([]))),
      .optional("select", .flag, default: true),
      .optional("equality", .choice, default: TextEquality.exact)
    ) { _, target, attribute, text, values, selects, equality in
      try await target.list.commitSuggestion(
        text, in: attribute, values: try values.get(), selects: selects, equality: equality,
        ifRevision: target.ifRevision
      ).answer
    },
  ]
}

extension SuggestionOutcome<RowID>: Report {
  var json: JSON {
    .object(
      JSONObject(
        [
          ("id", id?.json ?? .null), ("created", .boolean(isCreated)), ("changes", changes.json),
        ] + selection.members))
  }
}

extension Suggestions<RowID>: Report {
  var json: JSON {
    [
      "revision": .integer(revision),
      "items": JSON(items) { ["id": $0.id.json, "text": .string($0.text)] },
      "total": .integer(total), "exact": exact?.json ?? .null, "similar": similar?.json ?? .null,
    ]
  }
}
