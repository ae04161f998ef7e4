package import Shortlist
package import ShortlistCore
import ShortlistJSON
import Synchronization

extension PostgresTable {
  /// Performs all operations in one transaction, or none of them.
  ///
  /// The outcome includes what the table itself does: defaults, generated columns, triggers and
  /// cascades. A transaction that others were in the way of is repeated. If the connection is lost
  /// during `COMMIT`, the server is asked afterwards what became of the transaction.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: The rows that the list shows.
  /// - Returns: The resulting changes, and the ids of inserted rows.
  /// - Throws: `WriteError` with the server's reason. The table is then unchanged, unless the
  ///   reason says that this is unknown.
  package func write(
    _ operations: [RowOperation], in table: RowTable
  ) async throws -> StoreOutcome {
    try await perform { [self] flag in
      leaveReplica()
      do {
        return try repeating(until: flag) { try write(operations, in: table, $0) }
      } catch let failure as PostgresError {
        throw WriteError(index: 0, reason: failure.reason)
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.reason)
      } catch is SchemaChangedError {
        wakeups.signal()
        throw WriteError(index: 0, reason: "the table \(self.table) has other columns now")
      }
    }
  }

  /// Runs a transaction again if others were in its way or the connection was lost before `COMMIT`.
  func repeating<Result>(
    until flag: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    var (tries, losses) = (0, 0)
    while true {
      do { return try attempt(until: flag, work) } catch let failure as PostgresError {
        tries += 1
        if failure.isLost { losses += 1 }
        guard failure.isTransient && tries < 20 || failure.isLost && losses < 3 else {
          throw failure
        }
        PostgresConnection.pause(.milliseconds(Int.random(in: 1...10 * tries)))
      }
    }
  }

  /// Performs operations within a transaction, for a list whose rows stay on the server.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: A table with the list's attributes.
  ///   - position: The state of the table.
  ///   - connection: The connection.
  /// - Returns: The ids of the inserted rows; the changes, if the list reads others from the
  ///   server's log, which has only what is committed; and a row that was written, for `commit`.
  /// - Throws: `WriteError` for the first operation that is impossible.
  func write(
    _ operations: [RowOperation], in table: RowTable, at position: Position,
    on connection: PostgresConnection
  ) throws -> (inserted: [RowID], changes: ChangeEntries?, witness: WrittenRow?) {
    var writer = RowWriter(table, position, connection)
    let inserted = try writer.write(operations)
    if position.shape.hasEffects {
      do { try connection.query("SET CONSTRAINTS ALL IMMEDIATE") } catch {
        throw Self.refusal(error, index: operations.count - 1)
      }
    }
    guard case .log? = position.feed else { return (inserted, nil, writer.witness) }
    let changes = position.shape.hasEffects ? [.all] : writer.rowChanges
    return (inserted, ChangeEntries(position.shape, position.key, changes), writer.witness)
  }

  private func write(
    _ operations: [RowOperation], in table: RowTable, _ connection: PostgresConnection
  ) throws -> StoreOutcome {
    let known = state.withLock(\.position)
    try begin("READ WRITE", on: connection, locking: known)
    var (foreign, position) = try changes(in: table, on: connection)
    var writer = RowWriter(table, position, connection)
    let inserted = try writer.write(operations)
    var own = writer.changes
    if position.shape.hasEffects, let known {
      // What triggers defer to the end shows up now.
      do { try connection.query("SET CONSTRAINTS ALL IMMEDIATE") } catch {
        throw Self.refusal(error, index: operations.count - 1)
      }
      // The log does not have what the transaction itself has changed.
      var now = position
      if case .log? = now.feed { now.feed = nil }
      own = try changes(in: table, since: known, to: now, on: connection)
        .leavingOut(foreign, of: table)
    }
    try commit(operations, writer.witness, connection)
    // The next look finds the own rows, and that they are the same.
    position.isCertain = state.withLock { $0.connection === connection }
    keep(position)
    let written = Set(own.rows.map(\.id))
    foreign.rows.removeAll { written.contains($0.id) }
    return StoreOutcome(foreign: foreign, own: own, inserted: inserted)
  }

  /// Commits, and finds out what became of the transaction if there is no answer.
  ///
  /// - Parameters:
  ///   - operations: The operations of the transaction.
  ///   - witness: A row that the transaction has written.
  ///   - connection: The connection.
  /// - Throws: `WriteError` if a constraint refuses the transaction, or if its fate is unknown;
  ///   `PostgresError` if it was not committed because the connection was lost.
  func commit(
    _ operations: [RowOperation], _ witness: WrittenRow?, _ connection: PostgresConnection
  ) throws {
    var (transaction, witness) = (nil as String?, witness)
    if connection.hasSnapshots {
      let version = witness.map { "(\($0.version))" } ?? "NULL"
      let found = try connection.query(
        "SELECT pg_current_xact_id_if_assigned()::text, \(version)", witness?.parameters ?? [])
      transaction = found.text(0, 0)
      witness?.expected = found.text(0, 1)
    }
    // Whoever asked for it may leave, but the answer is waited for.
    connection.isCancelled = CancellationFlag()
    do { try connection.query("COMMIT") } catch let failure as PostgresError {
      guard failure.isLost else { throw Self.refusal(failure, index: operations.count - 1) }
      disconnect()
      if try isCommitted(transaction, witness) { return }
      throw failure
    }
  }

  /// Asks what became of a transaction whose `COMMIT` got no answer.
  ///
  /// A server that crashes before it has written anything of a transaction to its log forgets it,
  /// and later gives its id to another one. `pg_xact_status` is then about that one. So the
  /// transaction counts as committed only if the row that it wrote is there, too.
  ///
  /// - Throws: `WriteError` if it stays unknown.
  private func isCommitted(_ transaction: String?, _ witness: WrittenRow?) throws -> Bool {
    let end = ContinuousClock.now + .seconds(15)
    asking: while let transaction, .now < end {
      let connection: PostgresConnection
      let status: String?
      do {
        connection = try PostgresConnection(to: address, until: CancellationFlag())
        status = try connection.query("SELECT pg_xact_status($1::xid8)", [transaction]).text(0, 0)
      } catch let failure as PostgresError where !failure.isLost {
        // The server has never heard of it: it crashed before.
        return false
      } catch {
        PostgresConnection.pause(.milliseconds(100))
        continue
      }
      switch status {
      case "aborted": return false
      case "committed":
        do {
          if let witness, try witness.isAsExpected(on: connection) { return true }
          break asking
        } catch let failure as PostgresError where !failure.isLost {
          break asking
        } catch {}
      default: break
      }
      PostgresConnection.pause(.milliseconds(100))
    }
    wakeups.signal()
    throw WriteError(
      index: 0,
      reason: """
        the connection was lost during COMMIT: whether the changes were saved is unknown, and shows \
        when the server answers again
        """)
  }

  /// Returns an error of an operation, with the operation's index where it is one of the server.
  fileprivate static func refusal(_ error: any Error, index: Int) -> any Error {
    switch error {
    case let refusal as WriteError: WriteError(index: max(0, index), reason: refusal.reason)
    case let failure as PostgresError where !failure.isLost && !failure.isTransient:
      WriteError(index: max(0, index), reason: failure.reason)
    default: error
    }
  }
}

