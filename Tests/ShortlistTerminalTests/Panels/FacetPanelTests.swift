import Shortlist
import ShortlistTerminal
import Testing

@Suite struct FacetPanelTests {
  private func panel(_ counts: [(String, Int)] = [("a", 3), ("b", 2), ("c", 1)]) async throws
    -> FacetPanel
  {
    var panel = FacetPanel()
    panel.setAttributes(["kind", "size"])
    panel.show(try await Reports.facet(counts), groups: FilterGroups())
    panel.fit(height: 2)
    return panel
  }

  private func shown(_ panel: FacetPanel) -> [String] {
    panel.items.map { "\($0.value.text) \($0.count)" }
  }

  @Test func keys() async throws {
    var panel = try await panel()
    #expect(panel.handle(.character(" ")) == .choose(.text("a")))
    #expect(panel.handle(KeyPress(.down)) == .nothing)
    #expect(panel.handle(.character(" ")) == .choose(.text("b")))
    #expect(panel.handle(KeyPress(.end)) == .nothing)
    #expect(panel.current?.value == .text("c") && panel.view.top == 1)
    #expect(panel.handle(KeyPress(.home)) == .nothing && panel.view.cursor == 0)
    #expect(panel.handle(KeyPress(.enter)) == .leave)
    #expect(panel.handle(KeyPress(.escape)) == .close)
    #expect(panel.handle(KeyPress(.function(2))) == .close)
    #expect(panel.handle(KeyPress(.tab)) == .measure)
    #expect(panel.attribute == "size" && panel.items.isEmpty && panel.isWaiting)
    #expect(panel.handle(.character(" ")) == .nothing)
    #expect(panel.mustWait(.character(" ")) && !panel.mustWait(KeyPress(.tab)))
    #expect(panel.handle(KeyPress(.left)) == .measure && panel.attribute == "kind")
    #expect(panel.handle(KeyPress(.tab, .shift)) == .measure && panel.attribute == "size")
  }

  @Test func narrowing() async throws {
    var panel = try await panel()
    #expect(panel.handle(KeyPress(.down)) == .nothing)
    #expect(panel.handle(.character("x")) == .measure)
    #expect(panel.request?.search == "x" && panel.view.cursor == 0)
    #expect(panel.request?.keepsSelected == true)
    #expect(panel.handle(KeyPress(.backspace)) == .measure)
    #expect(panel.handle(KeyPress(.backspace)) == .nothing)
    #expect(panel.paste("y\n\u{1B}") == .measure)
    #expect(panel.field.text == "y ")
  }

  @Test func valuesKeepTheirOrderWhileTheyAreChosen() async throws {
    var panel = try await panel()
    var groups = FilterGroups()
    _ = panel.handle(KeyPress(.down))
    try groups.choose(.excluded, of: .text("b"), "kind")
    panel.show(try await Reports.facet([("c", 5), ("a", 3), ("d", 1)]), groups: groups)
    #expect(shown(panel) == ["a 3", "b 0", "c 5", "d 1"])
    #expect(panel.current?.value == .text("b"))
    // After another search they are in their own order; what is excluded comes last.
    panel.isWaiting = true
    panel.show(try await Reports.facet([("c", 5), ("a", 3), ("d", 1)]), groups: groups)
    #expect(shown(panel) == ["c 5", "a 3", "d 1", "b 0"])
    #expect(panel.current?.value == .text("b"))
    // What is searched for among the values is what is listed.
    _ = panel.handle(.character("c"))
    panel.show(try await Reports.facet([("c", 5)]), groups: groups)
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
    panel.setAttributes([])
    #expect(!panel.isWaiting)
    for key in KeyBindings.all.flatMap(\.keys) { _ = panel.handle(key) }
    #expect(panel.items.isEmpty)
  }
}
