extension ListEngine {
  /// Applies operations in one transaction: either all of them or none.
  ///
  /// Windows move with their rows. Deleted rows leave the selection.
  ///
  /// - Returns: The changes of the visible rows, and the ids of the inserted rows.
  /// - Throws: `WriteError` for the first operation that cannot be applied; the list is then
  ///   unchanged.
  /// - Complexity: O((o + r) log n) for o operations and r reported changes, after O(n) once for
  ///   each query. O(n) if the operations exceed a tenth of the list.
  package mutating func apply(_ operations: [RowOperation]) throws(WriteError) -> ApplyOutcome<
    RowID
  > {
    try apply(operations, touching: [])
  }

  /// Applies operations; `touched` are the updated rows that count as changed even if no value
  /// does.
  ///
  /// - Complexity: The same as for `apply(_:)`.
  package mutating func apply(
    _ operations: [RowOperation], touching touched: Set<RowID>
  ) throws(WriteError) -> ApplyOutcome<RowID> {
    apply(try Transaction.make(operations, on: table, touching: touched))
  }

  /// Inserts rows that were appended to the source.
  ///
  /// Rows without an id, or with the id of another row, are skipped.
  ///
  /// - Returns: The changes of the visible rows.
  /// - Throws: `SourceError` if the rows exceed the capacity of the list; the list is then
  ///   unchanged.
  /// - Complexity: The same as for `apply(_:)`.
  package mutating func append(_ rows: AppendedRows) throws(SourceError) -> ApplyOutcome<RowID> {
    apply(try Transaction.make(appending: rows, to: table))
  }

  mutating func apply(_ transaction: Transaction) -> ApplyOutcome<RowID> {
    let changes = commit(transaction)
    return ApplyOutcome(
      revision: revision, changes: changes.rows.map(VisibleChanges<RowID>.changes),
      inserted: transaction.inserted, selection: changes.selection)
  }

  /// Updates rows to their current state in the row store.
  ///
  /// Existing rows keep their places; new rows get the places that they have in the source.
  ///
  /// - Returns: The changes of the visible rows.
  /// - Throws: `SourceError` if the rows exceed the capacity of the list; the list is then
  ///   unchanged.
  /// - Complexity: The same as for `apply(_:)`.
  package mutating func store(_ changes: StoredChanges) throws(SourceError) -> ApplyOutcome<RowID> {
    if let step = changes.steps.first {
      precondition(changes.steps.count == 1, "Each step has an outcome of its own.")
      return follow(step)
    }
    let transaction = try Transaction.make(storing: changes, in: table)
    let changes = commit(transaction)
    return ApplyOutcome(
      revision: revision, changes: changes.rows.map(VisibleChanges<RowID>.changes),
      inserted: transaction.inserted, selection: changes.selection)
  }

  private mutating func commit(
    _ transaction: Transaction
  ) -> (rows: Changeset<RowID>?, selection: SelectionChange<RowID>?) {
    defer { table.skipNumbers(to: transaction.nextNumber) }
    if transaction.changes.isEmpty { return (nil, nil) }
    precondition(results.shared == nil, "Shared rows change by steps.")
    if !holdOrder() { return (nil, nil) }
    var rows = transitions(of: transaction)
    // Cached listings and unfinished ones retain the table and would force a copy of it.
    results[table.version].keepDeferredOrders()
    results[table.version].forgetListings()
    for (index, change) in transaction.changes.enumerated() {
      if let after = table.perform(change) { rows[index].after = after }
    }
    table.addTexts(bytes: transaction.textBytes)
    results[table.version].touch(rows.prefix(transaction.changes.count), slots: table.slots)
    let commit = list(rows, of: transaction)
    let changes = complete(commit)
    compactIfNeeded()
    return changes
  }

  /// Reads the columns that decide the order into memory, if the rows are those of an index file.
  ///
  /// A tree must find each row where it was, so the values must not disappear while it changes.
  ///
  /// - Returns: Whether all of them could be read.
  private mutating func holdOrder() -> Bool {
    if table.store == nil { return true }
    for column in listing.arrangement.order.columns {
      table.columns[column] = table.columns[column].loaded
    }
    return table.failure == nil
  }

  /// Returns the rows of a transaction, with their places in the listing before it; those that it
  /// changes come first, in the same order.
  mutating func transitions(of transaction: Transaction) -> [RowTransition] {
    listing.finish()
    var rows: [RowTransition] = []
    rows.reserveCapacity(transaction.changes.count)
    // A closure would copy the list for each row, and an iterator each change.
    for index in transaction.changes.indices {
      rows.append(transition(transaction.changes[index]))
    }
    rows += rowsDecided(by: transaction)
    listing.findSpots(&rows, in: table)
    return rows
  }

