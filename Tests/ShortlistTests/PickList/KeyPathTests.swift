import Foundation
import Shortlist
import Testing

@Suite("Fields, filters, sorts and sections by key paths")
struct KeyPathTests {
  private enum Kind: String, Sendable { case tea, coffee }
  private enum Size: Int, Sendable { case small = 1, large = 3 }

  private struct Maker: Sendable {
    var name = "Abel"
  }

  private struct Product: Identifiable, Sendable {
    let id: Int
    var name = "x"
    var kind = Kind.tea
    var size: Size?
    var price: Decimal = 1
    var weight: Float = 1
    var stock: UInt16?
    var added = Date(timeIntervalSince1970: 0)
    var tags: Set<String> = []
    var numbers: [Int] = []
    var link: URL?
    var key = UUID()
    var maker = Maker()
    var isOld = false
  }

  private let shop = PickList([
    Product(
      id: 1, name: "Assam", price: 9.99, weight: 0.5, stock: 3, tags: ["black", "strong"],
      link: URL(string: "https://example.org/a")),
    Product(
      id: 2, name: "Sencha", size: .small, price: 10, weight: 0.25,
      added: Date(timeIntervalSince1970: 100), numbers: [7, 12], maker: Maker(name: "Cole")),
    Product(
      id: 3, name: "Arabica", kind: .coffee, size: .large, price: 20, stock: 0, isOld: true),
  ]) {
    Field(\.name)
    Field(\.kind)
    Field(\.size)
    Field("cost", \.price)
    Field(\.weight)
    Field(\.stock)
    Field(\.added)
    Field(\.tags)
    Field(\.numbers)
    Field(\.link)
    Field(\.key)
    Field(\.maker.name)
    Field(\.isOld)
  }

  private func ids() async throws -> [[Int]] {
    try await shop.visibleSections.map { $0.rows.map(\.id) }
  }

