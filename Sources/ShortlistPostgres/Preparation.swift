import ShortlistCore

/// What makes searches and sorts of rows that stay on the server fast: a function that folds texts
/// as lists do, and indexes of what it returns.
struct Preparation {
  private let shape: TableShape
  private let key: TableKey
  private let schema: ListSchema
  /// The columns that are searched and sorted by.
  private let (searched, sorted): ([Int], [Int])

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - shape: The table.
  ///   - search: The names of texts to search; nil for all.
  ///   - sort: The names of columns to sort by.
  /// - Throws: `InvalidRequestError` for a column that does not exist or cannot be searched.
  init(of shape: TableShape, search: [String]?, sort: [String]) throws(InvalidRequestError) {
    self.shape = shape
    key = TableKey(of: shape, requestedID: nil)
    schema = ListSchema(shape.columns.map { ListSchema.Entry(name: $0.name, type: $0.kind.type) })
    guard ["r", "p", "m"].contains(shape.kind) else {
      throw InvalidRequestError("\(shape.name) is no table: it can have no indexes")
    }
    if !key.isPrimary { throw InvalidRequestError("\(shape.name) has no primary key") }
    func column(_ name: String) throws(InvalidRequestError) -> Int {
      guard let index = shape.columns.firstIndex(where: { $0.name.isExactly(name) }) else {
        let names = shape.columns.map(\.name)
        throw InvalidRequestError(SimilarName.missing("column", name, among: names))
      }
      return index
    }
    var places: [Int] = []
    for name in search ?? [] {
      let place = try column(name)
      if shape.columns[place].kind != .text { throw InvalidRequestError("\(name) is no text") }
      places.append(place)
    }
    // Texts of other types than these cannot be indexed as texts.
    let all = shape.columns.indices.filter {
      let type = shape.columns[$0].type
      return type == "text" || type.hasPrefix("character") || type == "citext"
    }
    searched = search == nil ? all : places
    var keys: [Int] = []
    for name in sort { keys.append(try column(name)) }
    sorted = keys
  }

  /// The statements that make the function and the indexes, each in a transaction of its own.
  ///
  /// An index is made while others write, unless the table has partitions.
  var statements: [String] {
    let folding = "\(shape.schema.quoted).\(FoldingFunctions.name.quoted)"
    let mode = shape.kind == "p" ? "" : " CONCURRENTLY"
    func index(_ name: String, _ definition: String) -> [String] {
      let name = "\(Publication.prefix)\(shape.oid)_\(name)"
      return [
        "DROP INDEX IF EXISTS \(shape.schema.quoted).\(name.quoted)",
        "CREATE INDEX\(mode) \(name.quoted) ON \(shape.sql) \(definition)",
      ]
    }
    let statement = RowStatement(shape, key, schema, folding: folding)
    var statements = [FoldingFunctions.definition(folding)]
    if !searched.isEmpty {
      statements.append("CREATE EXTENSION IF NOT EXISTS pg_trgm")
      let columns = searched.map { "(\(statement.fold(statement.text($0)))) gin_trgm_ops" }
      statements += index("search", "USING gin (\(columns.joined(separator: ", ")))")
    }
    for order in [[]] + sorted.map({ [RowSortKey(column: $0, isDescending: false)] }) {
      var statement = statement
      let terms = statement.terms(RemoteOrder(keys: order))
      // The index of the key has the order of integers.
      if order.isEmpty && key.columns.allSatisfy({ $0.kind == .integer }) { continue }
      let name = order.first.map { String(shape.columns[$0.column].number) } ?? "key"
      statements += index(
        "sort_\(name)", "(\(terms.map { "(\($0.sql))" }.joined(separator: ", ")))")
    }
    return statements + ["ANALYZE \(shape.sql)"]
  }

  /// Returns the statements that remove what was made for a table, and the functions of its schema
  /// if no other table of it is prepared.
  static func removal(
    of shape: TableShape, on connection: PostgresConnection
  ) throws -> [String] {
    let indexes = try connection.query(
      """
      SELECT c.relname::text, (i.indrelid = $1::oid)::text
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      WHERE t.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = $1::oid)
      AND NOT t.relispartition AND starts_with(c.relname::text, $2::text) ORDER BY 1
      """, [shape.oid, Publication.prefix])
    func name(_ row: Int) -> String { (indexes.text(row, 0) ?? "").quoted }
    let rows = 0..<indexes.count
    let (own, others) = (
      rows.filter { indexes.text($0, 1) == "true" }, rows.filter { indexes.text($0, 1) != "true" }
    )
    var statements = own.map { "DROP INDEX \(shape.schema.quoted).\(name($0))" }
    if !others.isEmpty { return statements }
    let functions = try connection.query(
      """
      SELECT p.proname::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname::text = $1::text AND starts_with(p.proname::text, $2::text)
      """, [shape.schema, FoldingFunctions.prefix])
    for row in 0..<functions.count {
      let name = (functions.text(row, 0) ?? "").quoted
      statements.append("DROP FUNCTION \(shape.schema.quoted).\(name)(text)")
    }
    return statements
  }
}
