import ShortlistCore

/// The rows of a table within a transaction, for a list whose rows stay on the server.
struct PostgresRows: RowServer {
  let connection: PostgresConnection
  let shape: TableShape
  let key: TableKey
  let schema: ListSchema
  private let types: [AttributeType]
  /// The name of the function that folds texts.
  private let folding: String
  /// The changes since the state that the list has seen; nil if they are not known.
  var feed: ChangeEntries?

  /// Creates the rows.
  ///
  /// - Parameters:
  ///   - connection: The connection, within a transaction.
  ///   - position: The state of the table.
  ///   - schema: The attributes.
  ///   - feed: The changes since the state that the list has seen; nil if they are not known.
  init(
    _ connection: PostgresConnection, _ position: TablePosition, _ schema: ListSchema,
    _ feed: ChangeEntries?
  ) {
    self.connection = connection
    (shape, key) = (position.shape, position.key)
    self.schema = schema
    types = schema.entries.map(\.type)
    folding = shape.folding ?? FoldingFunctions.temporary
    self.feed = feed
  }

  var statement: RowStatement { RowStatement(shape, key, schema, folding: folding) }

  // MARK: Rows

  package func count(_ condition: RowCondition) throws -> Int {
    var statement = statement
    let predicate = statement.condition(condition)
    return try number(
      "SELECT count(*)::text FROM \(shape.sql) WHERE \(predicate)", statement.parameters)
  }

  package func estimate(_ condition: RowCondition) throws -> Int {
    var statement = statement
    let predicate = statement.condition(condition)
    let all = try connection.query("EXPLAIN SELECT FROM \(shape.sql)").estimatedRows
    if condition == RowCondition() { return all }
    if shape.hasVersions && all > 2 * Self.sampled {
      // The planner knows little of the expressions of conditions.
      let percent = 100 * Double(Self.sampled) / Double(all)
      let sample = try connection.query(
        """
        SELECT count(*)::text, count(*) FILTER (WHERE \(predicate))::text
        FROM \(shape.sql) TABLESAMPLE SYSTEM (\(percent))
        """, statement.parameters)
      func number(_ column: Int) -> Double { sample.text(0, column).flatMap { Double($0) } ?? 0 }
      if number(1) >= 10 { return Int(Double(all) * number(1) / number(0)) }
    }
    let plan = try connection.query(
      "EXPLAIN SELECT FROM \(shape.sql) WHERE \(predicate)", statement.parameters)
    return plan.estimatedRows
  }

  /// The number of sampled rows for an estimate.
  private static let sampled = 2000

  package func rows(
    _ condition: RowCondition, by order: RemoteOrder, _ span: RowSpan
  ) throws -> [RemoteRow] {
    if let rows = try nearRows(condition, by: order, span) { return rows }
    var found: [RemoteRow] = []
    var skipping = span.skipping
    var prepared = statement
    let terms = prepared.terms(order)
    let parts = prepared.parts(span, terms)
    for part in parts where found.count < span.length {
      var statement = prepared
      var tests = [statement.condition(condition)]
      if let condition = part.condition { tests.append(condition) }
      if let anchor = span.anchor, let compared = part.compared {
        tests.append(statement.beside(anchor, compared, isBackward: span.isBackward))
      }
      let predicate = tests.joined(separator: " AND ")
      let sql = """
        \(selection(predicate, order, &statement)) ORDER BY \(part.order) \
        LIMIT \(span.length - found.count) OFFSET \(skipping)
        """
      let isRanked = !order.ranked.isEmpty
      found += rows(try connection.query(sql, statement.parameters), isRanked: isRanked)
      if skipping > 0 && parts.count > 1 {
        let all = "SELECT count(*)::text FROM \(shape.sql) WHERE \(predicate)"
        let count = found.isEmpty ? try number(all, statement.parameters) : skipping
        skipping = max(0, skipping - count)
      }
    }
    return span.isBackward ? found.reversed() : found
  }

  /// The number of rows that are read in order before a search of all rows, and how many if these
  /// show that so many will do.
  private static let (maxNear, maxFar) = (10_000, 150_000)

