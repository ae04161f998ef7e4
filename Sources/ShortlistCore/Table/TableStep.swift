import Synchronization

/// The way from one version of a table that several lists share to the next.
///
/// The lists adopt the new table instead of making the changes again in copies of their own. What
/// is the same for several of them is computed once, by the first.
package final class TableStep: Sendable {
  /// A row that was inserted, changed or deleted: its slots before and after.
  struct Row: Sendable {
    var before: UInt32?
    var after: UInt32?
    /// Whether the row counts as changed even if no value does.
    var isTouched = false
  }

  /// The difference between the versions.
  enum Difference: Sendable {
    /// These rows differ, each once; new rows are in insertion order.
    case rows([Row])
    /// All rows have other slots.
    case replacement(RowReplacement)
  }

  let difference: Difference
  /// The table after the step.
  package let table: RowTable
  /// The table after compaction, and the slots of its rows before; nil if there was none.
  let compaction: (table: RowTable, slots: [UInt32])?

  private struct Note {
    /// Held so that no other object gets its address.
    let key: any AnyObject & Sendable
    let value: Deferred<any Sendable>
  }
  private let notes = Mutex<[ObjectIdentifier: Note]>([:])

  init(
    _ difference: Difference, _ table: RowTable,
    compaction: (table: RowTable, slots: [UInt32])? = nil
  ) {
    (self.difference, self.table, self.compaction) = (difference, table, compaction)
  }

  /// Returns what `make` computes, once for all that pass the same key; the others wait for it.
  func once<Value: Sendable>(
    _ key: any AnyObject & Sendable, _ make: @escaping @Sendable () -> Value
  ) -> Value {
    let note = notes.withLock { notes in
      let note = notes[ObjectIdentifier(key)] ?? Note(key: key, value: Deferred(make))
      notes[ObjectIdentifier(key)] = note
      return note
    }
    guard let value = note.value.value as? Value else {
      preconditionFailure("A key stands for values of two types.")
    }
    return value
  }

  /// Returns one step in place of this one and the next; nil if they must stay apart.
  ///
  /// It lets go of the table between them.
  ///
  /// - Complexity: O(rows of both)
  package func followed(by next: TableStep) -> TableStep? {
    guard case .rows(let first) = difference, case .rows(let second) = next.difference,
      compaction == nil
    else { return nil }
    var rows: [Row?] = first
    var places: [UInt32: Int] = [:]
    /// The places of deleted rows by id: such a row may come back.
    var deleted: [RowID: Int] = [:]
    for (place, row) in first.enumerated() {
      if let after = row.after {
        places[after] = place
      } else if let before = row.before {
        deleted[table.id(before)] = place
      }
    }
    for row in second {
      if let before = row.before, let place = places.removeValue(forKey: before) {
        rows[place]?.after = row.after
        if row.isTouched { rows[place]?.isTouched = true }
        if let after = row.after { places[after] = place }
        // A row that came and went leaves nothing.
        if rows[place]?.before == nil && row.after == nil { rows[place] = nil }
      } else if row.before == nil, let after = row.after,
        let place = deleted.removeValue(forKey: next.table.id(after))
      {
        rows[place]?.after = after
        places[after] = place
      } else {
        if let after = row.after { places[after] = rows.count }
        rows.append(row)
      }
    }
    return TableStep(.rows(rows.compactMap(\.self)), next.table, compaction: next.compaction)
  }
}
