import GRDB
import GRDBSQLite
import ShortlistCore

/// Reads the differences between a table of a file and the rows that a list shows.
struct ChangeReader {
  let path: String
  let shape: TableShape
  let key: TableKey
  let table: RowTable
  let database: Database
  /// How each column holds values that no attribute can hold.
  private let odd: [OddValues]
  let ids: IDReader

  init(
    path: String, shape: TableShape, key: TableKey, table: RowTable, database: Database,
    describes: Bool
  ) {
    self.path = path
    self.shape = shape
    self.key = key
    self.table = table
    self.database = database
    odd = shape.oddValues(describes, key)
    ids = IDReader(of: shape, key, table.schema, describes: describes)
  }

  var types: [AttributeType] { table.schema.entries.map(\.type) }

  /// Returns the rows that a journal names after an entry.
  ///
  /// - Throws: `SourceError` if several rows have the id of one of them.
  func changes(in journal: Journal, after entry: Int) throws -> StoredChanges {
    let entries = try Statement(kept: journal.entriesAfter, on: database)
    try entries.bind(.integer(entry), at: 1)
    let rows = try Statement(
      kept: SQL.rows(of: shape, key) + " WHERE " + SQL.hasKey(key, of: shape), on: database)
    _ = rows.drainScannedRows()
    // Without an index on the key, each lookup scans the table; beyond some point comparing all
    // rows is cheaper.
    var maxScanned = 4 * max(table.count, 1000)
    var changes: [(id: RowID, row: [CellValue]?)] = []
    var noted: Set<RowID> = []
    while try entries.step() {
      for place in 0..<key.columns.count { try rows.bind(entries[place], at: place + 1) }
      defer { rows.reset() }
      let isThere = try rows.step()
      let id = isThere ? ids.id(of: rows) : ids.id(ofKey: entries)
      if let id, noted.insert(id).inserted {
        changes.append((id, isThere ? readRow(rows) : nil))
        if isThere, try rows.step() { throw repetition(of: id) }
      }
      maxScanned -= rows.drainScannedRows()
      if maxScanned < 0 { return try allChanges() }
    }
    return StoredChanges(changes)
  }

  func isSame(_ rows: Statement, as slot: UInt32) -> Bool {
    for column in shape.columns.indices {
      guard
        rows[column].isSame(as: table, slot: slot, attribute: column, odd[column])
      else { return false }
    }
    return true
  }

  /// Returns the error for several rows with one id, which a column without a unique rule can hold.
  func repetition(of id: RowID) -> SourceError {
    SourceError(path: path, reason: "the \(key.columns.joined(separator: ", ")) \(id) occurs twice")
  }

  /// Returns the current row of a statement.
  func readRow(_ rows: Statement) -> [CellValue] {
    let types = types
    return shape.columns.indices.map { rows[$0].value(as: types[$0], odd[$0]) }
  }

  /// Returns the id of a statement's current row; nil if it has none.
  func id(of rows: Statement, place: Int) -> RowID? {
    if case .place = key { return .integer(place) }
    return ids.id(of: rows)
  }
}

/// Reads the ids of rows from statements, and finds rows by their ids.
struct IDReader {
  private let key: TableKey
  /// How ids hold values that no attribute can hold.
  private let odd: OddValues
  /// The indices of the key's columns among those of a row.
  private let places: [Int]
  /// The type of the key attribute; nil if the key is not one attribute.
  private let type: AttributeType?

  init(of shape: TableShape, _ key: TableKey, _ schema: ListSchema, describes: Bool) {
    self.key = key
    odd = describes ? .spelled : .refused
    places = shape.places(of: key)
    type = if case .column(let name) = key { schema.type(of: name) } else { nil }
  }

  /// Returns the id of the current row of a statement that reads whole rows; nil if it has none.
  func id(of rows: Statement) -> RowID? { id(rows, places) }

  /// Returns the id of the current row of a statement that begins with the columns of the key; nil
  /// if they form no id.
  func id(ofKey keys: Statement) -> RowID? { id(keys, Array(0..<places.count)) }

  private func id(_ rows: Statement, _ places: [Int]) -> RowID? {
    switch key {
    case .column: type.flatMap { RowID(rows[places[0]].value(as: $0, odd)) }
    // Nil for a key with a value that an id cannot hold.
    case .columns: (try? rows.keyText(places, odd)).map { .text($0) }
    case .rowid: .integer(rows.integer(places[0]))
    case .place: nil
    }
  }

  /// Binds the values of the key that an id stands for to the parameters from an index on.
  func bind(_ id: RowID, to statement: Statement, from first: Int = 1) throws {
    for (index, value) in (key.values(of: id) ?? []).enumerated() {
      let place = first + index
      if odd == .spelled, case .text(let text) = value {
        try statement.bind(spelled: text, at: place)
      } else {
        try statement.bind(value, at: place)
      }
    }
  }
}