extension StoredChanges {
  /// Returns these changes without those that others have made.
  ///
  /// A row that others changed and this list changed back is a change, too.
  fileprivate func leavingOut(_ foreign: StoredChanges, of table: RowTable) -> StoredChanges {
    let others = Dictionary(foreign.rows.map { ($0.id, $0.row) }) { first, _ in first }
    let ids = Set(rows.map(\.id))
    return StoredChanges(
      rows.filter { change in others[change.id].map { $0 != change.row } ?? true }
        + table.states(of: foreign.rows.map(\.id).filter { !ids.contains($0) }).rows)
  }
}

/// A row that a transaction has written, by which it can be seen whether it was committed.
struct WrittenRow {
  /// The query for the version of the row: the transaction or savepoint that wrote it.
  let version: String
  /// The parameters of the query, which are the key.
  let parameters: [String?]
  /// The version before `COMMIT`; nil if there is no row, because it was deleted.
  var expected: String?

  /// Returns whether the row is still as the transaction left it.
  fileprivate func isAsExpected(on connection: PostgresConnection) throws -> Bool {
    let found = try connection.query("SELECT (\(version))", parameters)
    return found.text(0, 0) == expected
  }
}

/// Performs operations on a table, within a transaction.
private struct RowWriter {
  private let table: RowTable
  private let shape: TableShape
  private let key: TableKey
  private let connection: PostgresConnection
  private let types: [AttributeType]
  /// The state of each row that was written, by its id.
  private var written: [RowID: [CellValue]?] = [:]
  /// Whether rows have versions that tell who wrote them.
  private let hasVersions: Bool
  /// Whether `rowChanges` is wanted.
  private let keepsRowChanges: Bool
  /// The changes in their order, with the rows as they were.
  private(set) var rowChanges: [RowChange] = []

