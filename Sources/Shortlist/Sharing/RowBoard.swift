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
  func post(_ changes: StoredChanges, except writer: RowMailbox? = nil) {
    for mailbox in mailboxes where mailbox !== writer { mailbox.put(changes) }
  }

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
    var rows: [(id: RowID, row: Row?)] = []
    /// Where the rows are by their ids.
    var places: [RowID: Int] = [:]
    var error: (any Error)?
  }

  private let state = Mutex(State())
  /// Rings when there is something to take; ends with the rows.
  let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ changes: StoredChanges) {
    if changes.rows.isEmpty { return }
    state.withLock { state in
      for (id, row) in changes.rows {
        if let place = state.places[id] {
          state.rows[place].row = row
        } else {
          state.places[id] = state.rows.count
          state.rows.append((id, row))
        }
      }
    }
    bell.yield()
  }

  /// Takes what is there.
  func take() -> StoredChanges {
    state.withLock { state in
      defer { (state.rows, state.places) = ([], [:]) }
      return StoredChanges(state.rows)
    }
  }

  /// Why there will be no more; nil if there will, or if all is well.
  var error: (any Error)? { state.withLock(\.error) }

  func finish(_ error: (any Error)?) {
    state.withLock { $0.error = error }
    if error != nil { bell.yield() }
    bell.finish()
  }
}
