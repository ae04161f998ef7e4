/// A row that a transaction has written, by which it can be seen whether it was committed.
struct WrittenRow {
  /// The query for the version of the row: the transaction or savepoint that wrote it.
  let version: String
  /// The parameters of the query, which are the key.
  let parameters: [String?]
  /// The version before `COMMIT`; nil if there is no row, because it was deleted.
  var expected: String?

  /// Returns whether the row is still as the transaction left it.
  func isAsExpected(on connection: PostgresConnection) throws -> Bool {
    let found = try connection.query("SELECT (\(version))", parameters)
    return found.text(0, 0) == expected
  }
}