  init(_ table: RowTable, _ position: PostgresTable.Position, _ connection: PostgresConnection) {
    self.table = table
    shape = position.shape
    hasVersions = position.hasVersions
    key = position.key
    self.connection = connection
    types = table.schema.entries.map(\.type)
    keepsRowChanges = if case .log? = position.feed { !shape.hasEffects } else { false }
  }

  /// The rows that were written.
  var changes: StoredChanges { StoredChanges(written.map { ($0.key, $0.value) }) }

  /// A row that was written, if possible one that is there; nil if the table does not have versions
  /// of rows.
  var witness: WrittenRow? {
    guard hasVersions,
      let id = written.first(where: { $0.value != nil })?.key ?? written.keys.first,
      let parameters = key.parameters(of: id, table.schema)
    else { return nil }
    return WrittenRow(
      version: "SELECT xmin::text FROM \(shape.sql) WHERE \(key.condition(first: 1)) LIMIT 1",
      parameters: parameters)
  }

  /// Performs operations in order.
  ///
  /// - Returns: The ids of the inserted rows, in order.
  /// - Throws: `WriteError` for the first operation that fails; `PostgresError` if the
  ///   transaction can be repeated.
  mutating func write(_ operations: [RowOperation]) throws -> [RowID] {
    if key.form == .place {
      throw WriteError(
        index: 0,
        reason: "the rows of \(shape.name) cannot be told apart: it has no primary key")
    }
    var inserted: [RowID] = []
    for (index, operation) in operations.enumerated() {
      do {
        switch operation {
        case .insert(let values): inserted.append(try insert(values))
        case .update(let values): try update(values)
        case .delete(let id): try delete(id)
        }
      } catch { throw PostgresTable.refusal(error, index: index) }
    }
    return inserted
  }

