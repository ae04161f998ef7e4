import Shortlist
import ShortlistJSON

extension QueryOutcome<RowID>: Report {
  var json: JSON { json(SectionRange()) }

  /// The outcome with the sections in a range.
  func json(_ range: SectionRange) -> JSON {
    let members: [(String, JSON)] = [
      ("revision", .integer(revision)), ("total", .integer(total)), ("count", .integer(count)),
    ]
    let listed = range.members(of: sections) {
      ["name": .string($0.name), "count": .integer($0.count)]
    }
    return .object(
      JSONObject(members + listed + [("changes", changes.json)] + estimates.members))
  }
}

extension CountEstimates {
  /// The member that names the counts that are estimates; none if there are none.
  var members: [(String, JSON)] {
    let names = [(Self.total, "total"), (.count, "count")].filter { contains($0.0) }.map(\.1)
    return names.isEmpty ? [] : [("estimates", JSON(names, JSON.string))]
  }
}

extension QueryOutcome<RowID> {
  /// The answer to a change of filters.
  var filterAnswer: Answer {
    Answer(revision: revision, [("total", .integer(total)), ("changes", changes.json)])
  }
}

extension ListUpdate {
  /// Returns the notification of an update that no request of the client caused.
  func notification(of handle: String) -> JSON {
    let name =
      switch cause {
      case .source: "follow"
      case .others: "external"
      case .request: "screen"
      }
    var members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(revision)), ("changes", changes.json),
      ("total", .integer(total)), ("cause", .string(name)),
    ]
    members += estimates.members
    if let schema { members.append(("attributes", schema.json)) }
    if !dropped.isEmpty { members.append(("dropped", JSON(dropped, JSON.string))) }
    // Present as long as the source cannot be read.
    if case .stopped(let error) = loading { members.append(("error", RPCError(error).json)) }
    return [
      "jsonrpc": "2.0", "method": "list.changed", "params": .object(JSONObject(members)),
    ]
  }
}

extension QueryOutcome<RowID> {
  /// The notification of a query that no answer reports.
  func notification(of handle: String) -> JSON {
    let members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(revision)), ("changes", changes.json),
      ("total", .integer(total)), ("cause", "query"),
    ]
    return [
      "jsonrpc": "2.0", "method": "list.changed",
      "params": .object(JSONObject(members + estimates.members)),
    ]
  }
}

extension WindowOutcome<RowID>: Report {
  var json: JSON {
    [
      "revision": .integer(revision), "sections": JSON(sections, \.json), "changes": changes.json,
    ]
  }
}

extension ApplyOutcome<RowID>: Report {
  var json: JSON {
    [
      "revision": .integer(revision), "changes": changes.json, "inserted": JSON(inserted, \.json),
    ]
  }
}

extension SectionsReport: Report {
  var json: JSON { json(SectionRange()) }

  /// The report with the sections in a range.
  func json(_ range: SectionRange) -> JSON {
    let members: [(String, JSON)] = [
      ("revision", .integer(revision)), ("total", .integer(total)),
    ]
    return .object(JSONObject(members + range.members(of: sections, \.json)))
  }
}

extension SectionReport {
  var json: JSON {
    [
      "name": .string(name), "count": .integer(count), "visible": .integer(visible),
      "range": [
        "length": .integer(visible), "offset": .integer(offset),
        "fromBeginning": .integer(fromBeginning), "fromEnd": .integer(fromEnd),
      ],
    ]
  }
}

extension RowsReport: Report {
  /// The rows, plus on request the selection flags and the highlights.
  ///
  /// The highlights of a row are an object with the attributes that the search matched.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("revision", .integer(revision)),
      (
        "rows",
        JSON(rows) { row in
          .object(JSONObject(row.indices.map { (attributes[$0], row[$0].json) }))
        }
      ),
    ]
    if let highlights {
      members.append(("highlights", JSON(highlights) { json(of: $0) }))
    }
    if let isSelected {
      members.append(("selected", JSON(isSelected) { .boolean($0) }))
    }
    return .object(JSONObject(members))
  }

  private func json(of highlights: [Highlights]) -> JSON {
    let found = highlights.indices.filter { !highlights[$0].isEmpty }
    return .object(
      JSONObject(
        found.map { index in
          let parts = JSON(highlights[index]) {
            [.integer($0.lowerBound), .integer($0.upperBound)]
          }
          return (attributes[index], parts)
        }))
  }
}

extension IDsReport: Report {
  var json: JSON { ["revision": .integer(revision), "ids": JSON(ids, \.json)] }
}

extension PositionsReport: Report {
  var json: JSON {
    ["revision": .integer(revision), "positions": JSON(positions) { $0.map(\.json) ?? .null }]
  }
}

extension RowPosition {
  var json: JSON {
    [
      "section": .integer(section), "row": row.map { .integer($0) } ?? .null,
      "index": .integer(index),
    ]
  }
}
