import Testing

@testable import Shortlist

@Suite("Updates that a reader has not read yet")
struct BroadcastTests {
  private let place = Changeset<RowID>.Place(section: 0, row: 0)

  private func update(
    _ revision: Int, _ changes: [Changeset<RowID>.RowChange] = [], added: [Int] = [],
    removed: [Int] = [], cause: ListUpdate.Cause = .source
  ) -> ListUpdate {
    let selection = SelectionChange(
      added: added.map(RowID.integer), removed: removed.map(RowID.integer), count: 9)
    return ListUpdate(
      loading: .finished, cause: cause, previousRevision: revision - 1, revision: revision,
      pending: PendingChanges(changes.isEmpty ? nil : .changes(Changeset(rows: changes))),
      selection: added.isEmpty && removed.isEmpty ? nil : selection, total: revision, count: 7)
  }

  @Test("are merged into one for each subscription")
  func merging() {
    let broadcast = Broadcast<ListUpdate>()
    let early = broadcast.subscribe()
    broadcast.post(update(2, [.insert(.integer(1), to: place)]))
    let late = broadcast.subscribe()
    broadcast.post(update(3, added: [4, 5]))
    broadcast.post(update(4, [.insert(.integer(2), to: place)], added: [6], removed: [4]))
    let all = early.popFirst()
    #expect(all?.previousRevision == 1 && all?.revision == 4 && all?.total == 4)
    #expect(
      all?.changes
        == .changes(
          Changeset(rows: [
            .insert(.integer(2), to: place),
            .insert(.integer(1), to: .init(section: 0, row: 1)),
          ])))
    #expect(all?.selection?.added == [.integer(5), .integer(6)])
    #expect(all?.selection?.removed == [])
    #expect(late.popFirst()?.previousRevision == 2)
    #expect(late.popFirst() == nil)
  }

  @Test("merge the changes of a selection")
  func selections() {
    let broadcast = Broadcast<ListUpdate>()
    let subscription = broadcast.subscribe()
    broadcast.post(update(2, removed: [1, 2]))
    broadcast.post(update(3, added: [1]))
    #expect(subscription.popFirst()?.selection?.removed == [.integer(2)])
    broadcast.post(update(4, added: [3]))
    broadcast.post(update(5))
    #expect(subscription.popFirst()?.selection?.added == [.integer(3)])
  }

  @Test("are kept apart by a seal, and by an update that the subscription excludes")
  func sealing() {
    let broadcast = Broadcast<ListUpdate>()
    let subscription = broadcast.subscribe { $0.cause != .request }
    broadcast.post(update(2))
    broadcast.post(update(3))
    subscription.seal()
    broadcast.post(update(4))
    broadcast.post(update(5, cause: .request))
    broadcast.post(update(6))
    #expect(subscription.drain { $0.revision <= 3 }.map(\.previousRevision) == [1])
    #expect(subscription.drain().map(\.revision) == [4, 6])
  }

  @Test("become a reset if too many are kept apart")
  func limit() {
    let broadcast = Broadcast<ListUpdate>()
    let subscription = broadcast.subscribe { $0.cause != .request }
    for revision in 2...60 {
      broadcast.post(
        update(
          revision, [.insert(.integer(revision), to: place)], removed: [revision],
          cause: revision.isMultiple(of: 2) ? .source : .request))
    }
    let pending = subscription.drain()
    #expect(pending.count <= 16)
    #expect(pending.first?.previousRevision == 1 && pending.last?.revision == 60)
    #expect(pending.first?.changes == .reset)
    // Nothing is left out of the selection.
    let removed = pending.flatMap { $0.selection?.removed ?? [] }
    #expect(removed == stride(from: 2, through: 60, by: 2).map(RowID.integer))
  }

  @Test("a released subscription is gone, and the others end with the broadcast")
  func ending() async {
    let broadcast = Broadcast<ListUpdate>()
    var subscription: Subscription<ListUpdate>? = broadcast.subscribe()
    weak let observed = subscription
    let other = broadcast.subscribe()
    subscription = nil
    #expect(observed == nil)
    broadcast.post(update(2))
    broadcast.finish()
    var signals = 0
    for await _ in other.wakeups { signals += 1 }
    #expect(signals == 1)
    for await _ in broadcast.subscribe().wakeups { Issue.record("a signal after the end") }
  }
}
