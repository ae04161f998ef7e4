/// Rows that several lists show, without a query of their own.
///
/// Each change is made once and returns a step. The lists, which start with `engine(query:)`,
/// follow the steps in order. They share the columns and the results of searches, filters and
/// sorts:
///
///     var shared = SharedTable(table, limit: 256 << 20, workers: .cores)
///     var list = try shared.engine(query: query)
///     if let step = try shared.apply(operations).step { list.follow(step) }
package struct SharedTable: Sendable {
  /// The current table.
  package private(set) var table: RowTable
  private let results: SharedResults
  private let workers: Workers

  /// Creates shared rows.
  ///
  /// - Parameters:
  ///   - table: The rows.
  ///   - limit: The maximum number of bytes of the shared results.
  ///   - workers: The workers of the lists.
  package init(_ table: RowTable, limit: Int, workers: Workers = .serial) {
    (self.table, self.workers) = (table, workers)
    results = SharedResults(limit: limit)
    self.table.version = results.version
  }

  /// The memory of the rows and the shared results, by part.
  package var memory: MemoryUse {
    var memory = MemoryCount()
    table.count(in: &memory)
    results.current.count(in: &memory)
    return memory.use
  }

  /// Creates a list of the rows, at revision 1.
  ///
  /// - Throws: What `ListEngine.setQuery(_:isCancelled:)` throws.
  /// - Complexity: The same as for `ListEngine.setQuery(_:isCancelled:)`; less if the results of
  ///   the query are shared
  package func engine(query: ListQuery = ListQuery()) throws -> ListEngine {
    try ListEngine(table, query: query, sharing: results, workers: workers)
  }

  /// Returns what a query finds, at the revision of the rows.
  ///
  /// - Throws: What `ListEngine.setQuery(_:isCancelled:)` throws.
  /// - Complexity: The same as for `ListEngine.lookUp`.
  package func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest,
    isCancelled: @Sendable () -> Bool
  ) throws -> QueryLookup {
    var engine = try engine()
    var found = try engine.lookUp(query, rows, measuring: request, isCancelled: isCancelled)
    found.revision = table.version.revision
    found.measures.revision = found.revision
    return found
  }

  // MARK: Changes

  /// The outcome of a change.
  package struct Outcome: Sendable {
    /// The step that lists follow; nil if nothing has changed.
    package var step: TableStep?
    /// The ids of the inserted rows, in the order of the operations.
    package var inserted: [RowID]
  }

  /// Applies operations in one transaction: either all of them or none.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - touched: The updated rows that count as changed even if no value does.
  ///   - finish: Sets the items of the rows, after the operations.
  /// - Returns: The step that lists follow, and the ids of the inserted rows.
  /// - Throws: `WriteError` for the first operation that cannot be applied.
  /// - Complexity: O(operations) on average, plus a copy of the parts of the table that they change
  package mutating func apply(
    _ operations: [RowOperation], touching touched: Set<RowID> = [],
    finish: (inout RowTable, [RowID]) -> Void = { _, _ in }
  ) throws(WriteError) -> Outcome {
    apply(try Transaction.make(operations, on: table, touching: touched), finish)
  }

  /// Updates rows to their current state in their store.
  ///
  /// - Throws: `SourceError` if the rows exceed the capacity of a list.
  /// - Complexity: The same as for `apply(_:touching:finish:)`.
  package mutating func store(_ changes: StoredChanges) throws(SourceError) -> Outcome {
    apply(try Transaction.make(storing: changes, in: table))
  }

  /// Inserts rows that were appended to the source.
  ///
  /// - Throws: `SourceError` if the rows exceed the capacity of a list.
  /// - Complexity: The same as for `apply(_:touching:finish:)`.
  package mutating func append(_ rows: AppendedRows) throws(SourceError) -> Outcome {
    apply(try Transaction.make(appending: rows, to: table))
  }

  /// Replaces the table with one that was read again.
  ///
  /// Lists adopt it as a whole, without a step.
  package mutating func replace(by table: RowTable) {
    self.table = table
    self.table.version = results.restart(isCommit: true)
  }

  /// Replaces all rows, as `ListEngine.replaceAll(count:touching:_:)` does.
  ///
  /// The rows stand for `items`, in their order, unless it is nil.
  ///
  /// - Throws: `WriteError` for the first invalid row.
  /// - Complexity: O(rows) for each attribute
  package mutating func replaceAll(
    count: Int, items: (any SlotItems)?,
    touching isTouched: @escaping @Sendable (Int, RowID) -> Bool,
    _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteError) -> Outcome {
    let replacement = try table.replacement(
      count: count, touching: isTouched, row, workers: workers)
    if replacement.keepsPlaces {
      let slots = replacement.slots
      return apply(try Transaction.make(replacement, of: table)) { table, inserted in
        guard let items else { return }
        // New rows follow those that stay.
        let first = UInt32(table.slots - inserted.count)
        var sources = [UInt32](repeating: RowReplacement.none, count: table.slots)
        var next = first
        for (index, slot) in slots.enumerated() {
          let isNew = slot == RowReplacement.none
          sources[Int(isNew ? next : slot)] = UInt32(index)
          if isNew { next += 1 }
        }
        table.items = items.moved(sources)
      }
    }
    let inserted = try replacement.inserted
    var table = try RowTable(replacement, of: table, workers: workers)
    table.items = items
    table.version = results.restart(isCommit: true)
    self.table = table
    return Outcome(step: TableStep(.replacement(replacement), table), inserted: inserted)
  }

  private mutating func apply(
    _ transaction: Transaction, _ finish: (inout RowTable, [RowID]) -> Void = { _, _ in }
  ) -> Outcome {
    let rows = transaction.changes.map { change -> TableStep.Row in
      let after = table.perform(change)
      return switch change {
      case .insert: TableStep.Row(after: after)
      case .update(let slot, let cells):
        TableStep.Row(before: slot, after: slot, isTouched: cells.isEmpty)
      case .delete(let slot): TableStep.Row(before: slot)
      case .replace(let slot, _, _): TableStep.Row(before: slot, after: after)
      }
    }
    table.addTexts(bytes: transaction.textBytes)
    table.skipNumbers(to: transaction.nextNumber)
    if rows.isEmpty { return Outcome(inserted: transaction.inserted) }
    finish(&table, transaction.inserted)
    let transitions = rows.map {
      RowTransition(before: $0.before, after: $0.after, isChanged: true, keepsKey: false)
    }
    table.version = results.advance(transitions, to: table)
    results.catchUp(with: table)
    let changed = table
    var compaction: (table: RowTable, slots: [UInt32])?
    if table.needsCompacting {
      let slots = table.slotsInOrder
      table = table.compacted(slots)
      table.version = results.restart(isCommit: false)
      compaction = (table, slots)
    }
    return Outcome(
      step: TableStep(.rows(rows), changed, compaction: compaction),
      inserted: transaction.inserted)
  }
}