  private mutating func insert(_ values: RowValues) throws -> RowID {
    let cells = try cells(values.members)
    if !key.isPrimary, let value = cells.first(where: { $0.name.isExactly(key.columns[0].name) }),
      let type = table.schema.type(of: value.name),
      let id = RowID(type.value(.text, Array((value.text ?? "").utf8).span)), try isThere(id)
    {
      throw WriteError(index: 0, reason: "there is a row \(id) already")
    }
    let marks = cells.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let names = cells.map(\.name.quoted).joined(separator: ", ")
    let what = cells.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks))"
    let ids = try run("INSERT INTO \(shape.sql) \(what)", cells.map(\.text))
    guard let id = ids.first else {
      throw WriteError(index: 0, reason: "the table ignored the row")
    }
    if shape.hasEffects, try !isThere(id) {
      throw WriteError(index: 0, reason: "the table did not keep the row")
    }
    note(id, 1)
    return id
  }

  private mutating func update(_ values: RowValues) throws {
    let (id, members) = try named(values)
    let cells = try cells(members)
    guard let parameters = key.parameters(of: id, table.schema) else { throw missing(id) }
    if cells.isEmpty {
      guard try isThere(id) else { throw missing(id) }
      return
    }
    try noteOld(id, parameters)
    let sets = cells.enumerated().map { "\($1.name.quoted) = $\($0 + 1)" }
    let ids = try run(
      """
      UPDATE \(shape.sql) SET \(sets.joined(separator: ", ")) \
      WHERE \(key.condition(first: cells.count + 1))
      """, cells.map(\.text) + parameters)
    if ids.isEmpty, try !isThere(id) { throw missing(id) }
    // The new values may include the key.
    if !ids.isEmpty && !ids.contains(id) {
      written[id] = .some(nil)
      note(id, -1)
      for id in ids { note(id, 1) }
    }
  }

  private mutating func delete(_ id: RowID) throws {
    guard let parameters = key.parameters(of: id, table.schema) else { throw missing(id) }
    try noteOld(id, parameters)
    let ids = try run("DELETE FROM \(shape.sql) WHERE \(key.condition(first: 1))", parameters)
    if ids.isEmpty, try !isThere(id) { throw missing(id) }
    for id in ids {
      written[id] = .some(nil)
      note(id, -1)
    }
  }

  /// Notes that a key came or went.
  private mutating func note(_ id: RowID, _ change: Int) {
    if !keepsRowChanges { return }
    let key = key.parameters(of: id, table.schema)?.compactMap(\.self)
    rowChanges.append(RowChange(key: key, change: change))
  }

  /// Notes the row as it is before a change.
  private mutating func noteOld(_ id: RowID, _ parameters: [String?]) throws {
    if !keepsRowChanges { return }
    let found = try connection.query(
      "SELECT row_to_json(t)::text FROM \(shape.sql) t WHERE \(key.condition(first: 1))", parameters
    )
    guard found.count > 0 else { return }
    rowChanges.append(RowChange(key: parameters.compactMap(\.self), old: found.text(0, 0)))
  }

  private func missing(_ id: RowID) -> WriteError {
    WriteError(index: 0, reason: "there is no row \(id)")
  }

  /// Runs a statement, notes the rows that it returns, and returns their ids.
  private mutating func run(_ sql: String, _ parameters: [String?]) throws -> [RowID] {
    if parameters.contains(where: { $0?.utf8.contains(0) == true }) {
      throw WriteError(index: 0, reason: "a text has a NUL character in it")
    }
    let columns = key.expressions(of: shape).joined(separator: ", ")
    let rows = try connection.query("\(sql) RETURNING \(columns)", parameters)
    var row = WireRow()
    var ids: [RowID] = []
    for index in 0..<rows.count {
      rows.read(index, into: &row)
      guard let id = key.id(of: row, at: key.places, table.schema) else {
        throw WriteError(index: 0, reason: "a row needs an id")
      }
      written[id] = shape.values(of: row, types)
      ids.append(id)
    }
    return ids
  }

  private func isThere(_ id: RowID) throws -> Bool {
    guard let parameters = key.parameters(of: id, table.schema) else { return false }
    return try connection.query(
      "SELECT 1 FROM \(shape.sql) WHERE \(key.condition(first: 1)) LIMIT 1", parameters
    ).count > 0
  }

  /// Returns the values to store as parameters; of several members with the same name, the last one
  /// counts.
  private func cells(_ members: [RowValues.Member]) throws -> [(name: String, text: String?)] {
    var cells: [(name: String, text: String?)] = []
    for member in members {
      let value = try table.fitting(member)
      if shape.columns.contains(where: { $0.name.isExactly(member.name) && $0.kind == .bytes }) {
        throw WriteError(index: 0, reason: "bytes cannot be written (\(member.name))")
      }
      cells.removeAll { $0.name.isExactly(member.name) }
      cells.append((member.name, value.parameter))
    }
    return cells
  }

  /// Returns the id of the row to update, and the members to set.
  ///
  /// An update names its row by id, or by all columns of the key.
  private func named(_ values: RowValues) throws -> (RowID, [RowValues.Member]) {
    func value(_ name: String) -> CellValue? {
      values.members.last { $0.name.isExactly(name) }?.value
    }
    func rest(_ names: [String]) -> [RowValues.Member] {
      values.members.filter { member in !names.contains { member.name.isExactly($0) } }
    }
    let names = key.columns.map(\.name)
    if key.form == .values {
      let parts = names.compactMap(value)
      if parts.count == names.count {
        return (.text(JSON.array(parts.map(\.json)).description), rest(names))
      }
    }
    let name = table.idAttribute ?? "id"
    guard let id = value(name).flatMap({ RowID($0) }) else {
      throw WriteError(index: 0, reason: "an update names the row by \(name)")
    }
    return (id, rest([name]))
  }
}

extension CellValue {
  /// The value as a parameter of a statement.
  fileprivate var parameter: String? {
    switch self {
    case .null: nil
    case .list(let elements): elements.arrayText
    case .number(let number): number.description
    case .text, .integer, .boolean, .date: text
    }
  }
}

extension [String] {
  /// The texts as the text of an array.
  var arrayText: String { "{" + map(\.arrayElement).joined(separator: ",") + "}" }
}

extension String {
  /// The text as an element of the text of an array.
  fileprivate var arrayElement: String {
    var element = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { element += "\\" }
      element.unicodeScalars.append(scalar)
    }
    return element + "\""
  }
}
