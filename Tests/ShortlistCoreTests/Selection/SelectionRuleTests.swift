import Testing

@testable import ShortlistCore

@Suite("Rules of selections")
struct SelectionRuleTests {
  private func list() throws -> ListEngine {
    ListEngine(
      try .plain(
        ["id", "mail", "phone"],
        [["1", "a", "b"], ["2", "a", ""], ["3", "", "b"], ["4", "", ""]]))
  }

  private func ids(_ ids: Int...) -> [RowID] { ids.map(RowID.integer) }

  /// Lets through what its functions say.
  private struct Custom: SelectionFilter {
    var selects: @Sendable ([SelectionItem]) -> [SelectionItem]? = { $0 }
    var deselects: @Sendable ([SelectionItem]) -> [SelectionItem]? = { $0 }

    func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? { selects(items) }
    func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? { deselects(items) }
  }

  @Test("a rule that cannot be is refused, and those before stay", arguments: [1, 1024])
  func badRules(setThreshold: Int) throws {
    var list = try list()
    list.selection = Selection(universe: 4, setThreshold: setThreshold)
    try list.setSelectionRules([.maximum(1)])
    #expect(throws: InvalidRequestError.self) { try list.setSelectionRules([.maximum(-1)]) }
    #expect(throws: InvalidRequestError.self) { try list.setSelectionRules([.minimum(-1)]) }
    #expect(throws: InvalidRequestError.self) { try list.setSelectionRules([.required("nope")]) }
    #expect(throws: FilterError.self) {
      try list.setSelectionRules([.maximum(5), .matching("nope:1", reason: "no")])
    }
    #expect(list.select(.all()).refusals.map(\.rule) == [.maximum])
    #expect(list.revision == 1)
  }

  /// Shows Ohana 41.
  @Test("a filter of one's own narrows, in the order of the rules", arguments: [1, 1024])
  func custom(setThreshold: Int) throws {
    var list = try list()
    list.selection = Selection(universe: 4, setThreshold: setThreshold)
    let mails = Custom(
      selects: { items in items.reversed().filter { $0["mail"] != .null } },
      deselects: { items in items.filter { $0.id != .integer(1) } })
    try list.setSelectionRules([.custom(mails), .maximum(2)])
    let all = list.select(.all())
    #expect(all.added == ids(1, 2))
    #expect(all.refusals.map(\.ids) == [ids(3, 4)] && all.refusals[0].rule == .custom)
    #expect(all.refusals[0].reason == "a filter refuses it")
    let none = list.select(.none())
    #expect(none.removed == ids(2) && none.refusals.map(\.ids) == [ids(1)])
    #expect(list.selectionRules.status.map(\.state) == [.within, .within])
  }

  /// Shows Ohana 42.
  @Test("a filter that returns nil refuses the whole request")
  func nilRefusesAll() throws {
    var list = try list()
    let asked: [SelectionRule] = [
      .custom(Custom(selects: { $0.count > 1 ? nil : $0 }, deselects: { _ in nil })),
      .required("phone"),
    ]
    try list.setSelectionRules(asked)
    let all = list.select(.all())
    #expect(all.result == .refused && all.events.isEmpty)
    #expect(all.refusals.map(\.ids) == [ids(1, 2, 3, 4)])
    #expect(list.select(.select(ids(1))).result == .changed)
    let replaced = list.select(.replace(ids(3)))
    #expect(Set(replaced.refusals.flatMap(\.ids)) == Set(ids(1, 3)))
    #expect(list.selectionReport().ids == ids(1))
  }

  @Test("a filter cannot bring rows that were not asked for")
  func widening() throws {
    var list = try list()
    let others = list.select(.all())
    #expect(others.addedCount == 4)
    var longer = try self.list()
    _ = try longer.apply((5..<99).map { .insert(["id": .integer($0)]) })
    let items = (0..<98).map { SelectionItem(slot: $0, in: longer.table) }
    _ = list.select(.none())
    try list.setSelectionRules([.custom(Custom(selects: { _ in items }))])
    #expect(list.select(.select(ids(2, 9))).added == ids(2))
  }

  @Test("a row without value is told by the rule that misses it")
  func required() throws {
    var list = try list()
    try list.setSelectionRules([.required("mail"), .required("phone"), .maximum(1)])
    let outcome = list.select(.all())
    #expect(outcome.added == ids(1))
    #expect(outcome.refusals.map(\.ids) == [ids(3, 4), ids(2)])
    #expect(outcome.refusals.map(\.reason) == ["mail is missing", "phone is missing"])
    #expect(outcome.events.map(\.kind) == [.selected, .maximumReached])
  }

  @Test("selected rows that a new rule would refuse stay, and are told")
  func violations() throws {
    var list = try list()
    _ = list.select(.select(ids(4, 2, 1)))
    try list.setSelectionRules([.required("phone"), .maximum(2), .minimum(4)])
    let report = list.selectionRules
    #expect(report.status.map(\.state) == [.above, .above, .below])
    #expect(report.status.map(\.by) == [2, 1, 1])
    #expect(report.violations.map(\.ids) == [ids(4, 2), [], []])
    #expect(list.select(.deselect(ids(4))).refusals.map(\.rule) == [.minimum])
    #expect(list.select(.undo).result == .changed)
  }
}
