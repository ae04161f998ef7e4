import Shortlist
import ShortlistProgram
import ShortlistTerminal
import Testing

@Suite struct ViewCommandTests {
  @Test func optionsAreReplaced() {
    var view = ViewReport(
      search: "it's", match: .fuzzy, filter: .equals("kind", .text("a b")),
      sort: [SortKey("price", .descending), SortKey("name")], sections: SectionRule(by: "kind"),
      columns: ["name", "price"])
    let arguments = [
      "pick", "a b.csv", "--sort", "x", "--search=old", "-q", "older", "--id", "name",
      "--print-command", "--where", "n:1",
    ]
    #expect(
      ViewCommand.line(view, filter: "n:1", isUsualMatch: false, arguments: arguments)
        == #"shortlist pick 'a b.csv' --id name '--search=it'\''s' --match=fuzzy "#
        + #"'--where=(n:1) AND ("kind":"a b")' --sort=-price,name --section=kind "#
        + "--columns=name,price")
    view = ViewReport(
      search: "", match: .auto, filter: nil, sort: [], sections: nil, columns: nil)
    #expect(ViewCommand.line(view, filter: "", isUsualMatch: true, arguments: []) == "shortlist")
  }
}
