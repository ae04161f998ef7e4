/// Changes of the rows of a table, as a relation that statements read.
///
/// An entry names the key of a row. It says whether the key came (1) or went (-1), or has the row
/// as it was before a change. An entry without a key stands for all rows. Entries are in the order
/// of the changes.
struct ChangeEntries {
  private let shape: TableShape
  private let key: TableKey
  /// A `FROM` item with the columns `seq`, `change`, `old`, and one for each column of the key.
  private let relation: String

  /// Creates the entries that a query returns.
  ///
  /// - Parameters:
  ///   - shape: The table.
  ///   - key: Its key.
  ///   - query: A query with the columns `seq`, `change`, `old` (the row in JSON), and those of
  ///     `columns(of:)`.
  init(_ shape: TableShape, _ key: TableKey, query: String) {
    (self.shape, self.key) = (shape, key)
    relation = "(\(query)) e"
  }

  /// Creates the entries of a list of changes.
  init(_ shape: TableShape, _ key: TableKey, _ changes: [RowChange]) {
    let members = changes.enumerated().map { $1.json(seq: $0) }.joined(separator: ",\n")
    self.init(
      shape, key,
      query: """
        SELECT * FROM json_to_recordset(\("[\(members)]".literal)) AS k \
        (seq bigint, change smallint, old json, \(Self.columns(of: key)))
        """)
  }

  /// The names and the types of the columns of keys, as SQL declares them.
  static func columns(of key: TableKey) -> String {
    zip(key.columns, names(of: key)).map { "\($1) \($0.type)" }.joined(separator: ", ")
  }

  /// The names of the columns of keys.
  static func names(of key: TableKey) -> [String] { key.columns.indices.map { "k\($0)" } }

  private var keys: [String] { Self.names(of: key) }
  private var keyList: String { keys.joined(separator: ", ") }

  private func isSame(_ row: String, _ entry: String) -> String {
    zip(key.columns, keys).map { "\(row).\($0.name.quoted) = \(entry).\($1)" }
      .joined(separator: " AND ")
  }

  /// The query for the keys of all entries, whether there is a row, and the row.
  var rows: String {
    let columns =
      zip(key.columns, keys).map { $0.kind.expression(of: "j.\($1)", isKey: true) }
      + ["t.tableoid IS NOT NULL"] + key.expressions(of: shape, in: "t.")
    return """
      SELECT \(columns.joined(separator: ", ")) FROM (SELECT DISTINCT \(keyList) FROM \(relation)) j
      LEFT JOIN \(shape.sql) t ON \(isSame("t", "j"))
      """
  }

  /// Returns the query for the number of keys, at most `limit`, and whether an entry stands for all
  /// rows.
  func extent(limit: Int) -> String {
    """
    SELECT count(*)::text, coalesce(bool_or(k0 IS NULL), false)::text FROM (
    SELECT DISTINCT \(keyList) FROM \(relation) LIMIT \(limit)) j
    """
  }

  /// The source of the rows that entries name, as they are.
  var source: String {
    """
    (SELECT t.* FROM (SELECT DISTINCT \(keyList) FROM \(relation)) j \
    JOIN \(shape.sql) t ON \(isSame("t", "j"))) AS \(shape.name.quoted)
    """
  }

  /// The source of the rows that entries name, as they were before.
  ///
  /// Whether there was a row follows from how often it came and went since: the entries of triggers
  /// that make changes themselves are not in the order of the changes. If there was one, the first
  /// entry with a row has it.
  var sourceBefore: String {
    """
    (SELECT r.* FROM (SELECT \(keyList), coalesce(sum(change), 0) AS change, \
    (array_agg(old ORDER BY seq) FILTER (WHERE old IS NOT NULL))[1] AS old \
    FROM \(relation) GROUP BY \(keyList)) j \
    LEFT JOIN \(shape.sql) t ON \(isSame("t", "j")) \
    CROSS JOIN LATERAL json_populate_record(NULL::\(shape.sql), j.old) r \
    WHERE j.old IS NOT NULL AND (t.tableoid IS NOT NULL)::int - j.change > 0) \
    AS \(shape.name.quoted)
    """
  }
}
