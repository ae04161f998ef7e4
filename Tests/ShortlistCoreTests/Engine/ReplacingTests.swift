import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("All rows replaced")
struct ReplacingTests {
  private func replaceAll(_ list: inout ListEngine, _ rows: [[CellValue]]) throws -> ApplyOutcome<
    RowID
  > {
    try list.replaceAll(count: rows.count) { rows[$0] }
  }

  @Test(
    "random rows: changesets are exact, and the list is the one built from nothing",
    arguments: 1...80)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.next(below: 25), &random)
    var list = ListEngine(try model.table())
    for _ in 0..<20 {
      if random.chance(0.4) { _ = try list.setQuery(ModelList.query(&random)) }
      if random.chance(0.3) {
        _ = list.setRange(ModelList.range(&random), section: random.pick([nil, "a"]))
      }
      if random.chance(0.5) {
        _ = list.select(
          random.pick([
            .all(), .invert, .undo,
            .toggle(list.allIDs.filter { _ in random.chance(0.3) }.shuffled(using: &random)),
          ]))
      }
      let before = list
      model.replaceAll(&random)
      let outcome = try replaceAll(&list, model.rows.map(\.values))
      let ids = model.rows.map { RowID.integer($0.id) }
      #expect(list.allIDs == ids, "seed \(seed)")
      #expect(outcome.inserted == ids.filter { before.table.slot(of: $0) == nil }, "seed \(seed)")
      try check(outcome, from: before, to: list, seed)
      try checkAgainstNothing(list, model, seed)
      checkSelection(outcome, before, list, seed)
    }
  }

  private func check(
    _ outcome: ApplyOutcome<RowID>, from before: ListEngine, to after: ListEngine, _ seed: Int
  ) throws {
    let view = StrictTableView(before)
    let target = StrictTableView(after)
    #expect(outcome.revision == after.revision)
    guard case .changes(let changes) = outcome.changes else {
      #expect(outcome.changes == nil, "a short list is never reset, seed \(seed)")
      #expect(view == target && view.contents == target.contents, "seed \(seed)")
      return
    }
    try view.check(changes, reaching: target, knowing: StrictTableView.Knowledge())
  }

  private func checkAgainstNothing(_ list: ListEngine, _ model: ModelList, _ seed: Int) throws {
    var fresh = ListEngine(try model.table())
    _ = try fresh.setQuery(list.query)
    var whole = list
    _ = whole.setRange(nil, section: nil)
    _ = whole.setRange(nil, section: "a")
    #expect(StrictTableView(whole) == StrictTableView(fresh), "seed \(seed) \(list.query)")
    #expect(
      StrictTableView(whole).contents == StrictTableView(fresh).contents, "seed \(seed)")
    #expect(whole.locate(list.allIDs).positions == fresh.locate(list.allIDs).positions)
    // The same query by way of another: kept results hold for the new rows.
    _ = try whole.setQuery(ListQuery())
    _ = try whole.setQuery(list.query)
    #expect(StrictTableView(whole) == StrictTableView(fresh), "seed \(seed) \(list.query)")
  }

  /// Checks that rows that stay keep their place in the selection, and in its history.
  private func checkSelection(
    _ outcome: ApplyOutcome<RowID>, _ before: ListEngine, _ after: ListEngine, _ seed: Int
  ) {
    func picked(_ list: ListEngine) -> [RowID] { list.selectedRows().map(\.id) }
    let there = Set(after.allIDs)
    #expect(picked(after) == picked(before).filter(there.contains), "seed \(seed)")
    let gone = picked(before).filter { !there.contains($0) }
    #expect(outcome.selection?.removed ?? [] == gone, "seed \(seed)")
    var (undone, expected) = (after, before)
    guard expected.select(.undo).result == .changed else { return }
    _ = undone.select(.undo)
    let wanted = picked(expected).filter(there.contains)
    // A row that is gone by now, and was there before the commit, is skipped by both.
    #expect(picked(undone) == wanted, "seed \(seed)")
  }

  @Test("rows that cannot be taken change nothing")
  func refusals() throws {
    var random = SeededRandom(seed: 1)
    let model = ModelList(count: 5, &random)
    var list = ListEngine(try model.table())
    let rows = model.rows.map(\.values)
    func refusal(_ rows: [[CellValue]]) -> WriteError? {
      do throws(WriteError) {
        _ = try list.replaceAll(count: rows.count) { rows[$0] }
        return nil
      } catch {
        return error
      }
    }
    #expect(
      refusal(rows + [rows[2]]) == WriteError(index: 5, reason: "there is a row 2 already"))
    var new = rows[0]
    new[0] = .integer(9)
    #expect(
      refusal([new, rows[0], new]) == WriteError(index: 2, reason: "there is a row 9 already"))
    new[0] = .null
    #expect(refusal([rows[0], new]) == WriteError(index: 1, reason: "a row needs an id"))
    new[0] = .integer(9)
    new[5] = .text("much")
    #expect(
      refusal([new, new]) == WriteError(index: 0, reason: "much is not of type number (price)"))
    #expect(list.revision == 1 && list.allIDs == model.rows.map { .integer($0.id) })
  }
}
