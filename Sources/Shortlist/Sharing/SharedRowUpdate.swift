/// A change to rows that several lists share.
struct SharedRowUpdate: MergeableUpdate {
  /// The current state of each changed row, in the order of their first changes.
  private(set) var rows: [(id: RowID, row: [CellValue]?)] = []
  /// Whether all rows were reread; `rows` is empty then.
  private(set) var isReread = false
  /// The indices of the rows by id.
  private var places: [RowID: Int] = [:]

  /// Creates an update that only signals that the rows can be read again, or not.
  init() {}

  init(_ changes: StoredChanges) {
    isReread = changes.table != nil
    append(changes.rows)
  }

  mutating func append(_ next: Self) {
    if isReread { return }
    if next.isReread { self = next } else { append(next.rows) }
  }

  private mutating func append(_ next: [(id: RowID, row: [CellValue]?)]) {
    for (id, row) in next {
      if let place = places[id] {
        rows[place].row = row
      } else {
        places[id] = rows.count
        rows.append((id, row))
      }
    }
  }
}
