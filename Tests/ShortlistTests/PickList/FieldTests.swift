import Foundation
import Shortlist
import Testing

@Suite("Fields of items")
struct FieldTests {
  private enum Kind: String, Sendable { case fruit, tool }
  private enum Grade: Int, Sendable, FieldValue { case low = 1, high }

  private struct Thing: Identifiable, Sendable {
    var id = UUID()
    var text = "Müller"
    var maybeText: String?
    var small: UInt8 = 200
    var huge = UInt64.max
    var number = 2.5
    var float: Float? = 0.5
    var flag = true
    var date = Date(timeIntervalSince1970: 1.5)
    var list = ["red \"hot\"", "blue"]
    var kind = Kind.tool
    var maybeKind: Kind?
    var grade = Grade.high
    var notANumber = Double.nan
    var big = 1e22
  }

  @FieldBuilder<Thing>
  private func fields(extra: Bool) -> [Field<Thing>] {
    Field("text", \.text)
    Field("maybeText", \.maybeText)
    Field("small", \.small)
    Field("huge", \.huge)
    Field("number", \.number)
    Field("float", \.float)
    Field("flag", \.flag)
    Field("date", \.date)
    Field("list", \.list)
    Field("kind", \.kind)
    Field("maybeKind", \.maybeKind)
    Field("grade", \.grade)
    Field("notANumber", \.notANumber)
    Field("big", \.big)
    if extra { Field("length") { $0.text.count } }
  }

  @Test("types and roles are those of the properties, unless a field says otherwise")
  func inference() {
    let all = fields(extra: true)
    #expect(
      all.map(\.type) == [
        .text, .text, .integer, .integer, .number, .number, .boolean, .date, .list, .text, .text,
        .integer, .number, .number, .integer,
      ])
    #expect(
      all.filter(\.isSearchable).map(\.name) == ["text", "maybeText", "list", "kind", "maybeKind"])
    #expect(all.filter(\.isFacet).map(\.name) == ["flag", "list", "kind", "maybeKind", "grade"])
    #expect(all.filter { !$0.isSortable }.map(\.name) == ["list"])
    #expect(fields(extra: false).count == all.count - 1)
    let other = Field<Thing>("text", \.text).searchable(false).facet().sortable(false)
    #expect(!other.isSearchable && other.isFacet && !other.isSortable)
  }

  @Test(
    "filters find the values of every type",
    arguments: [
      "text:muller", "maybeText:null", "small:200", "huge:null", "number:2.5", "float:0.4..0.6",
      "flag:true", #"date:"1970-01-01T00:00:01.5Z""#, "list:blue", #"list:"red \"hot\"""#,
      "kind:tool", "maybeKind:null", "grade:2", "notANumber:null", "big:>1e21", "length:6",
    ])
  func values(filter: String) async throws {
    let things = [Thing()]
    let picker = PickList(things) { fields(extra: true) }
    let id = try #require(things.first).id
    func expectFound() async throws {
      #expect(try await picker.filter(filter).total == 1)
      #expect(try await picker.filter("-" + filter).total == 0)
      #expect(try await picker.filter(#"id:"\#(id.uuidString)""#).total == 1)
      #expect(try await picker.search(String(id.uuidString.prefix(8))).total == 0)
      picker.search = ""
    }
    try await expectFound()
    // The same by way of a transaction.
    try await picker.delete(id)
    try await picker.insert(things[0])
    try await expectFound()
    #expect(try await picker.item(id)?.text == "Müller")
  }

  @Test("facets are counted, and what is not to be sorted by is refused")
  func roles() async throws {
    let picker = PickList([Thing(), Thing()]) { fields(extra: false) }
    let measures = try await picker.measure()
    #expect(
      measures.facets.map(\.attribute) == ["flag", "list", "kind", "maybeKind", "grade"])
    await expectFailure(InvalidRequestError("sort: the items cannot be sorted by list")) {
      try await picker.sort(by: SortKey("list"))
    }
    #expect(picker.query.sort == [])
  }

  @Test("two fields of a name, and a field called id, are mistakes")
  func names() async {
    await #expect(processExitsWith: .failure) {
      _ = PickList([Contact]()) {
        Field("name", \.name)
        Field("name", \.city)
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = PickList([Contact]()) { Field("id", \.id) }
    }
  }
}