  /// Returns the rows of a span if they are among the next rows in the order of an index; nil if
  /// they are not, or if no index has that order.
  ///
  /// The planner knows little of how many texts match. If it expects few, it finds all of them
  /// before it sorts them, which takes long if many match. But then the wanted rows are soon found
  /// in order.
  ///
  ///     next 10,000 rows in order   · · X · X X · · · X · ·   those that match, until there are enough
  ///
  /// Of ranked rows, those with the rank of the anchor, or the greatest, come first.
  private func nearRows(
    _ condition: RowCondition, by order: RemoteOrder, _ span: RowSpan
  ) throws -> [RemoteRow]? {
    let most = span.skipping.addingReportingOverflow(span.length)
    if condition == RowCondition() || most.overflow || most.partialValue > Self.maxNear / 4 {
      return nil
    }
    var statement = statement
    var (predicate, terms) = (statement.condition(condition), statement.terms(order))
    if !order.ranked.isEmpty {
      if span.isBackward && span.anchor == nil { return nil }
      let rank = span.anchor?.rank ?? statement.greatestRank(order.ranked)
      predicate += " AND \(statement.rank(order.ranked)) = \(rank)"
      terms.removeFirst()
    }
    guard let part = statement.parts(span, terms).first else { return nil }
    var tests = part.condition.map { [$0] } ?? []
    if let anchor = span.anchor, let compared = part.compared {
      tests.append(statement.beside(anchor, compared, isBackward: span.isBackward))
    }
    let test = tests.isEmpty ? "true" : tests.joined(separator: " AND ")
    for limit in [Self.maxNear, Self.maxFar] {
      // The order of the inner rows stays: they are read until there are enough.
      let source = """
        (SELECT * FROM \(shape.sql) WHERE \(test) ORDER BY \(part.order) LIMIT \(limit)) \
        AS \(shape.name.quoted)
        """
      let sql = """
        \(selection(predicate, order, &statement, from: source)) LIMIT \(span.length) \
        OFFSET \(span.skipping)
        """
      guard try connection.query("EXPLAIN " + sql, statement.parameters).readsInOrder else {
        return nil
      }
      let result = try connection.query(sql, statement.parameters)
      if result.count == span.length {
        let found = rows(result, isRanked: !order.ranked.isEmpty)
        return span.isBackward ? found.reversed() : found
      }
      if result.count == 0 || result.count * (Self.maxFar / Self.maxNear) < most.partialValue {
        return nil
      }
    }
    return nil
  }

  package func forEachBatch(
    _ condition: RowCondition, by order: RemoteOrder, _ positions: Range<Int>,
    _ body: ([RemoteRow]) throws -> Void
  ) throws {
    if positions.isEmpty { return }
    var statement = statement
    let predicate = statement.condition(condition)
    let sql = """
      \(selection(predicate, order, &statement)) \
      ORDER BY \(statement.order(statement.terms(order))) LIMIT \(positions.count) \
      OFFSET \(positions.lowerBound)
      """
    // The planner is to count on all rows being read.
    try connection.query("SET LOCAL cursor_tuple_fraction = 1")
    try connection.query(
      "DECLARE shortlist_rows NO SCROLL CURSOR FOR " + sql, statement.parameters)
    while true {
      let result = try connection.query("FETCH \(Self.batch) FROM shortlist_rows")
      let batch = rows(result, isRanked: !order.ranked.isEmpty)
      if batch.isEmpty { break }
      try body(batch)
    }
    try connection.query("CLOSE shortlist_rows")
  }

  /// The number of rows that are passed on at a time.
  private static let batch = 1000

  /// Returns the statement for the rows that meet a condition, with their ranks in an order, and
  /// whether they meet another one.
  func selection(
    _ predicate: String, _ order: RemoteOrder, _ statement: inout RowStatement,
    from source: String? = nil, testing test: String? = nil
  ) -> String {
    var columns = key.expressions(of: shape)
    if !order.ranked.isEmpty { columns.append("\(statement.rank(order.ranked))::text") }
    if let test { columns.append("((\(test)) IS TRUE)::text") }
    let rows = source ?? shape.sql
    return "SELECT \(columns.joined(separator: ", ")) FROM \(rows) WHERE \(predicate)"
  }

  package func rows(
    with ids: [RowID], _ condition: RowCondition, by order: RemoteOrder
  ) throws -> [RemoteRow] {
    if ids.isEmpty { return [] }
    var statement = statement
    let predicate = statement.condition(RowCondition(tests: [.ids(ids)] + condition.tests))
    let known = Set(ids)
    let sql = selection(predicate, order, &statement)
    return rows(
      try connection.query(sql, statement.parameters), isRanked: !order.ranked.isEmpty
    ).filter { known.contains($0.id) }
  }

  func rows(_ result: ResultRows, isRanked: Bool) -> [RemoteRow] {
    var row = WireRow()
    return (0..<result.count).compactMap { index in
      result.read(index, into: &row)
      guard let id = key.id(of: row, at: key.places, schema) else { return nil }
      let rank = isRanked ? result.text(index, shape.columns.count).flatMap { Int($0) } : nil
      return RemoteRow(id: id, values: shape.values(of: row, types), rank: rank ?? 0)
    }
  }

