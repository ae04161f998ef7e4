import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Changesets composed")
struct ChangesetComposingTests {
  private typealias Changes = Changeset<RowID>

  /// A state, the changes to another, and that one.
  private struct Step {
    var before: StrictTableView
    var changes: Changeset<RowID>
    var after: StrictTableView

    init(_ before: StrictTableView, _ changes: Changeset<RowID>, _ after: StrictTableView) {
      (self.before, self.changes, self.after) = (before, changes, after)
    }

    init(_ before: StrictTableView, _ after: StrictTableView) {
      self.init(before, SampleChanges.changes(from: before, to: after), after)
    }

    /// Two steps as one, checked.
    func followed(by next: Self) throws -> Self {
      let changes = self.changes.followed(by: next.changes)
      let both = Self(before, changes, next.after)
      if changes.isEmpty {
        #expect(before == next.after)
      } else {
        try before.check(changes, reaching: next.after, knowing: knowledge(next))
      }
      return both
    }

    /// What the result of composing must be like, from what either changeset says.
    private func knowledge(_ next: Self) -> StrictTableView.Knowledge {
      var moved: Set<RowID> = []
      var updated: Set<RowID> = []
      for change in changes.rows + next.changes.rows {
        switch change {
        case .delete(let id, _), .insert(let id, _): moved.insert(id)
        case .move(let id, _, _, let isUpdated):
          moved.insert(id)
          if isUpdated { updated.insert(id) }
        case .update(let id, _): updated.insert(id)
        }
      }
      // Rows that left and came back.
      for case .delete(let id, _) in changes.rows { updated.insert(id) }
      for case .insert(let id, _) in next.changes.rows { updated.insert(id) }

      var replaced: Set<BinaryString> = []
      var movedSections: Set<BinaryString> = []
      for change in changes.sections + next.changes.sections {
        switch change {
        case .delete(_, let name): replaced.insert(BinaryString(name))
        case .insert: break
        case .move(_, _, let name): movedSections.insert(BinaryString(name))
        }
      }
      let after = Set(next.after.sections.map { BinaryString($0.name) })
      let common = before.sections.map(\.name).filter { after.contains(BinaryString($0)) }
      return StrictTableView.Knowledge(
        staying: Set(before.sections.flatMap(\.ids)).subtracting(moved),
        stayingSections: common.filter {
          !replaced.contains(BinaryString($0)) && !movedSections.contains(BinaryString($0))
        },
        updated: updated, replaced: common.filter { replaced.contains(BinaryString($0)) })
    }
  }

  /// The states of two sections and a few rows that are not others with other names and ids.
  private static func starts(rows: Int) -> [StrictTableView] {
    SampleChanges.all(rows: rows).filter { state in
      ["a", "b"].starts(with: state.sections.map(\.name))
        && SampleChanges.ids.starts(with: state.sections.flatMap(\.ids))
    }
  }

  @Test("every two changes of two sections and two rows")
  func everyPair() throws {
    let states = SampleChanges.all(rows: 2)
    for start in Self.starts(rows: 2) {
      for middle in states {
        let first = Step(start, middle)
        for end in states { _ = try first.followed(by: Step(middle, end)) }
      }
    }
  }

  @Test("every change of two sections and three rows, each followed by every 17th")
  func manyPairs() throws {
    let states = SampleChanges.all(rows: 3)
    for start in Self.starts(rows: 3) {
      for (index, middle) in states.enumerated() {
        let first = Step(start, middle)
        for end in stride(from: index % 17, to: states.count, by: 17) {
          _ = try first.followed(by: Step(middle, states[end]))
        }
      }
    }
  }

