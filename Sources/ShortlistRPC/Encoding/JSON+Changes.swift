import Shortlist
import ShortlistJSON

extension VisibleChanges<RowID>? {
  /// The changes; null if there are none.
  var json: JSON {
    switch self {
    case nil: .null
    case .reset: ["reset": true]
    case .changes(let changes):
      ["sections": JSON(changes.sections, \.json), "rows": JSON(changes.rows, \.json)]
    }
  }
}

extension Changeset<RowID>.SectionChange {
  var json: JSON {
    switch self {
    case .delete(let from, let name):
      ["type": "delete", "from": .integer(from), "name": .string(name)]
    case .insert(let to, let name, let ids):
      ["type": "insert", "to": .integer(to), "name": .string(name), "ids": JSON(ids, \.json)]
    case .move(let from, let to, let name):
      ["type": "move", "from": .integer(from), "to": .integer(to), "name": .string(name)]
    }
  }
}

extension Changeset<RowID>.RowChange {
  var json: JSON {
    switch self {
    case .delete(let id, let from):
      [
        "type": "delete", "id": id.json, "section": .integer(from.section),
        "from": .integer(from.row),
      ]
    case .insert(let id, let to):
      ["type": "insert", "id": id.json, "section": .integer(to.section), "to": .integer(to.row)]
    case .move(let id, let from, let to, let updated):
      [
        "type": "move", "id": id.json, "fromSection": .integer(from.section),
        "from": .integer(from.row), "toSection": .integer(to.section), "to": .integer(to.row),
        "updated": .boolean(updated),
      ]
    case .update(let id, let from):
      [
        "type": "update", "id": id.json, "section": .integer(from.section),
        "from": .integer(from.row),
      ]
    }
  }
}
