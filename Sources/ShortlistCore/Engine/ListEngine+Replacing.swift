extension ListEngine {
  /// Makes the rows others, in the order in which they are given, and works out by their ids what
  /// changes.
  ///
  /// Rows that stay keep their selection. If they also keep their order, and new ones come behind
  /// them, windows move with the rows, as in a transaction. If not, the rows get other slots, and
  /// windows are placed anew; rows are moved only if those around them did not keep their order.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - row: Gives the values of a row by its index, in the order of the schema; it is called from
  ///     several threads, and more than once for a row.
  /// - Returns: What changed among the visible rows, as few changes as possible, and the ids of the
  ///   rows that are new.
  /// - Throws: `WriteRefusal` at the first row with a value that does not fit, without id, or with the
  ///   id of a row before it; nothing is changed then.
  /// - Precondition: An attribute identifies the rows.
  /// - Complexity: O(rows) for each attribute; where rows keep their order, with what `apply(_:)`
  ///   costs for those that change
  public mutating func replaceAll(
    count: Int, _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteRefusal) -> ApplyOutcome {
    guard case .attribute(let ids) = table.identity else {
      preconditionFailure("The rows of \(table.path) are known by their numbers.")
    }
    let rows = NewRows(
      count: count, schema: table.schema, idAttribute: ids.attribute, row: row)
    let replacement = try RowReplacement(of: table, by: rows, workers: workers)
    if replacement.keepsPlaces { return apply(try Transaction(replacement, of: table)) }
    return try rearrange(replacement)
  }

  /// Gives the rows the slots of their new order.
  private mutating func rearrange(
    _ replacement: RowReplacement
  ) throws(WriteRefusal) -> ApplyOutcome {
    var inserted: [RowID] = []
    for index in replacement.changed where replacement.slots[index] == RowReplacement.none {
      inserted.append(try replacement.rows.id(index))
    }
    let before = IdentifiedRows(self)
    let new = try RowTable(replacement, of: table, workers: workers)
    var gone = replacement.gone
    gone.formIntersection(selection.members.grown(to: gone.universe))
    let pruned = prune(
      gone.slots.map { RowTransition(before: $0, isChanged: true, keepsKey: false) })
    selection.keep(replacement.slots)
    selection.tally.forget()
    let old = table
    table = new
    results = results.rearranged(query.distinctSort, replacement, from: old)
    listing = allMatching
    placeWindows()
    revision += 1
    listing.checkInvariants(table)
    return ApplyOutcome(
      revision: revision, changes: before.changes(to: IdentifiedRows(self)), inserted: inserted,
      selection: pruned)
  }

  /// What the query shows of the table as it is now.
  private var allMatching: Listing {
    mutating get {
      do {
        return try results.listing(
          query, filters, plan, first: wantedRows, table: table, workers: workers,
          isCancelled: { false })
      } catch {
        preconditionFailure("Nobody can cancel this: \(error).")
      }
    }
  }
}

extension RowTable {
  /// The rows that stand in place of all others.
  ///
  /// - Throws: `WriteRefusal` if they have no room.
  fileprivate init(
    _ replacement: RowReplacement, of table: RowTable, workers: Workers
  ) throws(WriteRefusal) {
    let rows = replacement.rows
    do {
      self = try RowTable(
        path: table.path, schema: table.schema, id: table.schema.entries[rows.idAttribute].name,
        count: rows.count, workers: workers, row: rows.row)
    } catch let error as SourceError where error.line == nil {
      throw WriteRefusal(index: rows.count - 1, reason: error.reason)
    } catch {
      preconditionFailure("The rows were others when they were compared: \(error).")
    }
  }
}
