extension ListEngine {
  /// Replaces all rows with new ones in the given order, and computes the changes by id.
  ///
  /// Rows that stay keep their selection. If they also keep their order and all new rows follow
  /// them, windows move with the rows, as in a transaction. Otherwise the rows get new slots, and
  /// windows are recomputed from their ranges; a row is reported as moved only if its order
  /// relative to the rows around it changed.
  ///
  /// - Parameters:
  ///   - count: The number of new rows.
  ///   - row: Returns the values of the row at an index, in the order of the schema. It is called
  ///     from several threads, and more than once for each row.
  /// - Returns: The fewest changes of the visible rows, and the ids of the new rows.
  /// - Throws: `WriteError` for the first row with a value of the wrong type, without an id, or
  ///   with the id of an earlier row; the list is then unchanged.
  /// - Precondition: An attribute identifies the rows.
  /// - Complexity: O(rows) for each attribute; if the rows keep their order, plus the cost of
  ///   `apply(_:)` for the rows that change
  package mutating func replaceAll(
    count: Int, _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteError) -> ApplyOutcome<RowID> {
    try replaceAll(count: count, touching: { _, _ in false }, row)
  }

  /// Replaces all rows; `isTouched` returns whether a row that stays counts as changed even if no
  /// value does, by its index and its id.
  ///
  /// - Complexity: The same as for `replaceAll(count:_:)`.
  package mutating func replaceAll(
    count: Int, touching isTouched: @escaping @Sendable (Int, RowID) -> Bool,
    _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteError) -> ApplyOutcome<RowID> {
    let replacement = try table.replacement(
      count: count, touching: isTouched, row, workers: workers)
    if replacement.keepsPlaces { return apply(try Transaction.make(replacement, of: table)) }
    let inserted = try replacement.inserted
    let new = try RowTable(replacement, of: table, workers: workers)
    return rearrange(replacement, into: new, inserted: inserted)
  }

  /// Moves the rows to the slots of their new order, in a table with these slots.
  mutating func rearrange(
    _ replacement: RowReplacement, into new: RowTable, inserted: [RowID]
  ) -> ApplyOutcome<RowID> {
    let before = IdentifiedRows(self)
    var gone = replacement.gone
    gone.formIntersection(selection.members.grown(to: gone.universe))
    let pruned = prune(
      gone.slots.map { RowTransition(before: $0, isChanged: true, keepsKey: false) })
    selection.keep(replacement.slots)
    selection.tally.forget()
    let old = table
    table = new
    if results.shared == nil {
      results[table.version] = results[table.version].rearranged(
        query.distinctSort, replacement, from: old)
    }
    decidePlan()
    listing = allMatching
    placeWindows()
    revision += 1
    listing.checkInvariants(table)
    return ApplyOutcome(
      revision: revision,
      changes: before.changes(to: IdentifiedRows(self), touching: replacement.touched),
      inserted: inserted, selection: pruned)
  }

  /// The listing of the query over the current table.
  private var allMatching: Listing {
    mutating get {
      do {
        return try results[table.version].listing(
          query, filters, plan, first: leadingRows(of: query), table: table, workers: workers,
          isCancelled: { false })
      } catch {
        preconditionFailure("Nobody can cancel this: \(error).")
      }
    }
  }
}

extension RowReplacement {
  /// The ids of the new rows, in order.
  ///
  /// - Throws: `WriteError` if a row has changed since the comparison and is invalid now.
  var inserted: [RowID] {
    get throws(WriteError) {
      var inserted: [RowID] = []
      for index in changed where slots[index] == Self.none { inserted.append(try rows.id(index)) }
      return inserted
    }
  }
}

extension RowTable {
  /// Compares the rows with new ones, given by their number and their values.
  ///
  /// - Throws: `WriteError` for the first invalid row.
  /// - Precondition: An attribute identifies the rows.
  func replacement(
    count: Int, touching isTouched: @escaping @Sendable (Int, RowID) -> Bool,
    _ row: @escaping @Sendable (Int) -> [CellValue], workers: Workers
  ) throws(WriteError) -> RowReplacement {
    guard case .attribute(let ids) = identity else {
      preconditionFailure("The rows of \(path) are known by their numbers.")
    }
    let rows = NewRows(
      count: count, schema: schema, idAttribute: ids.attribute, row: row, isTouched: isTouched)
    return try RowReplacement(of: self, by: rows, workers: workers)
  }

  /// Creates the table of the new rows.
  ///
  /// - Throws: `WriteError` if the rows exceed the capacity of a table.
  init(
    _ replacement: RowReplacement, of table: RowTable, workers: Workers
  ) throws(WriteError) {
    let rows = replacement.rows
    do {
      self = try RowTable(
        path: table.path, schema: table.schema, id: table.schema.entries[rows.idAttribute].name,
        count: rows.count, workers: workers, row: rows.row)
    } catch let error as SourceError where error.line == nil {
      throw WriteError(index: rows.count - 1, reason: error.reason)
    } catch {
      preconditionFailure("The rows were others when they were compared: \(error).")
    }
  }
}
