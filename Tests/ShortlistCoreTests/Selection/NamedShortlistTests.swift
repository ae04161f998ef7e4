import Foundation
import Testing

@testable import ShortlistCore

@Suite("Named shortlists")
struct NamedShortlistTests {
  @Test("a selection is kept as ids in pick order, and loaded under the rules")
  func saveAndLoad() throws {
    var list = ListEngine(try .plain(["id"], ["a", "b", "c", "d"].map { [$0] }))
    _ = list.select(.select(["d", "a", "c"].map(RowID.text)))
    let kept = list.shortlist(named: "mine")
    let data = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(NamedShortlist.self, from: data) == kept)

    _ = list.select(.replace([.text("b")]))
    _ = try list.apply([.delete(.text("a"))])
    let loaded = list.load(kept)
    #expect(loaded.missing == [.text("a")])
    #expect(loaded.outcome.refusals.isEmpty && loaded.outcome.removed == [.text("b")])
    #expect(list.selectionReport().ids == ["d", "c"].map(RowID.text))

    try list.setSelectionRules([.maximum(1)])
    _ = list.select(.undo)
    #expect(list.load(kept).outcome.refusals.map(\.rule) == [.maximum])
    #expect(list.selectionReport().ids == [.text("b")])
  }
}
