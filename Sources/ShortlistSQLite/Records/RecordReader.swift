import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore

/// What a picker knows of the rows that its records were read from.
struct KnownRecords<ID: Hashable & Sendable>: Sendable {
  /// A row: the id of its record, nil if it makes none; and a hash of its values.
  struct Entry: Sendable {
    var id: ID?
    var hash: Int
  }

  /// The rows by rowid; by their hash where there are no rowids.
  var entries: [Int: Entry] = [:]

  /// Adopts the result of a comparison.
  mutating func apply(_ edits: [Int: Entry?]) {
    for (key, entry) in edits { entries[key] = entry }
  }
}

/// Compares the rows of records with those that were read before.
struct RecordReader<Item: FetchableRecord & Identifiable & Sendable>: Sendable
where Item.ID: PickListID {
  let request: any FetchRequest<Item>
  /// The table of the records and the request of all of them, if its rows have rowids and are all
  /// read.
  let numbered: (table: NumberedTable, all: QueryInterfaceRequest<Item>)?

  /// The result of a comparison.
  struct Outcome: Sendable {
    var changes = ItemChanges<Item>()
    /// The rows that differ, nil for those that are gone.
    var edits: [Int: KnownRecords<Item.ID>.Entry?] = [:]
    /// Why the first row that makes no record makes none.
    fileprivate var reason: String?
    fileprivate(set) var misfits = 0
    fileprivate var gone: [Item.ID] = []
    fileprivate var found: Set<Int>?
    /// The last rowid that was read.
    fileprivate(set) var last: Int64?

    init() {}
  }

  /// The number of rows that one statement asks for by rowid.
  private static var portion: Int { 500 }

  /// Compares all rows, or some of them in the order of their rowids.
  ///
  /// - Parameters:
  ///   - known: The rows that were read before.
  ///   - database: The connection.
  ///   - start: The rowid that the rows follow; nil for the first ones.
  ///   - limit: The number of rows; nil for all.
  ///   - outcome: The result so far.
  /// - Returns: Whether there may be more rows.
  /// - Throws: `DatabaseError`
  func compare(
    with known: KnownRecords<Item.ID>, in database: Database, after start: Int64? = nil,
    limit: Int? = nil, into outcome: inout Outcome
  ) throws -> Bool {
    var request = request
    if let (table, all) = numbered {
      let number = Column(table.number)
      var rows = all
      if let limit {
        if let start { rows = rows.filter(number > start) }
        rows = rows.order(number).limit(limit)
      }
      request = rows.annotated(with: number)
    }
    if outcome.found == nil { outcome.found = [] }
    let count = try read(request, with: known, in: database, into: &outcome)
    if let limit, count == limit { return true }
    // What was not found is gone.
    for (key, entry) in known.entries where outcome.found?.contains(key) == false {
      outcome.lose(key, entry)
    }
    return false
  }

  /// Compares the rows with some rowids.
  ///
  /// - Returns: The result; nil if all rows have to be compared.
  /// - Throws: `DatabaseError`
  func compare(
    _ numbers: Set<Int64>, with known: KnownRecords<Item.ID>, in database: Database
  ) throws -> Outcome? {
    guard let (table, all) = numbered else { return nil }
    let number = Column(table.number)
    var outcome = Outcome()
    outcome.found = []
    var rest = numbers.sorted()[...]
    while !rest.isEmpty {
      let portion = Array(rest.prefix(Self.portion))
      rest = rest.dropFirst(Self.portion)
      _ = try read(
        all.filter(portion.contains(number)).annotated(with: number), with: known, in: database,
        into: &outcome)
    }
    for number in numbers {
      let key = Int(number)
      if outcome.found?.contains(key) == false, let entry = known.entries[key] {
        outcome.lose(key, entry)
      }
    }
    if table.replacesRows {
      let count = try database.integer("SELECT count(*) FROM main.\(table.name.quoted)")
      let expected = outcome.edits.reduce(known.entries.count) { count, edit in
        count + (edit.value == nil ? -1 : known.entries[edit.key] == nil ? 1 : 0)
      }
      if count != expected { return nil }
    }
    return outcome
  }

  /// Reads the rows of a request, and makes records of those that differ.
  ///
  /// Rows of a numbered table have the rowid in their last column.
  ///
  /// - Returns: The number of rows.
  private func read(
    _ request: any FetchRequest<Item>, with known: KnownRecords<Item.ID>,
    in database: Database, into outcome: inout Outcome
  ) throws -> Int {
    let prepared = try request.makePreparedRequest(database, forSingleResult: false)
    guard let handle = unsafe prepared.statement.sqliteStatement as OpaquePointer? else { return 0 }
    let width = prepared.statement.columnCount
    let rows = try Row.fetchCursor(prepared.statement, adapter: prepared.adapter)
    var count = 0
    while let row = try rows.next() {
      count += 1
      let hash = unsafe Self.hash(of: handle, width)
      var key = hash
      if numbered != nil {
        let number = unsafe sqlite3_column_int64(handle, CInt(width - 1))
        key = Int(number)
        outcome.last = number
      }
      guard outcome.found?.insert(key).inserted != false else { continue }
      let before = known.entries[key]
      if before?.hash == hash { continue }
      var entry = KnownRecords<Item.ID>.Entry(id: nil, hash: hash)
      do {
        let item = try Item(row: row)
        entry.id = item.id
        outcome.changes.items.append(item)
      } catch {
        outcome.misfits += 1
        outcome.reason = outcome.reason ?? "\(error)"
      }
      if let id = before?.id, id != entry.id { outcome.gone.append(id) }
      outcome.edits[key] = .some(entry)
    }
    return count
  }

  /// Returns a hash of the current row of a statement.
  @unsafe private static func hash(of statement: OpaquePointer, _ width: Int) -> Int {
    var hasher = Hasher()
    for column in 0..<width {
      let cell = unsafe Cell(sqlite3_column_value(statement, CInt(column)))
      cell.hash(into: &hasher)
    }
    return hasher.finalize()
  }
}

extension RecordReader.Outcome {
  fileprivate mutating func lose(_ key: Int, _ entry: KnownRecords<Item.ID>.Entry) {
    edits[key] = .some(nil)
    if let id = entry.id { gone.append(id) }
  }

  /// The changes, with the rows that make no record, if there are new ones among them.
  func result(of table: String, in path: String) -> ItemChanges<Item> {
    var changes = changes
    changes.gone = gone
    if let reason {
      let rows =
        misfits == 1 ? "a row that makes no item is" : "\(misfits) rows that make no item are"
      changes.problem = SourceError(
        path: path, reason: "\(table): \(rows) left out, because \(reason)")
    }
    return changes
  }
}
