import ShortlistCore

/// The rows of a table within a transaction, for a list whose rows stay on the server.
struct PostgresRows: RowServer {
  let connection: PostgresConnection
  let shape: TableShape
  let key: TableKey
  let schema: ListSchema
  private let types: [AttributeType]

  init(_ connection: PostgresConnection, _ shape: TableShape, _ key: TableKey, _ schema: ListSchema)
  {
    self.connection = connection
    self.shape = shape
    self.key = key
    self.schema = schema
    types = schema.entries.map(\.type)
  }

  private var statement: RowStatement { RowStatement(shape, key, types) }

  // MARK: Rows

  package func count(_ condition: RowCondition) throws -> Int {
    var statement = statement
    let wanted = statement.condition(condition)
    return try number(
      "SELECT count(*)::text FROM \(shape.sql) WHERE \(wanted)", statement.parameters)
  }

  package func rows(
    _ condition: RowCondition, by order: [RowSortKey], _ positions: Range<Int>
  ) throws -> [RemoteRow] {
    if positions.isEmpty { return [] }
    let statement = selection(condition, order, positions)
    return rows(try connection.query(statement.sql, statement.parameters))
  }

  package func forEachBatch(
    _ condition: RowCondition, by order: [RowSortKey], _ positions: Range<Int>,
    _ body: ([RemoteRow]) throws -> Void
  ) throws {
    if positions.isEmpty { return }
    let statement = selection(condition, order, positions)
    // The planner is to count on all rows being read.
    try connection.query("SET LOCAL cursor_tuple_fraction = 1")
    try connection.query(
      "DECLARE shortlist_rows NO SCROLL CURSOR FOR " + statement.sql, statement.parameters)
    while true {
      let batch = rows(try connection.query("FETCH \(Self.batch) FROM shortlist_rows"))
      if batch.isEmpty { break }
      try body(batch)
    }
    try connection.query("CLOSE shortlist_rows")
  }

  /// The number of rows that are passed on at a time.
  private static let batch = 1000

  /// Returns the statement for the rows at positions of an order.
  private func selection(
    _ condition: RowCondition, _ order: [RowSortKey], _ positions: Range<Int>
  ) -> (sql: String, parameters: [String?]) {
    var statement = statement
    let wanted = statement.condition(condition)
    let sql = """
      SELECT \(key.expressions(of: shape).joined(separator: ", ")) FROM \(shape.sql) \
      WHERE \(wanted) ORDER BY \(statement.order(order)) LIMIT \(positions.count) \
      OFFSET \(positions.lowerBound)
      """
    return (sql, statement.parameters)
  }

  package func rows(with ids: [RowID]) throws -> [RemoteRow] {
    let wanted = Set(ids)
    let known = ids.compactMap { key.parameters(of: $0, schema) }
    if known.isEmpty { return [] }
    let columns = key.expressions(of: shape).joined(separator: ", ")
    let sql = "SELECT \(columns) FROM \(shape.sql) WHERE \(hasKey)"
    return rows(try connection.query(sql, keyParameters(known))).filter { wanted.contains($0.id) }
  }

  /// The condition that the key is among those of array parameters, one for each column.
  ///
  /// Compares texts of the values: an id may be one that no value of the column's type can be.
  private var hasKey: String {
    let names = key.columns.map { "\($0.name.quoted)::text COLLATE \"C\"" }.joined(separator: ", ")
    let arrays = key.columns.indices.map { "$\($0 + 1)::text[]" }.joined(separator: ", ")
    return "(\(names)) IN (SELECT * FROM unnest(\(arrays)))"
  }

  private func keyParameters(_ keys: [[String?]]) -> [String?] {
    key.columns.indices.map { column in
      keys.map { $0[column] ?? "" }.arrayText
    }
  }

  private func rows(_ result: ResultRows) -> [RemoteRow] {
    var row = WireRow()
    return (0..<result.count).compactMap { index in
      result.read(index, into: &row)
      guard let id = key.id(of: row, at: key.places, schema) else { return nil }
      return RemoteRow(id: id, values: shape.values(of: row, types))
    }
  }

  package func positions(
    of ids: [RowID], _ condition: RowCondition, by order: [RowSortKey], section: Int?
  ) throws -> [RowID: Int] {
    let known = ids.compactMap { key.parameters(of: $0, schema) }
    if known.isEmpty { return [:] }
    var statement = statement
    // The keys come first, because `hasKey` numbers its parameters from 1.
    for parameter in keyParameters(known) { _ = statement.add(parameter ?? "", "text[]") }
    let wanted = statement.condition(condition)
    let partition = section.map { "PARTITION BY \(statement.group($0)) " } ?? ""
    let sql = """
      SELECT \(key.expressions(of: shape, in: "t.").joined(separator: ", ")), place::text FROM (
      SELECT *, row_number() OVER (\(partition)ORDER BY \(statement.order(order))) - 1 AS place
      FROM \(shape.sql) WHERE \(wanted)) t WHERE \(hasKey)
      """
    let result = try connection.query(sql, statement.parameters)
    var row = WireRow()
    var positions: [RowID: Int] = [:]
    let wantedIDs = Set(ids)
    for index in 0..<result.count {
      result.read(index, into: &row)
      guard let id = key.id(of: row, at: key.places, schema), wantedIDs.contains(id) else {
        continue
      }
      positions[id] = Int(result.text(index, shape.columns.count) ?? "")
    }
    return positions
  }

