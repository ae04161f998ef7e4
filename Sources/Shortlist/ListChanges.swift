import Synchronization

/// A change of a list, whoever asked for it.
package struct ListChange: Sendable {
  /// The revision before.
  package var previousRevision: Int
  /// The revision after.
  package var revision: Int
  /// What changed among the visible rows; nil if nothing did.
  package var changes: VisibleChanges?
  /// What changed of the selection; nil if nothing did.
  package var selection: SelectionChange?
  /// Rows that match.
  package var total: Int
  /// All rows known.
  package var count: Int
  /// The attributes, if they are others now.
  package var schema: ListSchema?
  /// Why parts of the query were given up with them.
  package var dropped: [String] = []

  package init(
    previousRevision: Int, revision: Int, changes: VisibleChanges?, selection: SelectionChange?,
    total: Int, count: Int
  ) {
    (self.previousRevision, self.revision) = (previousRevision, revision)
    (self.changes, self.selection) = (changes, selection)
    (self.total, self.count) = (total, count)
  }

  /// This change and the next one as one.
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

  /// More changes than these are not told one by one to a listener that was late.
  private static let mostChanges = Sizes.compared
}

/// What changed of a selection.
public struct SelectionChange: Hashable, Sendable {
  /// Rows that are selected and were not.
  public var added: Set<RowID> = []
  /// Rows that were selected and are not, also those that are gone.
  public var removed: Set<RowID> = []
  /// Whether more rows changed than are named here, so that the selection is to be read again.
  public var isReset = false
  /// Rows selected now.
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

  /// This change and the next one as one.
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

  /// More rows than these are not told one by one.
  private static let mostRows = Sizes.compared
}

/// Tells all who follow a list what changes in it.
///
/// A mailbox that nobody holds any more gets nothing.
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

  /// A mailbox for the changes from now on.
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

  /// Puts a change in all mailboxes.
  package func post(_ change: ListChange) {
    for mailbox in state.withLock({ $0.addresses.compactMap(\.mailbox) }) { mailbox.put(change) }
  }

  /// Ends all.
  package func finish() {
    let mailboxes = state.withLock { state in
      state.isFinished = true
      return state.addresses.compactMap(\.mailbox)
    }
    for mailbox in mailboxes { mailbox.finish() }
  }
}

/// What a listener has not read yet, as one change.
package final class ChangeMailbox: Sendable {
  private let content = Mutex<ListChange?>(nil)
  /// Rings when there is something to take; ends with the list.
  package let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ change: ListChange) {
    content.withLock { $0 = $0.map { $0.followed(by: change) } ?? change }
    wakeups.yield()
  }

  /// Takes what is there; nil if nothing is.
  package func take() -> ListChange? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }

  func finish() { wakeups.finish() }
}
