import ShortlistCore
import Testing

@Suite("The strict table view that checks changesets")
struct StrictTableViewTests {
  typealias Rule = StrictTableView.Rule

  private static func view(_ sections: [(String, [Int])], changed: Set<Int> = []) -> StrictTableView
  {
    var view = StrictTableView(sections.map { ($0.0, $0.1.map(RowID.integer)) })
    for id in sections.flatMap(\.1) {
      view.contents[.integer(id)] = [.boolean(changed.contains(id))]
    }
    return view
  }

  private let before = view([("a", [1, 2, 3]), ("b", [4, 5])])

  private func rule(_ body: () throws -> Void) throws -> Rule? {
    do {
      try body()
      return nil
    } catch let violation as StrictTableView.Violation {
      return violation.rule
    }
  }

  @Test(
    "what no table view takes is refused",
    arguments: [
      ("", Rule.empty),
      ("-#2(c)", .noSuchSection),
      ("-#0(b)", .wrongName),
      ("#1>#0(a)", .wrongName),
      ("-#0(a) -#0(a)", .sectionTakenOutTwice),
      ("-#0(a) #0>#0(a)", .sectionTakenOutTwice),
      ("+#0(c:) +#0(d:)", .sectionPutInTwice),
      ("+#0(c:) #1>#0(b)", .sectionPutInTwice),
      ("+#3(c:)", .sectionBeyondCount),
      ("-#1(b) #0>#1(a)", .sectionBeyondCount),
      ("-2:0(1)", .noSuchSection),
      ("+2:0(9)", .noSuchSection),
      ("-0:3(1)", .noSuchRow),
      ("*1:2(1)", .noSuchRow),
      ("-0:0(2)", .wrongID),
      ("*0:0(2)", .wrongID),
      ("0:0>0:1(2)", .wrongID),
      ("-0:0(1) -0:0(1)", .rowTakenOutTwice),
      ("-0:0(1) 0:0>0:1(1)", .rowTakenOutTwice),
      ("+0:0(8) +0:0(9)", .rowPutInTwice),
      ("+0:0(8) 0:2>0:0(3)", .rowPutInTwice),
      ("+0:4(9)", .rowBeyondCount),
      ("0:0>0:3(1)", .rowBeyondCount),
      ("0:0>1:3(1)", .rowBeyondCount),
      ("*0:0(1) -0:0(1)", .updateOfTakenOutRow),
      ("*0:0(1) 0:0>0:1(1)", .updateOfTakenOutRow),
      ("*0:0(1) *0:0(1)", .rowUpdatedTwice),
      ("-#0(a) -0:0(1)", .rowOfDeletedSection),
      ("-#0(a) *0:0(1)", .rowOfDeletedSection),
      ("-#0(a) 0:0>0:0(1)", .rowOfDeletedSection),
      ("+#0(c:) +0:0(9)", .rowOfInsertedSection),
      ("+#0(c:) 0:0>0:0(1)", .rowOfInsertedSection),
      ("+#0(a:)", .nameTwice),
      ("+0:0(4)", .idTwice),
      ("+#0(c: 4)", .idTwice),
    ])
  func refused(notation: String, expected: Rule) throws {
    let changes = try Changeset(notation: notation)
    var view = before
    #expect(try rule { try view.apply(changes) } == expected)
  }

  @Test("what no table view minds, but says too much or too little, is caught")
  func caught() throws {
    let table: [(String, [(String, [Int])], Set<Int>, Rule?)] = [
      ("-0:0(1)", [("a", [2, 3]), ("b", [4, 5])], [], nil),
      ("-0:0(1)", [("a", [3, 2]), ("b", [4, 5])], [], .unreported),
      ("-#0(a) +#0(a: 1 2 3)", [("a", [1, 2, 3]), ("b", [4, 5])], [], .sectionReplaced),
      ("-0:0(1) +0:1(1)", [("a", [2, 1, 3]), ("b", [4, 5])], [], .deletedRowIsThere),
      ("+0:1(1) -0:0(1)", [("a", [2, 1, 3]), ("b", [4, 5])], [], .insertedRowWasThere),
      ("-0:0(1) +1:0(1)", [("a", [2, 3]), ("b", [1, 4, 5])], [], .deletedRowIsThere),
      ("*0:0(1)", [("a", [1, 2, 3]), ("b", [4, 5])], [1], nil),
      ("*0:0(1)", [("a", [1, 2, 3]), ("b", [4, 5])], [], .needlessUpdate),
      ("*0:0>0:1(1)", [("a", [2, 1, 3]), ("b", [4, 5])], [], .needlessUpdate),
      ("0:0>0:1(1)", [("a", [2, 1, 3]), ("b", [4, 5])], [1], .missingUpdate),
      ("*0:0(1)", [("a", [1, 2, 3]), ("b", [4, 5])], [1, 4], .missingUpdate),
      ("0:0>0:2(1)", [("a", [2, 3, 1]), ("b", [4, 5])], [], nil),
      ("0:0>0:2(1) 0:1>0:0(2)", [("a", [2, 3, 1]), ("b", [4, 5])], [], .needlessMove),
      ("-0:0(1) 0:1>0:0(2)", [("a", [2, 3]), ("b", [4, 5])], [], .needlessMove),
      ("#0>#1(a)", [("b", [4, 5]), ("a", [1, 2, 3])], [], nil),
      ("#0>#1(a) #1>#0(b)", [("b", [4, 5]), ("a", [1, 2, 3])], [], .needlessSectionMove),
    ]
    for (notation, after, changed, expected) in table {
      let changes = try Changeset(notation: notation)
      let after = Self.view(after, changed: changed)
      let found = try rule { try before.check(changes, reaching: after) }
      #expect(found == expected, "\(notation)")
    }
  }

  @Test("what is known besides the two states counts")
  func knowledge() throws {
    let turned = Self.view([("a", [2, 3, 1]), ("b", [4, 5])])
    func check(_ notation: String, staying: Set<RowID>) throws -> Rule? {
      try rule {
        try before.check(
          Changeset(notation: notation), reaching: turned, knowing: .init(staying: staying))
      }
    }
    #expect(try check("0:0>0:2(1)", staying: []) == nil)
    #expect(try check("0:0>0:2(1)", staying: [.integer(1)]) == .stayingRowMoved)
    // Two moves are needless unless the row that they go around must stay.
    #expect(try check("0:1>0:0(2) 0:2>0:1(3)", staying: []) == .needlessMove)
    #expect(try check("0:1>0:0(2) 0:2>0:1(3)", staying: [.integer(1)]) == nil)

    let same = Self.view([("a", [1, 2, 3]), ("b", [4, 5])])
    let replacing = try Changeset(notation: "-#0(a) +#0(a: 1 2 3)")
    try before.check(replacing, reaching: same, knowing: .init(replaced: ["a"]))
    try before.check(
      Changeset(notation: "*0:1(2)"), reaching: same, knowing: .init(updated: [.integer(2)]))
  }

  @Test("a row that passes from a section that goes is no insert of a row that was there")
  func passing() throws {
    let after = Self.view([("b", [4, 5, 1])])
    try before.check(Changeset(notation: "-#0(a) +0:2(1)"), reaching: after)
    let other = Self.view([("a", [2, 3]), ("b", [4, 5]), ("c", [1])])
    try before.check(Changeset(notation: "-0:0(1) +#2(c: 1)"), reaching: other)
  }
}
