import Shortlist
import Testing

@Suite("Items that change in properties that are no fields")
struct TouchedItemsTests {
  private struct Compared: Identifiable, Hashable, Sendable {
    let id: Int
    var name = "n"
    var isFavorite = false
  }

  private struct Other: Identifiable, Sendable {
    let id: Int
    var isFavorite = false
  }

  private func makePicker() -> PickList<Compared> {
    PickList((1...4).map { Compared(id: $0) }) { Field(\.name) }
  }

  @Test("an update shows them, unless the item equals the one before")
  func updates() async throws {
    let picker = makePicker()
    var mirror = Mirror(picker)
    try await mirror.read(to: picker.settle())
    let outcome = try await picker.update(Compared(id: 2, isFavorite: true))
    #expect(outcome.changes?.description == "*0:1(2)")
    try await mirror.read(to: outcome.revision)
    #expect(mirror.sections[0].items.map(\.isFavorite) == [false, true, false, false])
    #expect(try await picker.update(Compared(id: 2, isFavorite: true)).changes == nil)
    // One that is not visible changes the revision, and nothing that is visible.
    picker.search = "x"
    try await picker.update(Compared(id: 2))
    picker.search = ""
    #expect(try await picker.visibleSections[0].items == (1...4).map { Compared(id: $0) })
  }

  @Test("every update counts if the items cannot be compared")
  func incomparable() async throws {
    let picker = PickList([Other(id: 1), Other(id: 2)]) { Field("even") { $0.id % 2 == 0 } }
    for isFavorite in [true, true] {
      let outcome = try await picker.update(Other(id: 1, isFavorite: isFavorite))
      #expect(outcome.changes?.description == "*0:0(1)")
    }
    #expect(try await picker.replaceAll([Other(id: 1), Other(id: 2)]).changes == nil)
  }

  @Test("replacing all shows those that differ, in place and moved")
  func replacing() async throws {
    let picker = makePicker()
    var items = (1...4).map { Compared(id: $0, isFavorite: $0 == 3) }
    var mirror = Mirror(picker)
    try await mirror.read(to: picker.settle())
    let kept = try await picker.replaceAll(items)
    #expect(kept.changes?.description == "*0:2(3)")
    try await mirror.read(to: kept.revision)
    #expect(mirror.sections[0].items == items)
    items[3].isFavorite = true
    items.swapAt(0, 1)
    let moved = try await picker.replaceAll(items)
    try await mirror.read(to: moved.revision)
    #expect(mirror.sections[0].items == items)
    #expect(try await picker.replaceAll(items).changes == nil)
  }
}
