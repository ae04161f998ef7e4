import Synchronization

/// Distributes row changes to the lists that share the rows.
///
/// It holds mailboxes weakly and skips those that no longer exist.
final class RowBoard: Sendable {
  private struct Address {
    weak let mailbox: RowMailbox?
  }

  private let addresses = Mutex<[Address]>([])

  /// Opens a mailbox for the changes from now on.
  func open() -> RowMailbox {
    let mailbox = RowMailbox()
    addresses.withLock { addresses in
      addresses.removeAll { $0.mailbox == nil }
      addresses.append(Address(mailbox: mailbox))
    }
    return mailbox
  }

  /// Puts changes into all mailboxes but one.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - table: All rows after the changes.
  ///   - writer: The mailbox to skip, whose list knows the changes already.
  func post(_ changes: StoredChanges, to table: RowTable, except writer: RowMailbox? = nil) {
    for mailbox in mailboxes where mailbox !== writer { mailbox.put(changes, to: table) }
  }

  /// Reports why the rows cannot be read now, or with nil that they can.
  func tell(_ error: (any Error)?) { for mailbox in mailboxes { mailbox.tell(error) } }

  /// Finishes all mailboxes, with or without an error.
  func finish(_ error: (any Error)?) {
    for mailbox in mailboxes { mailbox.finish(error) }
  }

  private var mailboxes: [RowMailbox] { addresses.withLock { $0.compactMap(\.mailbox) } }
}

/// The changes to shared rows that one list has not seen yet.
final class RowMailbox: Sendable {
  private struct State {
    /// The current state of each changed row, in the order of their first changes.
    var rows: [(id: RowID, row: [CellValue]?)] = []
    /// The indices of the rows by id.
    var places: [RowID: Int] = [:]
    /// All rows, if they were reread.
    var table: RowTable?
    var error: (any Error)?
  }

  private let state = Mutex(State())
  /// Signals when there are changes; ends with the rows.
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

  /// Removes and returns the pending changes.
  func take() -> StoredChanges {
    state.withLock { state in
      defer { (state.rows, state.places, state.table) = ([], [:], nil) }
      return state.table.map(StoredChanges.init(table:)) ?? StoredChanges(state.rows)
    }
  }

  /// Whether all rows were reread and the list does not know it yet.
  var hasTable: Bool { state.withLock { $0.table != nil } }

  /// The reason why the rows cannot be read now; nil if they can.
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
