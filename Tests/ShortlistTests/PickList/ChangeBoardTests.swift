import Shortlist
import Testing

@Suite("What listeners have not read yet")
struct ChangeBoardTests {
  private func change(
    _ revision: Int, _ changes: [Changeset<RowID>.RowChange] = [], added: [Int] = [],
    removed: [Int] = []
  ) -> ListChange {
    let selection = SelectionChange(
      added: Set(added.map(RowID.integer)), removed: Set(removed.map(RowID.integer)), count: 9)
    return ListChange(
      previousRevision: revision - 1, revision: revision,
      changes: changes.isEmpty ? nil : .changes(Changeset(rows: changes)),
      selection: added.isEmpty && removed.isEmpty ? nil : selection, total: revision,
      count: 7)
  }

  @Test("each mailbox has all since it was opened or emptied, as one")
  func composing() {
    let board = ChangeBoard()
    let early = board.open()
    let place = Changeset<RowID>.Place(section: 0, row: 0)
    board.post(change(2, [.insert(.integer(1), to: place)]))
    let late = board.open()
    board.post(change(3, added: [4, 5]))
    board.post(change(4, [.insert(.integer(2), to: place)], added: [6], removed: [4]))
    let all = early.take()
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
    #expect(late.take()?.previousRevision == 2)
    #expect(late.take() == nil)
  }

  @Test("a selection change follows another")
  func selections() {
    let board = ChangeBoard()
    let mailbox = board.open()
    board.post(change(2, removed: [1, 2]))
    board.post(change(3, added: [1]))
    #expect(mailbox.take()?.selection?.removed == [.integer(2)])
    board.post(change(4, added: [3]))
    board.post(change(5))
    #expect(mailbox.take()?.selection?.added == [.integer(3)])
  }

  @Test("a mailbox that nobody holds is gone, and all end with the board")
  func ending() async {
    let board = ChangeBoard()
    var mailbox: ChangeMailbox? = board.open()
    weak let observed = mailbox
    let other = board.open()
    mailbox = nil
    #expect(observed == nil)
    board.post(change(2))
    board.finish()
    var rings = 0
    for await _ in other.arrivals { rings += 1 }
    #expect(rings == 1)
    for await _ in board.open().arrivals { Issue.record("a ring after the end") }
  }
}
