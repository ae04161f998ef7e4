/// Answers questions about the rows of a table that stay where they are, all in one snapshot.
///
/// Every answer is the one that a `ListEngine` with the same rows would give: texts compare folded
/// and by code points, whatever order the server prefers.
package protocol RowServer {
  /// Returns the number of rows that meet a condition.
  func count(_ condition: RowCondition) throws -> Int

  /// Returns an estimate of the number of rows that meet a condition, which costs next to nothing.
  func estimate(_ condition: RowCondition) throws -> Int

  /// Returns rows next to each other in an order, in that order, as far as they exist.
  func rows(_ condition: RowCondition, by order: RemoteOrder, _ span: RowSpan) throws -> [RemoteRow]

  /// Passes the rows at positions of an order to a function, as far as they exist, in batches.
  func forEachBatch(
    _ condition: RowCondition, by order: RemoteOrder, _ positions: Range<Int>,
    _ body: ([RemoteRow]) throws -> Void
  ) throws

  /// Returns those of the rows that exist and meet a condition, in any order.
  ///
  /// They have the kinds of their matches in `order`.
  func rows(
    with ids: [RowID], _ condition: RowCondition, by order: RemoteOrder
  ) throws -> [RemoteRow]

  /// Returns the positions of rows that meet a condition, in an order.
  func positions(
    of rows: [RemoteRow], _ condition: RowCondition, by order: RemoteOrder
  ) throws -> [RowID: Int]

  /// Returns the values of a column (for lists: of their elements, without null) with the number of
  /// rows, the most frequent first, then ascending.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - condition: The condition of the rows.
  ///   - elements: Whether the elements of lists are counted instead of the lists.
  ///   - words: Folded prefixes. The text of a value must have, for each, a word that begins with
  ///     it.
  ///   - limit: The maximum number of values; nil for all.
  /// - Returns: The values.
  /// - Throws: The errors of the server.
  func values(
    of column: Int, _ condition: RowCondition, elements: Bool, words: [String], limit: Int?
  ) throws -> [RemoteValue]

  /// Returns the number of values of a number or date, and the least and the greatest.
  func extent(of column: Int, _ condition: RowCondition) throws -> RemoteExtent

  /// Returns the number of values at or above each edge and below the next one.
  func histogram(of column: Int, _ condition: RowCondition, edges: [RemoteEdge]) throws -> [Int]

  /// Whether the server records which rows commits change.
  var hasFeed: Bool { get }

  /// Returns the rows that commits have changed since the state that the list has seen, with their
  /// ranks in an order; nil if that is not known, or if they are more than `limit`.
  func changes(
    _ condition: RowCondition, by order: RemoteOrder, limit: Int
  ) throws -> [RemoteChange]?

  /// Returns which of the changed rows come before another row in an order: of them as they were,
  /// and as they are.
  func changedRows(
    before anchor: RemoteRow, by order: RemoteOrder
  ) throws -> (old: Set<RowID>, new: Set<RowID>)
}

/// A row that a server has returned.
package struct RemoteRow: Hashable, Sendable {
  package var id: RowID
  /// The values, in the order of the schema.
  package var values: [CellValue]
  /// The sum of the kinds of its matches in the order of the request.
  package var rank: Int

  package init(id: RowID, values: [CellValue], rank: Int = 0) {
    self.id = id
    self.values = values
    self.rank = rank
  }
}

/// The extent of a number or date among rows.
package struct RemoteExtent: Hashable, Sendable {
  /// The number of rows with a value.
  package var count: Int
  package var range: ClosedRange<Quantity>?

  package init(count: Int, range: ClosedRange<Quantity>?) {
    self.count = count
    self.range = range
  }
}

/// The least value of a part of a histogram; of a date in microseconds since 1970.
package enum RemoteEdge: Hashable, Sendable {
  case integer(Int)
  case number(Double)
}

extension RowServer {
  /// Returns the rows at positions of an order, as far as they exist.
  func rows(
    _ condition: RowCondition, by order: RemoteOrder, _ positions: Range<Int>
  ) throws -> [RemoteRow] {
    try rows(condition, by: order, RowSpan(skipping: positions.lowerBound, length: positions.count))
  }
}