  @Test("random chains of two to ten changes, composed in any grouping", arguments: 1...300)
  func chains(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var states = [SampleChanges.state(&random)]
    for _ in 0..<Int.random(in: 2...10, using: &random) {
      let isNear = random.chance(0.8)
      states.append(
        isNear
          ? SampleChanges.state(near: states[states.count - 1], &random)
          : SampleChanges.state(&random))
    }
    // Back to the beginning, sometimes.
    if random.chance(0.2) { states.append(states[0]) }
    let steps = zip(states, states.dropFirst()).map { Step($0, $1) }
    for _ in 0..<4 {
      // Two neighbours become one until there is one left.
      var left = steps
      while left.count > 1 {
        let index = random.next(below: left.count - 1)
        left[index] = try left[index].followed(by: left.remove(at: index + 1))
      }
      let changes = left[0].changes
      var ids = steps[0].before.sections.map { Changes.Section(name: $0.name, ids: $0.ids) }
      changes.apply(to: &ids)
      #expect(
        ids == states[states.count - 1].sections.map { Changes.Section(name: $0.name, ids: $0.ids) }
      )
    }
  }

  @Test(
    "two changesets as one",
    arguments: [
      // Rows that come, go, and are changed in between.
      ("+0:1(9)", "-0:1(9)", ""),
      ("+0:1(9)", "*0:1(9)", "+0:1(9)"),
      ("+0:1(9)", "*0:1>0:3(9)", "+0:3(9)"),
      ("+0:1(9)", "+0:0(8)", "+0:0(8) +0:2(9)"),
      ("-0:1(2)", "-0:1(3)", "-0:1(2) -0:2(3)"),
      ("-0:1(2)", "+0:1(2)", "*0:1(2)"),
      ("-0:1(2)", "+0:0(2)", "*0:1>0:0(2)"),
      ("-0:1(2)", "+1:0(2)", "*0:1>1:0(2)"),
      ("*0:1(2)", "-0:1(2)", "-0:1(2)"),
      ("*0:1(2)", "0:1>0:0(2)", "*0:1>0:0(2)"),
      ("*0:1(2)", "*0:1(2)", "*0:1(2)"),
      // Moves: back to the place, on, around others.
      ("0:0>0:2(1)", "0:2>0:0(1)", ""),
      ("0:0>0:2(1)", "*0:2>0:0(1)", "*0:0(1)"),
      ("0:0>0:2(1)", "0:2>1:0(1)", "0:0>1:0(1)"),
      ("0:0>0:2(1)", "-0:2(1)", "-0:0(1)"),
      ("0:0>0:2(1)", "-0:0(2)", "0:0>0:1(1) -0:1(2)"),
      ("0:0>0:2(1)", "0:0>0:2(2)", "0:0>0:1(1) 0:1>0:2(2)"),
      ("0:0>0:1(1)", "0:0>0:1(2)", ""),
      ("0:0>1:0(1)", "1:0>0:0(1)", ""),
      // Rows that the first change moves are moved no more once those between them are gone.
      ("0:0>0:1(1)", "-0:0(2)", "-0:1(2)"),
      // Sections.
      ("+#1(c: 8 9)", "-#1(c)", ""),
      ("+#1(c: 8 9)", "-1:0(8) 1:1>1:0(9) +1:1(7)", "+#1(c: 9 7)"),
      ("+#1(c: 8 9)", "1:0>0:0(8) 0:1>1:1(2)", "+#1(c: 9 2) -0:1(2) +0:0(8)"),
      ("+#1(c: 8 9)", "#1>#0(c) *1:0(8)", "+#0(c: 8 9)"),
      ("-0:1(2) +#1(c: 8 2)", "1:1>0:1(2)", "+#1(c: 8) *0:1(2)"),
      ("-#1(b)", "+#1(b: 4 5)", "-#1(b) +#1(b: 4 5)"),
      ("-#1(b) +0:0(4)", "+#1(b: 4 5) -0:0(4)", "-#1(b) +#1(b: 4 5)"),
      ("0:0>1:0(1)", "-#1(b)", "-#1(b) -0:0(1)"),
      ("1:0>0:0(4)", "-#1(b)", "-#1(b) +0:0(4)"),
      ("1:0>0:0(4)", "-#1(b) -0:0(4)", "-#1(b)"),
      ("0:0>1:0(1)", "-#1(b) +0:0(1)", "-#1(b) *0:0(1)"),
      ("*1:0(4)", "-#1(b)", "-#1(b)"),
      ("#0>#1(a)", "#0>#1(b)", ""),
      ("#0>#1(a)", "#1>#0(a) *0:0(4)", "*1:0(4)"),
      ("#0>#1(a)", "-#0(b)", "-#1(b)"),
      ("#0>#1(a) 0:0>1:2(1)", "+#0(c:) *1:2(1)", "+#0(c:) #0>#2(a) *0:0>2:2(1)"),
    ])
  func examples(first: String, next: String, both: String) throws {
    let composed = try Changes(notation: first).followed(by: Changes(notation: next))
    #expect(composed.description == both)
    #expect(composed.isEmpty == both.isEmpty)
    // They fit a list of these sections.
    var inTurn = StrictTableView([
      ("a", [1, 2, 3].map(RowID.integer)), ("b", [4, 5].map(RowID.integer)),
    ])
    var atOnce = inTurn
    try inTurn.apply(Changes(notation: first))
    try inTurn.apply(Changes(notation: next))
    if !composed.isEmpty { try atOnce.apply(composed) }
    #expect(inTurn == atOnce)
  }

  @Test("the order of the changes in the batches does not matter", arguments: 1...100)
  func order(seed: Int) {
    var random = SeededRandom(seed: seed)
    let states = (0..<3).map { _ in SampleChanges.state(&random) }
    let changes = zip(states, states.dropFirst()).map { SampleChanges.changes(from: $0, to: $1) }
    let shuffled = changes.map {
      Changes(
        sections: $0.sections.shuffled(using: &random), rows: $0.rows.shuffled(using: &random))
    }
    // An empty one leaves the other as it is.
    if changes.contains(where: \.isEmpty) { return }
    #expect(shuffled[0].followed(by: shuffled[1]) == changes[0].followed(by: changes[1]))
  }

  @Test("composing with nothing changes nothing")
  func nothing() throws {
    let changes = try Changes(notation: "0:1>0:0(2) 0:0>0:1(1)")
    #expect(changes.followed(by: Changes()) == changes)
    #expect(Changes().followed(by: changes) == changes)
  }

  @Test("what is to be read again stays so")
  func visibleChanges() throws {
    let there = VisibleChanges<RowID>.changes(try Changes(notation: "+0:1(9)"))
    let back = VisibleChanges<RowID>.changes(try Changes(notation: "-0:1(9)"))
    let onward = VisibleChanges<RowID>.changes(try Changes(notation: "+0:0(8)"))
    #expect(there.followed(by: back) == nil)
    #expect(
      there.followed(by: onward) == .changes(try Changes(notation: "+0:0(8) +0:2(9)")))
    #expect(VisibleChanges<RowID>.reset.followed(by: there) == .reset)
    #expect(there.followed(by: .reset) == .reset)

    var pending: VisibleChanges<RowID>?
    pending = pending.followed(by: nil)
    #expect(pending == nil)
    pending = pending.followed(by: there)
    #expect(pending == there)
    pending = pending.followed(by: nil)
    #expect(pending == there)
    pending = pending.followed(by: back)
    #expect(pending == nil)
    #expect(pending.followed(by: .reset) == .reset)
  }

  @Test("changes that do not follow stop the program")
  func misfits() async {
    await #expect(processExitsWith: .failure) {
      _ = try Changeset(notation: "+0:1(9)").followed(by: Changeset(notation: "-0:1(8)"))
    }
    await #expect(processExitsWith: .failure) {
      _ = try Changeset(notation: "+#0(a:)").followed(by: Changeset(notation: "-#0(b)"))
    }
    await #expect(processExitsWith: .failure) {
      _ = try Changeset(notation: "+#0(a: 1)").followed(by: Changeset(notation: "+0:2(2)"))
    }
  }
}