  /// The maximum number of rows that are counted up to one by one, in one statement.
  private static let maxCounted = 8

  package func positions(
    of rows: [RemoteRow], _ condition: RowCondition, by order: RemoteOrder
  ) throws -> [RowID: Int] {
    if rows.isEmpty { return [:] }
    var statement = statement
    let predicate = statement.condition(condition)
    let terms = statement.terms(order)
    if rows.count > Self.maxCounted {
      return try places(of: rows, predicate, statement.order(terms), statement)
    }
    let before = rows.map { statement.beside($0, terms, isBackward: true) }
    let counts =
      rows.count == 1
      ? "SELECT count(*)::text FROM \(shape.sql) WHERE \(predicate) AND \(before[0])"
      : "SELECT \(before.map { "count(*) FILTER (WHERE \($0))::text" }.joined(separator: ", ")) "
        + "FROM \(shape.sql) WHERE \(predicate)"
    let result = try connection.query(counts, statement.parameters)
    var positions: [RowID: Int] = [:]
    for (place, row) in rows.enumerated() {
      positions[row.id] = result.text(0, place).flatMap { Int($0) }
    }
    return positions
  }

  /// Returns the positions of many rows, by numbering all.
  private func places(
    of rows: [RemoteRow], _ predicate: String, _ order: String, _ prepared: RowStatement
  ) throws -> [RowID: Int] {
    var statement = prepared
    let known = Set(rows.map(\.id))
    let sql = """
      SELECT \(key.expressions(of: shape, in: "t.").joined(separator: ", ")), place::text FROM (
      SELECT *, row_number() OVER (ORDER BY \(order)) - 1 AS place \
      FROM \(shape.sql) WHERE \(predicate)) t WHERE \(statement.ids(rows.map(\.id)))
      """
    let result = try connection.query(sql, statement.parameters)
    var row = WireRow()
    var positions: [RowID: Int] = [:]
    for index in 0..<result.count {
      result.read(index, into: &row)
      guard let id = key.id(of: row, at: key.places, schema), known.contains(id) else { continue }
      positions[id] = result.text(index, shape.columns.count).flatMap { Int($0) }
    }
    return positions
  }

  // MARK: Measures

  package func values(
    of column: Int, _ condition: RowCondition, elements: Bool, words: [String], limit: Int?
  ) throws -> [RemoteValue] {
    var statement = statement
    let predicate = statement.condition(condition)
    let isElement = types[column] == .list && elements
    let value = isElement ? "e" : statement.shown(column)
    var source = "\(shape.sql) WHERE \(predicate)"
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
        case .boolean: value.set(.boolean, bytes)
        case .integer: result.text(index, 0).flatMap { Int($0) }.map { value.set($0) }
        case .number: result.text(index, 0).flatMap { Double($0) }.map { value.set($0) }
        case .text, .date: value.set(.text, bytes)
        }
      }
      return RemoteValue(value.value, count: Int(result.text(index, 1) ?? "") ?? 0)
    }
  }

  package func extent(of column: Int, _ condition: RowCondition) throws -> RemoteExtent {
    var statement = statement
    let predicate = statement.condition(condition)
    let result = try connection.query(
      """
      SELECT count(v)::text, min(v)::text, max(v)::text FROM \
      (SELECT \(statement.value(column)) AS v FROM \(shape.sql) WHERE \(predicate)) r
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
    let predicate = statement.condition(condition)
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
      (SELECT \(statement.value(column)) AS v FROM \(shape.sql) WHERE \(predicate)) r \
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

extension ResultRows {
  /// Whether a plan that `EXPLAIN` returns reads rows in the order of indexes.
  fileprivate var readsInOrder: Bool {
    let lines = (0..<count).map { text($0, 0) ?? "" }
    return lines.contains { $0.contains("Index ") && $0.contains("Scan") }
      && !lines.contains { $0.contains("Foreign Scan") || $0.contains(/^(\s*->)?\s*Sort\b/) }
  }

  /// The estimate in the first line of what `EXPLAIN` returns.
  var estimatedRows: Int {
    (text(0, 0) ?? "").firstMatch(of: /rows=(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  /// The estimated number of bytes of a row.
  var estimatedWidth: Int {
    (text(0, 0) ?? "").firstMatch(of: /width=(\d+)/).flatMap { Int($0.1) } ?? 0
  }
}
