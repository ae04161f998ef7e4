import Synchronization

/// A change of a list, from any cause.
package struct ListChange: Sendable {
  /// The revision before the change.
  package var previousRevision: Int
  /// The revision after the change.
  package var revision: Int
  /// The changes to the visible rows; nil if there are none.
  package var changes: VisibleChanges?
  /// The change of the selection; nil if there is none.
  package var selection: SelectionChange?
  /// The number of matching rows.
  package var total: Int
  /// The number of all rows known.
  package var count: Int
  /// The attributes, if they have changed.
  package var schema: ListSchema?
  /// Why parts of the query were dropped, because they do not fit the new attributes.
  package var dropped: [String] = []

  package init(
    previousRevision: Int, revision: Int, changes: VisibleChanges?, selection: SelectionChange?,
    total: Int, count: Int
  ) {
    (self.previousRevision, self.revision) = (previousRevision, revision)
    (self.changes, self.selection) = (changes, selection)
    (self.total, self.count) = (total, count)
  }

  /// Returns this change merged with the next one.
  func followed(by next: Self) -> Self {
    var both = next
    both.previousRevision = previousRevision
    both.changes = changes.followed(by: next.changes)
    if case .changes(let changes) = both.changes, changes.rows.count > Self.mostChanges {
      both.changes = .reset
    }
    if let selection { both.selection = selection.followed(by: next.selection) }
    both.schema = next.schema ?? schema
    both.dropped = dropped + next.dropped
    return both
  }

  /// The number of changes above which a slow listener receives a reset.
  private static let mostChanges = Sizes.compared
}

/// A change of a selection.
public struct SelectionChange: Hashable, Sendable {
  /// Rows that became selected.
  public var added: Set<RowID> = []
  /// Rows that are no longer selected, including deleted ones.
  public var removed: Set<RowID> = []
  /// Whether more rows changed than are listed here; read the selection again then.
  public var isReset = false
  /// The number of selected rows.
  public var count: Int

  package init(added: Set<RowID>, removed: Set<RowID>, count: Int) {
    (self.added, self.removed, self.count) = (added, removed, count)
  }

  init(_ outcome: SelectionOutcome) {
    count = outcome.count
    isReset =
      outcome.added.count < outcome.addedCount || outcome.removed.count < outcome.removedCount
    if isReset { return }
    added = Set(outcome.added)
    removed = Set(outcome.removed)
  }

  init(_ update: SelectionUpdate) {
    count = update.count
    removed = Set(update.removed)
  }

  /// Returns this change merged with the next one.
  func followed(by next: Self?) -> Self {
    guard let next else { return self }
    var both = self
    both.count = next.count
    both.isReset = isReset || next.isReset || added.count + removed.count > Self.mostRows
    if both.isReset {
      (both.added, both.removed) = ([], [])
    } else {
      both.added = added.subtracting(next.removed).union(next.added.subtracting(removed))
      both.removed = removed.subtracting(next.added).union(next.removed.subtracting(added))
    }
    return both
  }

  /// The number of rows above which the change becomes a reset.
  private static let mostRows = Sizes.compared
}

/// Distributes the changes of a list to all of its followers.
///
/// It holds mailboxes weakly and skips those that no longer exist.
package final class ChangeBoard: Sendable {
  private struct Address {
    weak let mailbox: ChangeMailbox?
  }

  private struct State {
    var isFinished = false
    var addresses: [Address] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Opens a mailbox for the changes from now on.
  package func open() -> ChangeMailbox {
    let mailbox = ChangeMailbox()
    let isFinished = state.withLock { state in
      state.addresses.removeAll { $0.mailbox == nil }
      if !state.isFinished { state.addresses.append(Address(mailbox: mailbox)) }
      return state.isFinished
    }
    if isFinished { mailbox.finish() }
    return mailbox
  }

  /// Puts a change into all mailboxes.
  package func post(_ change: ListChange) {
    for mailbox in state.withLock({ $0.addresses.compactMap(\.mailbox) }) { mailbox.put(change) }
  }

  /// Finishes all mailboxes.
  package func finish() {
    let mailboxes = state.withLock { state in
      state.isFinished = true
      return state.addresses.compactMap(\.mailbox)
    }
    for mailbox in mailboxes { mailbox.finish() }
  }
}

/// The changes that a listener has not read yet, merged into one.
package final class ChangeMailbox: Sendable {
  private let content = Mutex<ListChange?>(nil)
  /// Signals when there is a change; ends with the list.
  package let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ change: ListChange) {
    content.withLock { $0 = $0.map { $0.followed(by: change) } ?? change }
    wakeups.yield()
  }

  /// Removes and returns the pending change; nil if there is none.
  package func take() -> ListChange? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }

  func finish() { wakeups.finish() }
}