  // MARK: Measures

  package func values(
    of column: Int, _ condition: RowCondition, elements: Bool, words: [String], limit: Int?
  ) throws -> [RemoteValue] {
    var statement = statement
    let wanted = statement.condition(condition)
    let isElement = types[column] == .list && elements
    let value = isElement ? "e" : statement.shown(column)
    var source = "\(shape.sql) WHERE \(wanted)"
    if isElement {
      // A row counts once for each of its elements.
      source = """
        (SELECT DISTINCT u.e, r.n FROM (SELECT \(statement.value(column)) AS v, \
        row_number() OVER () AS n FROM \(source)) r, unnest(r.v) u (e)) d WHERE true
        """
    } else if elements {
      source += " AND \(statement.value(column)) IS NOT NULL"
    }
    if !words.isEmpty {
      let text = isElement ? "e" : statement.text(column)
      source += " AND (\(statement.words(words, of: text))) IS TRUE"
    }
    let order = isElement ? statement.textOrder("e") : statement.valueOrder(column)
    let names = order.indices.map { "o\($0)" }
    let sorted = zip(order, names).map { ", \($0) AS \($1)" }.joined()
    let sql = """
      SELECT v, count(*)::text FROM (SELECT \(value) AS v\(sorted) FROM \(source)) g \
      GROUP BY \((["v"] + names).joined(separator: ", ")) \
      ORDER BY \((["count(*) DESC"] + names).joined(separator: ", ")) \
      LIMIT \(limit.map(String.init) ?? "ALL")
      """
    let result = try connection.query(sql, statement.parameters)
    let type: AttributeType = isElement ? .text : types[column]
    var row = WireRow()
    return (0..<result.count).map { index in
      result.read(index, into: &row)
      var value = TypedValue(type)
      row.with(0) { bytes in
        switch type {
        case .list: WireKind.list.hand(bytes, as: type, to: &value)
        case .boolean: value.take(.boolean, bytes)
        case .integer: result.text(index, 0).flatMap { Int($0) }.map { value.take($0) }
        case .number: result.text(index, 0).flatMap { Double($0) }.map { value.take($0) }
        case .text, .date: value.take(.text, bytes)
        }
      }
      return RemoteValue(value.value, count: Int(result.text(index, 1) ?? "") ?? 0)
    }
  }

  package func extent(of column: Int, _ condition: RowCondition) throws -> RemoteExtent {
    var statement = statement
    let wanted = statement.condition(condition)
    let result = try connection.query(
      """
      SELECT count(v)::text, min(v)::text, max(v)::text FROM \
      (SELECT \(statement.value(column)) AS v FROM \(shape.sql) WHERE \(wanted)) r
      """, statement.parameters)
    func quantity(_ place: Int) -> Quantity? {
      guard let text = result.text(0, place) else { return nil }
      switch types[column] {
      case .date: return Int(text).map { .date(Timestamp(microseconds: $0)) }
      case .integer: return Int(text).map(Quantity.integer)
      default: return Double(text).flatMap { Quantity($0) }
      }
    }
    let count = Int(result.text(0, 0) ?? "") ?? 0
    guard let lower = quantity(1), let upper = quantity(2), lower <= upper else {
      return RemoteExtent(count: count, range: nil)
    }
    return RemoteExtent(count: count, range: lower...upper)
  }

  package func histogram(
    of column: Int, _ condition: RowCondition, edges: [RemoteEdge]
  ) throws -> [Int] {
    var statement = statement
    let wanted = statement.condition(condition)
    let texts = edges.map { edge in
      switch edge {
      case .integer(let integer): String(integer)
      case .number(let number): number.description
      }
    }
    let type = types[column] == .number ? "float8[]" : "int8[]"
    let array = statement.add(texts.arrayText, type)
    let result = try connection.query(
      """
      SELECT width_bucket(v, \(array))::text, count(*)::text FROM \
      (SELECT \(statement.value(column)) AS v FROM \(shape.sql) WHERE \(wanted)) r \
      WHERE v IS NOT NULL GROUP BY 1
      """, statement.parameters)
    var counts = [Int](repeating: 0, count: edges.count)
    for row in 0..<result.count {
      guard let part = result.text(row, 0).flatMap({ Int($0) }), part > 0 else { continue }
      counts[min(part, counts.count) - 1] += Int(result.text(row, 1) ?? "") ?? 0
    }
    return counts
  }

  private func number(_ sql: String, _ parameters: [String?]) throws -> Int {
    Int(try connection.query(sql, parameters).text(0, 0) ?? "") ?? 0
  }
}
