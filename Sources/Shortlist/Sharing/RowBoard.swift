import Synchronization

/// Tells the lists that share rows what has become of rows.
///
/// A mailbox that nobody holds any more gets nothing.
final class RowBoard: Sendable {
  private struct Address {
    weak let mailbox: RowMailbox?
  }

  private let addresses = Mutex<[Address]>([])

  /// A mailbox for the changes from now on.
  func open() -> RowMailbox {
    let mailbox = RowMailbox()
    addresses.withLock { addresses in
      addresses.removeAll { $0.mailbox == nil }
      addresses.append(Address(mailbox: mailbox))
    }
    return mailbox
  }

  /// Puts changes in all mailboxes but one.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - table: All rows after them.
  ///   - writer: Who knows of them already.
  func post(_ changes: StoredChanges, to table: RowTable, except writer: RowMailbox? = nil) {
    for mailbox in mailboxes where mailbox !== writer { mailbox.put(changes, to: table) }
  }

  /// Tells why the rows cannot be read now, or with nil that they can.
  func tell(_ error: (any Error)?) { for mailbox in mailboxes { mailbox.tell(error) } }

  /// Ends all, because of an error or in peace.
  func finish(_ error: (any Error)?) {
    for mailbox in mailboxes { mailbox.finish(error) }
  }

  private var mailboxes: [RowMailbox] { addresses.withLock { $0.compactMap(\.mailbox) } }
}

/// What a list has not seen yet of the rows that it shares.
final class RowMailbox: Sendable {
  private struct State {
    /// What there is now of each row, in the order in which rows changed first.
    var rows: [(id: RowID, row: [CellValue]?)] = []
    /// Where the rows are by their ids.
    var places: [RowID: Int] = [:]
    /// All rows, if they were read anew.
    var table: RowTable?
    var error: (any Error)?
  }

  private let state = Mutex(State())
  /// Rings when there is something to take; ends with the rows.
  let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ changes: StoredChanges, to table: RowTable) {
    if changes.rows.isEmpty && changes.table == nil { return }
    state.withLock { state in
      if state.table != nil || changes.table != nil {
        (state.rows, state.places, state.table) = ([], [:], table)
        return
      }
      for (id, row) in changes.rows {
        if let place = state.places[id] {
          state.rows[place].row = row
        } else {
          state.places[id] = state.rows.count
          state.rows.append((id, row))
        }
      }
    }
    wakeups.yield()
  }

  /// Takes what is there.
  func take() -> StoredChanges {
    state.withLock { state in
      defer { (state.rows, state.places, state.table) = ([], [:], nil) }
      return state.table.map(StoredChanges.init(table:)) ?? StoredChanges(state.rows)
    }
  }

  /// Whether all rows were read anew, which the list does not know yet.
  var hasTable: Bool { state.withLock { $0.table != nil } }

  /// Why there is no more now; nil if all is well.
  var error: (any Error)? { state.withLock(\.error) }

  func tell(_ error: (any Error)?) {
    let isNew = state.withLock { state in
      defer { state.error = error }
      return error != nil || state.error != nil
    }
    if isNew { wakeups.yield() }
  }

  func finish(_ error: (any Error)?) {
    state.withLock { $0.error = error }
    if error != nil { wakeups.yield() }
    wakeups.finish()
  }
}
