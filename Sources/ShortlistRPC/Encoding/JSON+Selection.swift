import Shortlist
import ShortlistJSON

/// Longer lists of ids are reported as counts.
private let maxIDs = 1000

extension SelectionOutcome<RowID>: Report {
  var json: JSON { .object(JSONObject(members)) }

  /// The members of an answer.
  var members: [(String, JSON)] {
    [
      ("revision", .integer(revision)), ("outcome", .string(result.rawValue)),
      Self.member("added", added, addedCount), Self.member("removed", removed, removedCount),
      ("refused", JSON(refusals, \.json)), ("events", JSON(events, \.json)),
      ("count", .integer(count)),
    ]
  }

  private static func member(_ name: String, _ ids: [RowID], _ count: Int) -> (String, JSON) {
    count > maxIDs ? (name + "Count", .integer(count)) : (name, JSON(ids, \.json))
  }
}

extension ShortlistOutcome<RowID>: Report {
  var revision: Int { outcome.revision }

  var json: JSON {
    .object(JSONObject(outcome.members + [("missing", JSON(missing, \.json))]))
  }
}

extension SelectionOutcome<RowID>.Refusal {
  fileprivate var json: JSON {
    ["ids": JSON(ids, \.json), "rule": .string(rule.rawValue), "reason": .string(reason)]
  }
}

extension SelectionEvent<RowID> {
  fileprivate var json: JSON {
    let name = JSON.string(kind.rawValue)
    return switch kind {
    case .maximumReached, .noLongerAtMaximum, .minimumReached, .noLongerAtMinimum:
      ["event": name]
    case .selected, .deselected, .pruned, .attemptedToExceedMaximum,
      .attemptedToDropBelowMinimum:
      count > maxIDs
        ? ["event": name, "count": .integer(count)] : ["event": name, "ids": JSON(ids, \.json)]
    }
  }
}

extension SelectionChange<RowID> {
  /// Returns the notification of a selection change that no request made.
  func notification(of handle: String, revision: Int) -> JSON {
    var members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(revision)), ("added", JSON(added, \.json)),
      ("removed", JSON(removed, \.json)), ("events", JSON(events, \.json)),
      ("count", .integer(count)),
    ]
    if isReset { members.append(("reset", true)) }
    return [
      "jsonrpc": "2.0", "method": "selection.changed", "params": .object(JSONObject(members)),
    ]
  }
}

extension SelectionRulesReport<RowID>: Report {
  var json: JSON {
    [
      "revision": .integer(revision),
      "status": JSON(status) { status in
        [
          "rule": .string(status.rule.rawValue), "state": .string(status.state.rawValue),
          "by": .integer(status.by),
        ]
      }, "violations": JSON(violations, \.json),
    ]
  }
}

extension SelectionViolation<RowID> {
  fileprivate var json: JSON { ["ids": JSON(ids, \.json), "rule": .string(rule.rawValue)] }
}

extension SelectionReport<RowID>: Report {
  var json: JSON {
    [
      "revision": .integer(revision), "count": .integer(count), "ids": JSON(ids, \.json),
      "shown": .integer(shown), "violations": JSON(violations, \.json),
      "canUndo": .boolean(canUndo), "canRedo": .boolean(canRedo),
    ]
  }
}

extension SelectedRowsReport: Report {
  var json: JSON {
    [
      "revision": .integer(revision), "count": .integer(count), "ids": JSON(ids, \.json),
      "rows": JSON(rows) { row in
        .object(JSONObject(row.indices.map { (attributes[$0], row[$0].json) }))
      },
    ]
  }
}

extension SelectedSectionsReport: Report {
  var json: JSON {
    [
      "revision": .integer(revision),
      "sections": JSON(sections) { section in
        [
          "name": .string(section.name), "state": .string(section.state.rawValue),
          "selected": .integer(section.selected), "count": .integer(section.count),
        ]
      },
    ]
  }
}
