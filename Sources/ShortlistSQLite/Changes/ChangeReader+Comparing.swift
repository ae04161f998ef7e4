import GRDB
import ShortlistCore

/// The result of comparing rows.
private struct Comparison {
  /// The rows of the list that still exist; nil if no row can be missing.
  var found: FoundRows?
  /// The rows that differ, with their ids.
  var changes: [(id: RowID, row: [CellValue]?)] = []
  var changed: Set<RowID> = []
  /// The number of rows in `changes` that the list does not have.
  var newRows = 0
  var rowsWithoutID = 0

  init(_ found: FoundRows) { self.found = found }

  /// Records a row that differs; returns false if its id is recorded already.
  @discardableResult
  mutating func record(_ id: RowID, isNew: Bool, _ row: @autoclosure () -> [CellValue]) -> Bool {
    guard changed.insert(id).inserted else { return false }
    changes.append((id, row()))
    if isNew { newRows += 1 }
    return true
  }

  /// The rows that differ, and those that are missing.
  var all: StoredChanges { StoredChanges(changes + (found?.missingIDs ?? []).map { ($0, nil) }) }
}

extension ChangeReader {
  /// Returns the rows that differ, reading only changed pages.
  ///
  /// `old` are the pages as of `table`. If the pages are unknown, compares all rows.
  func changes(between old: TablePages?, and new: TablePages?) throws -> StoredChanges {
    guard let old, let new else { return try allChanges() }
    let ranges = new.differences(from: old)
    if new.isByNumber {
      guard let found = FoundRows(of: table, in: ranges) else { return try allChanges() }
      var comparison = Comparison(found)
      try compare(ranges, &comparison)
      return comparison.all
    }
    guard case .column(let name) = key, table.schema.type(of: name) == .text else {
      return try allChanges()
    }
    var comparison = Comparison(FoundRows(of: table))
    try compare(ranges, &comparison)
    try compare(old.written, &comparison)
    if comparison.rowsWithoutID > 0 { return try allChanges() }
    // Keys are unique, so the row count tells whether any row is missing.
    if table.count + comparison.newRows == new.rowCount {
      comparison.found = nil
    } else {
      try findKeys(&comparison)
    }
    return comparison.all
  }

  /// Returns all rows that differ or are missing, comparing every row.
  ///
  /// - Throws: `SourceError` if several rows have the same id.
  func allChanges() throws -> StoredChanges {
    var comparison = Comparison(FoundRows(of: table))
    try compare(
      Statement(SQL.rows(of: shape, key), on: database), &comparison, refusesRepetition: true)
    return comparison.all
  }

  /// Compares the rows in ranges of rowids.
  private func compare(_ ranges: [ClosedRange<Int>], _ comparison: inout Comparison) throws {
    guard case .rowid(let number) = shape.storage else { return }
    let rows = try Statement(
      kept: SQL.rows(of: shape, key) + " WHERE \(SQL.alias(of: shape)).\(number) BETWEEN ?1 AND ?2",
      on: database)
    for range in ranges {
      try rows.bind(.integer(range.lowerBound), at: 1)
      try rows.bind(.integer(range.upperBound), at: 2)
      try compare(rows, &comparison)
      rows.reset()
    }
  }

  /// Compares the rows with the given keys.
  private func compare(_ ids: Set<RowID>, _ comparison: inout Comparison) throws {
    let rows = try Statement(
      kept: SQL.rows(of: shape, key) + " WHERE \(SQL.hasKey(key, of: shape))", on: database)
    for id in ids {
      try self.ids.bind(id, to: rows)
      try compare(rows, &comparison)
      rows.reset()
    }
  }

  /// Compares the rows of a statement, recording which exist and which differ.
  private func compare(
    _ rows: Statement, _ comparison: inout Comparison, refusesRepetition: Bool = false
  ) throws {
    var place = 0
    while try rows.step() {
      place += 1
      guard let id = id(of: rows, place: place) else {
        comparison.rowsWithoutID += 1
        continue
      }
      guard let slot = table.place(of: id) else {
        let isFirst = comparison.record(id, isNew: true, readRow(rows))
        if refusesRepetition && !isFirst { throw repetition(of: id) }
        continue
      }
      let isFirst = comparison.found?.insert(slot) ?? true
      if refusesRepetition && !isFirst { throw repetition(of: id) }
      if !isSame(rows, as: slot) { comparison.record(id, isNew: false, readRow(rows)) }
    }
  }

  /// Records which rows exist, reading only keys.
  private func findKeys(_ comparison: inout Comparison) throws {
    let keys = try Statement(SQL.keys(key, of: shape), on: database)
    while try keys.step() {
      guard let id = ids.id(ofKey: keys), let slot = table.place(of: id) else { continue }
      comparison.found?.insert(slot)
    }
  }
}
