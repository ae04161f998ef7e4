import Shortlist
import ShortlistProgram
import ShortlistTerminal
import Testing

@Suite struct ViewCommandTests {
  private func line(
    _ view: ViewReport, filter: String = "", defaults: [String] = [], _ arguments: [String] = []
  ) -> String {
    var command = ViewCommand(arguments: arguments)
    (command.filter, command.defaults) = (filter, defaults)
    return command.line(view)
  }

  @Test func optionsAreReplaced() {
    var view = ViewReport(
      search: "it's", match: .fuzzy, filter: .equals("kind", .text("a b")),
      sort: [SortKey("price", .descending), SortKey("name")],
      sections: SectionRule(by: "kind", order: .descending), columns: ["name", "price"])
    view.widths = ["price": 8, "name": 20]
    (view.wraps, view.ranks, view.isSearchEnabled) = (true, false, false)
    let arguments = [
      "pick", "a b.csv", "--sort", "x", "--search=old", "-q", "older", "--id", "name",
      "--print-command", "--where", "n:1", "--smart-case", "+s", "--border", "--columns", "x",
    ]
    #expect(
      line(view, filter: "n:1", arguments)
        == #"shortlist pick 'a b.csv' --id name --border '--search=it'\''s' --match=fuzzy "#
        + #"'--where=(n:1) AND ("kind":"a b")' --sort=-price,name --no-sort --section=-kind "#
        + "--columns=name,price --widths=name:20,price:8 --wrap --disabled")
    #expect(line(ViewReport(search: "", match: .auto)) == "shortlist")
    view = ViewReport(search: "", match: .auto)
    #expect(
      line(view, ["--columns", "a,b", "--smart-case", "--", "--sort"])
        == "shortlist --columns a,b --smart-case -- --sort")
  }

  @Test func defaultsAreTakenBack() {
    let defaults = ["--sort", "x", "--wrap", "--match=fuzzy", "--smart-case", "--query=q"]
    let view = ViewReport(search: "", match: .auto)
    #expect(
      line(view, defaults: defaults)
        == "shortlist --search '' --match=auto --sort '' --no-wrap")
    let words = ViewReport(search: "a", match: .words)
    #expect(
      line(words, defaults: defaults)
        == "shortlist --search=a --match=words --ignore-case --sort '' --no-wrap")
  }

  /// The command line of a view, with the arguments of that command line, is the same.
  @Test func theSameAgain() {
    for number in 0..<512 {
      func has(_ bit: Int) -> Bool { number >> bit & 1 == 1 }
      var view = ViewReport(
        search: has(0) ? "it's a \"b\"" : "", match: has(1) ? .fuzzy : .auto,
        filter: has(2) ? .equals("a", .text("b")) : nil,
        sort: has(3) ? [SortKey("a, b", .descending), SortKey("c")] : [],
        sections: has(4) ? SectionRule(by: "-a", order: has(0) ? .descending : .ascending) : nil,
        columns: has(5) ? ["c", "\"a", "b,\\"] : nil)
      if has(6) { view.widths = ["a, b": 3] }
      (view.ranks, view.wraps, view.isSearchEnabled) = (!has(7), has(8), !has(1))
      let arguments = ["x", "--columns", "a,b", "--smart-case", "-q", "old", "--no-wrap", "-e"]
      let first = line(view, arguments)
      let words = Arguments.words(of: first)
      #expect(words.first == "shortlist")
      #expect(line(view, Array(words.dropFirst())) == first)
    }
  }
}
