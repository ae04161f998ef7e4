import Testing

@testable import ShortlistCore

@Suite("Names that do not exist")
struct SimilarNameTests {
  @Test("the name that was probably meant is suggested, else the first names are listed")
  func sentences() {
    let names = (1...23).map { "column \($0)" }
    let first = names.prefix(20).joined(separator: ", ")
    for (name, among, sentence) in [
      ("ordres", ["users", "orders"], "there is no table ordres; did you mean orders?"),
      ("gone", ["users", "orders"], "there is no table gone (there are users, orders)"),
      ("gone", [], "there is no table gone"),
      ("u", ["t"], "there is no table u (there are t)"),
      ("T", ["u", "t"], "there is no table T; did you mean t?"),
      ("ib", ["id"], "there is no table ib (there are id)"),
      ("idd", ["id"], "there is no table idd; did you mean id?"),
      ("width", ["width, mm"], #"there is no table width; did you mean "width, mm"?"#),
      ("gone", ["a", "b,\"c\\"], #"there is no table gone (there are a, "b,\"c\\")"#),
      ("gone", ["-1"], "there is no table gone (there are -1)"),
      ("engin", ["engines", "engine"], "there is no table engin; did you mean engine?"),
      ("gone", Array(names.prefix(20)), "there is no table gone (there are \(first))"),
      ("gone", names, "there is no table gone (there are \(first) and 3 more)"),
    ] {
      #expect(SimilarName.missing("table", name, among: among) == sentence)
    }
  }

  @Test("an unknown attribute of a filter lists as many")
  func filters() throws {
    let names = (1...500).map { "column \($0)" }
    let schema = ListSchema(names.map { ListSchema.Entry(name: $0, type: .text) })
    let error = #expect(throws: FilterError.self) { try Filter(parsing: "gone:1", schema: schema) }
    #expect(error?.sentence.hasSuffix("column 20 and 480 more") == true)
  }
}
