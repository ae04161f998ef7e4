import Shortlist
import ShortlistTerminal
import Testing

@Suite struct ArrangementTests {
  private static let names = ["a", "b", "c", "d"]

  @Test func columns() {
    var arrangement = Arrangement(columns: ["c", "a"])
    #expect(arrangement.ordered(Self.names) == ["c", "a", "b", "d"])
    #expect(arrangement.columns(of: Self.names) == ["c", "a"])
    arrangement.toggle("d", of: Self.names)
    arrangement.move("d", by: -1, of: Self.names)
    arrangement.move("d", by: -1, of: Self.names)
    arrangement.move("c", by: -1, of: Self.names)
    #expect(arrangement.columns(of: Self.names) == ["c", "d", "a"])
    arrangement.changeSections(by: "d")
    #expect(arrangement.columns(of: Self.names) == ["c", "a"], "its values are headings")
    #expect(arrangement.shownNames(of: Self.names) == ["c", "d", "a"])
    for name in ["c", "a"] { arrangement.toggle(name, of: Self.names) }
    #expect(arrangement.columns(of: Self.names) == ["d"], "one column stays")
    arrangement.toggle("d", of: Self.names)
    #expect(arrangement.columns(of: Self.names) == ["d"])
    #expect(Arrangement().hasColumns(of: Arrangement(columns: Self.names), Self.names))
  }

  @Test func order() {
    var arrangement = Arrangement(sort: [SortKey("a")])
    #expect(arrangement.sign(of: "a", isASCII: false) == "▲")
    arrangement.changeSort(by: "b")
    arrangement.changeSort(by: "b")
    #expect(arrangement.sort == [SortKey("a"), SortKey("b", .descending)])
    #expect(arrangement.sign(of: "b", isASCII: false) == "▼2")
    #expect(arrangement.sign(of: "a", isASCII: true) == "^1")
    #expect(arrangement.sign(of: "c", isASCII: true) == "")
    arrangement.sort(by: "b")
    #expect(arrangement.sort.isEmpty, "it was turned round twice")
    arrangement.sort(by: "c")
    #expect(arrangement.sort == [SortKey("c")])
    arrangement.changeSections(by: "c")
    arrangement.changeSections(by: "c")
    #expect(arrangement.sections == SectionRule(by: "c", order: .descending))
    arrangement.changeSections(by: "c")
    #expect(arrangement.sections == nil)
  }
}
