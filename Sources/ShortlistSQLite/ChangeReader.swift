import GRDB
import GRDBSQLite
import ShortlistCore

/// Reads what is different between a table of a file and what a list shows.
struct ChangeReader {
  let path: String
  let shape: TableShape
  let key: TableKey
  let table: Table
  let database: Database

  var types: [AttributeType] { table.schema.entries.map(\.type) }

  /// The rows that the entries of a journal after one name.
  func changes(in journal: Journal, after entry: Int) throws -> StoredChanges {
    let count = key.columns.count
    let names = (0..<count).map { "k\($0)" }
    let matches = zip(key.columns, names).map { column, entry in
      if case .rowid = key {
        "t.\(column) = j.\(entry)"
      } else {
        "t.\(column.quoted) IS j.\(entry)"
      }
    }
    let entries = names.joined(separator: ", ")
    let rows = try Statement(
      kept: """
        SELECT \(SQL.columns(of: shape, key, in: "t.")), \
        \(names.map { "j." + $0 }.joined(separator: ", ")), t.found \
        FROM (SELECT DISTINCT \(entries) FROM \(journal.name.quoted) WHERE seq > ?) AS j \
        LEFT JOIN (SELECT *, \(rowidColumn) 1 AS found FROM \(shape.name.quoted)) AS t \
        ON \(matches.joined(separator: " AND "))
        """, on: database)
    try rows.bind(.integer(entry), at: 1)
    var changes: [(id: RowID, row: Row?)] = []
    var places: [RowID: Int] = [:]
    let width = rows.columnCount - count - 1
    while try rows.step() {
      let isThere = rows.kind(width + count) != SQLITE_NULL
      let row = isThere ? readRow(rows) : nil
      let id: RowID? =
        if let row { try self.id(of: row, rows, place: 0) } else {
          try id(ofEntry: rows, at: width)
        }
      guard let id else { continue }
      if let place = places[id] {
        if row != nil { changes[place].row = row }
      } else {
        places[id] = changes.count
        changes.append((id, row))
      }
    }
    return StoredChanges(changes)
  }

  private var rowidColumn: String {
    if case .rowid(let name) = key { "\(name), " } else { "" }
  }

  func isSame(_ rows: Statement, as slot: UInt32) -> Bool {
    for column in shape.columns.indices {
      guard rows[column].isSame(as: table, slot: slot, attribute: column) else { return false }
    }
    return true
  }

  /// The row that a statement is at.
  func readRow(_ rows: Statement) -> Row {
    let types = types
    return shape.columns.indices.map { rows[$0].value(as: types[$0]) }
  }

  /// The id of the row that a statement is at; nil if it has none.
  func id(of rows: Statement, place: Int, _ types: [AttributeType]) throws -> RowID? {
    let count = shape.columns.count
    switch key {
    case .column(let name):
      guard let column = table.schema.index(of: name) else { return nil }
      return RowID(rows[column].value(as: types[column]))
    case .columns(let names): return .text(try rows.keyText(count..<count + names.count))
    case .rowid: return .integer(rows.integer(count))
    case .place: return .integer(place)
    }
  }

  private func id(of row: Row, _ rows: Statement, place: Int) throws -> RowID? {
    try id(of: rows, place: place, types)
  }

  /// The id that an entry of a journal stands for.
  private func id(ofEntry rows: Statement, at start: Int) throws -> RowID? {
    switch key {
    case .column(let name):
      guard let type = table.schema.type(of: name) else { return nil }
      return RowID(rows[start].value(as: type))
    case .columns(let names): return .text(try rows.keyText(start..<start + names.count))
    case .rowid: return .integer(rows.integer(start))
    case .place: return nil
    }
  }
}