  @Test("fields are named after their properties, and have the types of these")
  func fields() {
    #expect(
      shop.fields.map(\.name) == [
        "name", "kind", "size", "cost", "weight", "stock", "added", "tags", "numbers", "link",
        "key", "maker.name", "isOld",
      ])
    #expect(
      shop.fields.map(\.type) == [
        .text, .text, .integer, .number, .number, .integer, .date, .list, .list, .text, .text,
        .text, .boolean,
      ])
    #expect(
      shop.fields.filter(\.isSearchable).map(\.name)
        == ["name", "kind", "tags", "numbers", "link", "maker.name"])
    #expect(
      shop.fields.filter(\.isFacet).map(\.name) == ["kind", "size", "tags", "numbers", "isOld"])
    #expect(shop.name(of: \.price) == "cost" && shop.name(of: \.id) == "id")
  }

  @Test("conditions compare each type exactly")
  func conditions() async throws {
    func found(_ condition: ItemFilter<Product>) async throws -> [Int] {
      try await shop.filter(where: condition)
      return try await ids()[0]
    }
    #expect(try await found(\.price < 10) == [1])
    #expect(try await found(\.price <= 10) == [1, 2])
    #expect(try await found(.range(\.price, 9.99..<20)) == [1, 2])
    #expect(try await found(.range(\.price, 10...20)) == [2, 3])
    #expect(try await found(\.weight == 0.5 || \.weight > 0.9) == [1, 3])
    #expect(try await found(\.kind == .tea && \.name != "assam") == [2])
    #expect(try await found(\.kind != .tea) == [3])
    #expect(try await found(\.size == .large) == [3])
    #expect(try await found(\.size == nil) == [1])
    #expect(try await found(\.size != .large) == [1, 2])
    #expect(try await found(\.size != nil) == [2, 3])
    #expect(try await found(\.stock == nil) == [2])
    #expect(try await found(\.stock < 3) == [3])
    #expect(try await found(.range(\.stock, 0..<3)) == [3])
    #expect(try await found(.range(\.stock, 0...3)) == [1, 3])
    #expect(try await found(!(\.stock >= 1)) == [2, 3])
    #expect(try await found(\.added > Date(timeIntervalSince1970: 99)) == [2])
    #expect(try await found(.contains(\.tags, "STRONG")) == [1])
    #expect(try await found(.contains(\.numbers, 12)) == [2])
    #expect(try await found(.contains(\.name, "abi")) == [3])
    #expect(try await found(\.isOld == true) == [3])
    #expect(try await found(\.maker.name == "Cole") == [2])
    #expect(try await found(\.link == URL(string: "https://example.org/a")) == [1])
    // It is combined with other filters, and goes without them.
    shop.filters.add(.range("cost", ..<15))
    #expect(try await found(\.price >= 10) == [2])
    try await shop.filter(where: nil)
    #expect(try await ids() == [[1, 2]])
  }

  @Test("sorts, sections and searches name properties")
  func queries() async throws {
    try await shop.sort(by: \.price, .descending)
    #expect(try await ids() == [[3, 2, 1]])
    try await shop.group(by: \.kind)
    #expect(try await ids() == [[3], [2, 1]])
    shop.sort = [shop.sortKey(\.isOld), shop.sortKey(\.name)]
    shop.sections = nil
    #expect(try await ids() == [[1, 2, 3]])
    try await shop.search("abel", in: \.name, \.kind)
    #expect(try await ids() == [[]])
    try await shop.search("abel", in: \.maker.name)
    #expect(try await ids() == [[1, 3]])
    #expect(try await shop.suggestions(for: "s", in: \.name).items.map(\.text) == ["Sencha"])
  }

  @Test("queries, measures and rules of a selection name properties")
  func parts() async throws {
    let request = MeasureRequest(
      facets: [shop.facetRequest(\.kind, limit: 1), shop.facetRequest(\.maker.name)],
      numbers: [shop.numberRequest(\.price, buckets: 2)])
    #expect(request.facets.map(\.attribute) == ["kind", "maker.name"])
    #expect(request.numbers.map(\.attribute) == ["cost"])
    let query = shop.query(
      matching: "a", in: \.name, match: .substring, where: \.price < 20,
      sort: [shop.sortKey(\.price, .descending)], sections: shop.sectionRule(by: \.kind))
    let page = try await shop.results(for: query, 0..<9, measuring: request)
    #expect(page.sections.map(\.name) == ["tea"] && page.items.map(\.id) == [2, 1])
    #expect(page[facet: \.kind]?.items.map(\.count) == [2])
    #expect(page[facet: \.maker.name]?.items.map(\.value.text) == ["Abel", "Cole"])
    #expect(page[number: \.price]?.histogram?.map(\.count) == [1, 1])
    #expect(page[facet: \.size] == nil && page[number: \.weight] == nil)
    #expect(shop.query(matching: "abel").attributes == shop.query.attributes)
    #expect(try await shop.results(for: shop.query(matching: "abel")).total == 2)
    #expect(shop.rowFilter(\.price < 20).description == #""cost":<20"#)
    // The condition of a query is the one that `filter(where:)` replaces.
    try await shop.updateQuery { $0 = query }
    try await shop.filter(where: \.price >= 20)
    #expect(try await ids() == [[3]])

    let rules = shop.selection
    try await rules.setFilters([rules.matching(\.price < 20, reason: "it is dear")])
    #expect(try await rules.selectAll(.everything).refusals.map(\.reason) == ["it is dear"])
    #expect(try await rules.items.map(\.id) == [1, 2])
    try await rules.deselectAll(.everything)
    rules.filters = [rules.required(\.link)]
    #expect(try await rules.selectAll(.everything).refusals.first?.reason == "link is missing")
    #expect(try await rules.items.map(\.id) == [1])
  }

  @Test("a model names properties") @MainActor
  func models() async throws {
    let model = PickListModel(shop)
    try await model.waitUntilLoaded()
    while model[facet: \.kind] == nil || model[number: \.price] == nil { await Task.yield() }
    #expect(model[facet: \.kind]?.items.map(\.value.text) == ["tea", "coffee"])
    #expect(model[number: \.price]?.count == 3 && model[facet: \.name] == nil)
    model.toggle(.tea, of: \.kind)
    model.toggle(.large, of: \.size)
    model.toggle("strong", of: \.tags)
    #expect(
      shop.filters.description == #"("kind":"tea") AND ("size":3) AND ("tags":"strong")"#)
    model.toggle(.text("tea"), of: \.kind)
    model.toggle(.large, of: \.size)
    model.toggle("strong", of: \.tags)
    model.toggle(Decimal(20), of: \.price)
    model.toggle("Cole", of: \.maker.name)
    #expect(shop.filters.description == #"("cost":20) AND ("maker.name":"Cole")"#)
    model.filters.clear()
    #expect(shop.filters.isEmpty && model[range: \.price] == nil)
    model.choose(Date(timeIntervalSince1970: 1)...Date(timeIntervalSince1970: 50), of: \.added)
    #expect(shop.filters.groups.map(\.name) == ["range of added"])
    model.choose(nil, of: \.added)
    model[range: \.price] = 9.5...15
    #expect(shop.filters.groups.map(\.name) == ["range of cost"])
    #expect(model[range: \.price] != nil)
    model.choose(nil, of: \.price)
    #expect(shop.filters.isEmpty)
    model.searchText = "as"
    #expect(model.highlights(in: "Assam", of: \.name).count == 1)
  }

  @Test("ranges without their upper bound are exact for every number")
  func halfOpen() {
    #expect(Filter.range("n", 1..<3).description == #"("n":>=1 AND "n":<3)"#)
    #expect(Filter.range("n", ..<2.5) == .compares("n", .less, 2.5))
    #expect(Filter.range("n", 1..<Double.infinity) == .all([.compares("n", .greaterOrEqual, 1)]))
    let texts: [CellValue] = ["a", 1, 1.5, true, ["b"]]
    #expect(texts.map(\.text) == ["a", "1", "1.5", "true", #"["b"]"#])
    #expect(ListRecord(id: 7, ["name": "Ann"]).id == .integer(7) && RowID("a") == "a")
  }

  private enum Code: String, PickListID { case a, b }

  private struct Coded<ID: PickListID>: Identifiable, Sendable {
    let id: ID
    var name = "n"
  }

  @Test("ids can be raw values and numbers beyond those of integers")
  func otherIDs() async throws {
    let codes = PickList([Coded(id: Code.a), Coded(id: .b)]) { Field(\.name) }
    try await codes.selection.select(.b)
    #expect(try await codes.visibleSections[0].rows.filter(\.isSelected).map(\.id) == [.b])
    let great = PickList([Coded(id: UInt64.max), Coded(id: 1)]) { Field(\.name) }
    #expect(try await great.item(.max)?.id == .max)
    #expect(try await great.selection.select(.max, 7).added == [.max])
  }

  @Test("row ids stand for the ids of items, or for none")
  func idsOfRows() throws {
    func check<ID: PickListID>(_ ids: [ID]) {
      for id in ids { #expect(ID(rowID: id.rowID) == id) }
    }
    check([Int.min, 0, .max])
    check([Int8.min, -1, .max])
    check([UInt8.min, .max])
    check([UInt.min, .max])
    check([UInt64.min, 1 << 63, .max])
    check(["", "7", "é"])
    check([Code.a, .b])
    check([UUID()])
    check([Int?.none, 7])
    check([String?.none, "a"])
    check([RowID.number(1.5), .text("7"), .integer(7)])
    // A list whose ids are texts has the text of a number.
    #expect(Int(rowID: .text("7")) == 7 && UInt8(rowID: .text("255")) == 255)
    #expect(UInt8(rowID: .integer(256)) == nil && UInt8(rowID: .integer(-1)) == nil)
    #expect(Int(rowID: .number(1.5)) == nil && Int(rowID: .text("seven")) == nil)
    #expect(Code(rowID: .text("c")) == nil && UUID(rowID: .text("c")) == nil)
    #expect(Int?(rowID: .text("seven")) == nil)
  }

  @Test("outcomes, updates and reports have the ids of items")
  func typedOutcomes() async throws {
    let people = [
      Contact(id: 1, name: "Ann"), Contact(id: 2, name: "Bob"), Contact(id: 3, name: "C"),
    ]
    let picker = PickList(contacts: people)
    var updates = picker.updates.makeAsyncIterator()
    _ = try await updates.next()
    try await picker.selection.add(.maximum(2))
    let outcome = try await picker.selection.select(3, 1)
    #expect(outcome.added == [3, 1] && outcome.events.map(\.ids) == [[3, 1], []])
    var selection: SelectionChange<Int>?
    while selection == nil { selection = try await updates.next()?.selection }
    #expect(selection?.added == [3, 1])
    let refused = try await picker.selection.select(2, 9)
    #expect(Set(refused.refusals.map(\.ids)) == [[2], [9]])
    #expect(refused.events.map(\.ids) == [[2]] && refused.result == .refused)
    #expect(try await picker.selection.report.ids == [3, 1])
    #expect(try await picker.selection.undo().removed.sorted() == [1, 3])
    #expect(try await picker.selection.redo().added.sorted() == [1, 3])
    let deletion = try await picker.delete(3)
    #expect(deletion.selection?.removed == [3] && deletion.selection?.events.first?.ids == [3])
    #expect(
      deletion.changes == .changes(.init(rows: [.delete(3, from: .init(section: 0, row: 2))])))
    #expect(deletion.changes?.description == "-0:2(3)")
    #expect(try await picker.insert(Contact(id: 4, name: "D")).inserted == [4])
    let found = try await picker.suggestions(for: "b", in: \.name)
    #expect(found.items.map(\.id) == [2] && found.exact == nil)
    let search = try await picker.search("ann").changes
    #expect(search?.description == "-0:1(2) -0:2(4)")
    let shown = try await picker.show(.fixed(length: 0)).changes
    #expect(shown?.description == "-0:0(1)")
  }

  @Test("a property without a field ends the program, and says which there are")
  func noField() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PickList(contacts: []).name(of: \.isNamed)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("(Bool)> (there are name, city, age)"))
    await #expect(processExitsWith: .failure) {
      _ = PickList([Contact]()) { Field(\.isNamed) }
    }
  }
}

extension Contact {
  fileprivate var isNamed: Bool { !name.isEmpty }
}
