import ShortlistCore

/// The changes of a table for a list whose rows stay on the server.
extension PostgresRows {
  package var hasFeed: Bool { feed != nil }

  package func changes(
    _ condition: RowCondition, by order: RemoteOrder, limit: Int
  ) throws -> [RemoteChange]? {
    guard let feed else { return nil }
    let extent = try connection.query(feed.extent(limit: limit + 1))
    let count = Int(extent.text(0, 0) ?? "") ?? 0
    if count == 0 { return [] }
    if count > limit || extent.text(0, 1) != "false" { return nil }
    guard let before = try rowsBefore(condition, by: order) else { return nil }
    var changes: [RowID: RemoteChange] = [:]
    for (row, matches) in before {
      changes[row.id, default: RemoteChange(row.id)].before = row
      changes[row.id]?.matchedBefore = matches
    }
    let after = try tested(condition, by: order, from: feed.source)
    for (row, matches) in after {
      changes[row.id, default: RemoteChange(row.id)].after = row
      changes[row.id]?.matchesNow = matches
    }
    return Array(changes.values)
  }

  /// Returns the changed rows as they were; nil if their texts cannot be read back.
  private func rowsBefore(
    _ condition: RowCondition, by order: RemoteOrder
  ) throws -> [(RemoteRow, Bool)]? {
    guard let feed else { return nil }
    try connection.query("SAVEPOINT shortlist_feed")
    do {
      return try tested(condition, by: order, from: feed.sourceBefore)
    } catch let failure as PostgresError where !failure.isLost && !failure.isTransient {
      try connection.query("ROLLBACK TO SAVEPOINT shortlist_feed")
      return nil
    }
  }

  /// Returns rows of a source, and whether they meet a condition.
  private func tested(
    _ condition: RowCondition, by order: RemoteOrder, from source: String
  ) throws -> [(RemoteRow, Bool)] {
    var statement = statement
    let predicate = statement.condition(condition)
    let sql = selection("true", order, &statement, from: source, testing: predicate)
    let result = try connection.query(sql, statement.parameters)
    let column = shape.columns.count + (order.ranked.isEmpty ? 0 : 1)
    return rows(result, isRanked: !order.ranked.isEmpty).enumerated().map { index, row in
      (row, result.text(index, column) == "true")
    }
  }

  package func changedRows(
    before anchor: RemoteRow, by order: RemoteOrder
  ) throws -> (old: Set<RowID>, new: Set<RowID>) {
    guard let feed else { return ([], []) }
    func ids(_ source: String) throws -> Set<RowID> {
      var statement = statement
      let isBelow = statement.beside(anchor, statement.terms(order), isBackward: true)
      let sql = selection(isBelow, RemoteOrder(), &statement, from: source)
      return Set(rows(try connection.query(sql, statement.parameters), isRanked: false).map(\.id))
    }
    return (
      try ids(feed.sourceBefore), try ids(feed.source)
    )
  }
}