  /// Updates the listing after a transaction has changed the table.
  ///
  /// - Parameters:
  ///   - rows: The result of `transitions(of:)`, with the slots after the transaction.
  ///   - transaction: The transaction.
  /// - Returns: What happened to the rows and the sections.
  mutating func list(
    _ rows: consuming [RowTransition], of transaction: Transaction
  ) -> ListedCommit {
    decidePlan()
    var rows = rows
    let sections = updateListing(&rows)
    return ListedCommit(rows: rows, sections: sections, isEmpty: transaction.changes.isEmpty)
  }

  /// Updates the selection and the windows after the listing.
  mutating func complete(
    _ commit: ListedCommit
  ) -> (rows: Changeset<RowID>?, selection: SelectionChange<RowID>?) {
    selection.tally.leave(commit.rows, selection.members)
    let pruned = prune(commit.rows)
    selection.tally.come(commit.rows, selection.members, in: listing)
    if commit.isEmpty { return (nil, nil) }
    revision += 1
    return (report(commit.sections, commit.rows), pruned)
  }

  /// Updates the listing with the rows of a commit that match now.
  private mutating func updateListing(_ rows: inout [RowTransition]) -> [SectionTransition] {
    if filters.isEmpty && plan == nil {
      return listing.apply(&rows, table: table, matches: { _ in true }, score: nil)
    }
    let (table, filters, plan) = (table, filters, plan)
    return listing.apply(
      &rows, table: table,
      matches: { slot in
        filters.hold(for: slot, in: table) && plan?.matches(slot, in: table) != false
      },
      score: isScored ? { slot in plan?.score(slot, in: table) ?? 0 } : nil)
  }

  /// Returns the transition of a row for a change that is not yet performed.
  @inline(__always)
  func transition(_ change: Transaction.Change) -> RowTransition {
    switch change {
    case .insert: RowTransition(before: nil, isChanged: true, keepsKey: false)
    case .delete(let slot): RowTransition(before: slot, isChanged: true, keepsKey: false)
    case .replace(let slot, _, let row):
      RowTransition(before: slot, isChanged: table.row(slot) != row, keepsKey: false)
    case .update(let slot, let cells):
      RowTransition(
        before: slot, after: slot, isChanged: true,
        keepsKey: cells.allSatisfy { cell in
          !listing.arrangement.order.columns.contains(cell.column)
            || table.columns.span[cell.column].value(slot).sortsLike(cell.value)
        })
    }
  }

  /// Moves the windows with their rows and returns the changes in them.
  private mutating func report(
    _ sections: [SectionTransition], _ rows: [RowTransition]
  ) -> Changeset<RowID>? {
    var report = CommitReport()
    for section in sections {
      let code = section.section
      switch (section.indexBefore, section.indexAfter) {
      case (let before?, let after?):
        var window = windows[code] ?? Window(placing: nil, over: section.batch.countBefore)
        let rangeBefore = window.range
        let edits = window.apply(section.batch)
        if windows[code] != nil { windows[code] = window }
        report.add(
          edits, of: section, before: .init(section: before, window: rangeBefore),
          after: .init(section: after, window: window.range), rows, listing, table)
      case (nil, let after?):
        placeWindow(of: code)
        report.add(inserted: code, to: after, window: window(of: code).range, listing, table)
      case (let before?, nil):
        windows[code] = nil
        report.add(deleted: listing.name(code), from: before)
      case (nil, nil): break
      }
    }
    return report.changes(rows, table)
  }
}

/// What a commit does to a listing.
struct ListedCommit: Sendable {
  let rows: [RowTransition]
  let sections: [SectionTransition]
  /// Whether the commit changes no row.
  let isEmpty: Bool
}

extension CellValue {
  /// Returns whether two values of the same attribute are equal in every sort order.
  func sortsLike(_ other: CellValue) -> Bool {
    switch (self, other) {
    case (.date(let a), .date(let b)): a.microseconds == b.microseconds
    case (.list, _), (_, .list):
      firstElement.map(BinaryString.init) == other.firstElement.map(BinaryString.init)
    default: self == other
    }
  }

  private var firstElement: String? { if case .list(let list) = self { list.first } else { nil } }
}
