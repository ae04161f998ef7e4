import Synchronization

/// A change of a list, whoever asked for it.
public struct ListChange: Sendable {
  /// The revision before.
  public var previousRevision: Int
  /// The revision after.
  public var revision: Int
  /// What changed among the visible rows; nil if nothing did.
  public var changes: VisibleChanges?
  /// What changed of the selection; nil if nothing did.
  public var selection: SelectionChange?
  /// Rows that match.
  public var total: Int
  /// All rows known.
  public var count: Int

  /// This change and the next one as one.
  func followed(by next: Self) -> Self {
    var both = next
    both.previousRevision = previousRevision
    both.changes = changes.followed(by: next.changes)
    if case .changes(let changes) = both.changes, changes.rows.count > Self.mostChanges {
      both.changes = .reset
    }
    if let selection { both.selection = selection.followed(by: next.selection) }
    return both
  }

  /// More changes than these are not told one by one to a listener that was late.
  private static let mostChanges = 10_000
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
  private static let mostRows = 10_000
}

/// Tells all who follow a list what changes in it.
final class ChangeBoard: Sendable {
  private struct State {
    var isFinished = false
    var mailboxes: [Int: ChangeMailbox] = [:]
    var mailboxesSoFar = 0
  }

  private let state = Mutex(State())

  /// A mailbox for the changes from now on, until it is closed.
  func open() -> ChangeMailbox {
    let mailbox = ChangeMailbox()
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.mailboxesSoFar += 1
      state.mailboxes[state.mailboxesSoFar] = mailbox
      return state.mailboxesSoFar
    }
    if let number {
      mailbox.onClose { [weak self] in
        _ = self?.state.withLock { $0.mailboxes.removeValue(forKey: number) }
      }
    } else {
      mailbox.finish()
    }
    return mailbox
  }

  /// Puts a change in all mailboxes.
  func post(_ change: ListChange) {
    for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.put(change) }
  }

  /// Ends all.
  func finish() {
    let mailboxes = state.withLock { state in
      state.isFinished = true
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.finish() }
  }
}

/// What a listener has not read yet, as one change.
final class ChangeMailbox: Sendable {
  private let content = Mutex<ListChange?>(nil)
  /// Rings when there is something to take; ends with the list.
  let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Calls `body` when nobody listens any more.
  func onClose(_ body: @escaping @Sendable () -> Void) { bell.onTermination = { _ in body() } }

  func put(_ change: ListChange) {
    content.withLock { $0 = $0.map { $0.followed(by: change) } ?? change }
    bell.yield()
  }

  /// Takes what is there; nil if nothing is.
  func take() -> ListChange? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }

  func finish() { bell.finish() }
}
