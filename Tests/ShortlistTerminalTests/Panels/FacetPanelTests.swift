import Shortlist
import ShortlistTerminal
import Testing

@Suite struct FacetPanelTests {
  private func panel(_ counts: [(String, Int)] = [("a", 3), ("b", 2), ("c", 1)]) async throws
    -> FacetPanel
  {
    var panel = FacetPanel()
    panel.take(attributes: ["kind", "size"])
    panel.take(try await Reports.facet(counts), groups: FilterGroups())
    panel.settle(height: 2)
    return panel
  }

  private func shown(_ panel: FacetPanel) -> [String] {
    panel.items.map { "\($0.value.text) \($0.count)" }
  }

  @Test func keys() async throws {
    var panel = try await panel()
    #expect(panel.update(.character(" ")) == .choose(.text("a")))
    #expect(panel.update(KeyPress(.down)) == .nothing)
    #expect(panel.update(.character(" ")) == .choose(.text("b")))
    #expect(panel.update(KeyPress(.end)) == .nothing)
    #expect(panel.current?.value == .text("c") && panel.view.top == 1)
    #expect(panel.update(KeyPress(.home)) == .nothing && panel.view.cursor == 0)
    #expect(panel.update(KeyPress(.enter)) == .leave)
    #expect(panel.update(KeyPress(.escape)) == .close)
    #expect(panel.update(KeyPress(.function(2))) == .close)
    #expect(panel.update(KeyPress(.tab)) == .measure)
    #expect(panel.attribute == "size" && panel.items.isEmpty && panel.isWaiting)
    #expect(panel.update(.character(" ")) == .nothing)
    #expect(panel.mustWait(.character(" ")) && !panel.mustWait(KeyPress(.tab)))
    #expect(panel.update(KeyPress(.left)) == .measure && panel.attribute == "kind")
    #expect(panel.update(KeyPress(.tab, .shift)) == .measure && panel.attribute == "size")
  }

  @Test func narrowing() async throws {
    var panel = try await panel()
    #expect(panel.update(KeyPress(.down)) == .nothing)
    #expect(panel.update(.character("x")) == .measure)
    #expect(panel.request?.search == "x" && panel.view.cursor == 0)
    #expect(panel.request?.keepsSelected == true)
    #expect(panel.update(KeyPress(.backspace)) == .measure)
    #expect(panel.update(KeyPress(.backspace)) == .nothing)
    #expect(panel.paste("y\n\u{1B}") == .measure)
    #expect(panel.field.text == "y ")
  }

  @Test func valuesKeepTheirOrderWhileTheyAreChosen() async throws {
    var panel = try await panel()
    var groups = FilterGroups()
    _ = panel.update(KeyPress(.down))
    try groups.choose(.excluded, of: .text("b"), "kind")
    panel.take(try await Reports.facet([("c", 5), ("a", 3), ("d", 1)]), groups: groups)
    #expect(shown(panel) == ["a 3", "b 0", "c 5", "d 1"])
    #expect(panel.current?.value == .text("b"))
    // After another search they are in their own order; what is excluded comes last.
    panel.isWaiting = true
    panel.take(try await Reports.facet([("c", 5), ("a", 3), ("d", 1)]), groups: groups)
    #expect(shown(panel) == ["c 5", "a 3", "d 1", "b 0"])
    #expect(panel.current?.value == .text("b"))
    // What is searched for among the values is what is listed.
    _ = panel.update(.character("c"))
    panel.take(try await Reports.facet([("c", 5)]), groups: groups)
    #expect(shown(panel) == ["c 5"])
    #expect(panel.current?.value == .text("c"))
  }

  @Test func clicks() async throws {
    var panel = try await panel()
    panel.scroll(by: 1)
    #expect(panel.press(line: 1) == .choose(.text("c")))
    #expect(panel.press(line: 2) == .nothing && panel.press(line: -1) == .nothing)
    panel.isWaiting = true
    #expect(panel.press(line: 0) == .nothing)
  }

  @Test func withoutAttributes() {
    var panel = FacetPanel()
    #expect(panel.request == nil)
    panel.take(attributes: [])
    #expect(!panel.isWaiting)
    for key in KeyBindings.all.flatMap(\.keys) { _ = panel.update(key) }
    #expect(panel.items.isEmpty)
  }
}
