import ShortlistCore
import ShortlistJSON

/// Performs operations on a table, within a transaction.
struct RowWriter {
  private let table: RowTable
  private let shape: TableShape
  private let key: TableKey
  private let connection: PostgresConnection
  private let types: [AttributeType]
  /// The state of each row that was written, by its id.
  private var written: [RowID: [CellValue]?] = [:]
  /// Whether rows have versions that name their transaction.
  private let hasVersions: Bool
  /// Whether `rowChanges` is recorded.
  private let keepsRowChanges: Bool
  /// The changes in their order, with the rows as they were.
  private(set) var rowChanges: [RowChange] = []

  init(_ table: RowTable, _ position: TablePosition, _ connection: PostgresConnection) {
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
      } catch { throw WriteError.refusal(error, index: index) }
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

extension WriteError {
  /// Returns an error of an operation, with the operation's index where it is one of the server.
  static func refusal(_ error: any Error, index: Int) -> any Error {
    switch error {
    case let refusal as WriteError: WriteError(index: max(0, index), reason: refusal.reason)
    case let failure as PostgresError where !failure.isLost && !failure.isTransient:
      WriteError(index: max(0, index), reason: failure.reason)
    default: error
    }
  }
}
