import Foundation
import ShortlistControls
import Testing

/// An id that the package does not know of.
private struct ISBN: PickListID {
  static let attributeType = AttributeType.text
  var digits: String
  var rowID: RowID { .text(digits) }

  init(digits: String) { self.digits = digits }
  init(rowID: RowID) { digits = rowID.description }
}

private struct Book: Identifiable, Sendable {
  enum Shelf: String, Sendable { case novels, maps }

  var id: ISBN
  var title: String
  var shelf: Shelf
  var price: Double?

  init(_ id: String, _ title: String, _ shelf: Shelf, price: Double? = nil) {
    (self.id, self.title, self.shelf, self.price) = (ISBN(digits: id), title, shelf, price)
  }
}

/// A slider without a view.
private final class Slider: NumberRangeController {
  var onRangeChanged: ((ClosedRange<Double>) -> Void)?
  var bounds: ClosedRange<Double>?
  var item: ClosedRange<Double>?

  func setBounds(_ bounds: ClosedRange<Double>) { self.bounds = bounds }
  func setItem(_ item: ClosedRange<Double>) { self.item = item }
}

/// A data source without sections.
private struct Colors: ListPickerDataSource {
  let names = ["red", "green", "blue"]

  func numberOfRows(in listPicker: ListPicker<ListPickerCell>) -> Int { names.count }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
  ) -> ListPickerCell {
    ListPickerCell(names[index])
  }
}

/// Rows that are read from somewhere.
private struct Numbers: RowSource {
  let name = "numbers"

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    let column = builder.column(named: "number")
    for number in 1...3 {
      builder.beginRow(line: number)
      builder.append(.plain, Array("\(number * 10)".utf8).span, column: column)
      builder.endRow()
      try progress(&builder, LoadProgress(rows: number, bytes: 0))
    }
  }
}

/// What an app does with a plain import.
@MainActor
@Suite("The library from outside")
struct PublicAPITests {
  private let picker = PickList([
    Book("111", "Moby Dick", .novels, price: 9.5),
    Book("222", "Dickens' London", .maps),
    Book("333", "Emma", .novels, price: 20),
  ]) {
    Field("title", \.title)
    Field("shelf", \.shelf).searchable(false)
    Field("price", \.price)
  }

  private var shown: [String] {
    get async throws {
      try await picker.visibleSections.flatMap { $0.items.map(\.title) }
    }
  }

  @Test("a picker of an app's own items, from the first letter to what was picked")
  func story() async throws {
    picker.search = "dick"
    picker.sections = SectionRule(by: "shelf")
    picker.selection.filters = [.required("price")]
    let outcome = try await picker.selection.selectAll()
    #expect(outcome.refusals.map(\.reason) == ["price is missing"])
    #expect(try await picker.selection.items.map(\.title) == ["Moby Dick"])

    var sections: [PickListSection<Book>] = []
    for try await update in picker.updates {
      update.apply(to: &sections)
      if update.total == 0 { break }
      #expect(sections.map(\.name) == ["maps", "novels"])
      picker.search = "nobody"
    }
    #expect(sections.isEmpty)
    #expect(picker.fields.filter(\.isFacet).map(\.name) == ["shelf"])
  }

  @Test("the properties of a query, and filters of text and of values")
  func query() async throws {
    picker.sort = [SortKey("price", .descending)]
    picker.match = .substring
    picker.search = "m"
    #expect(try await shown == ["Emma", "Moby Dick"])
    #expect(picker.query.match == .substring)
    let highlight = try #require(picker.query.highlights(in: "Emma", of: "title").first)
    #expect("Emma"[highlight] == "mm")

    try await picker.updateQuery {
      $0.search = ""
      $0.groups.add(.range("price", 10.0...))
    }
    #expect(try await shown == ["Emma"])
    picker.filters = try FilterGroups(urlQuery: picker.filters.urlQuery)
    #expect(picker.filters.description.contains("price"))
    picker.filters = FilterGroups()
    try await picker.filter { try $0.add([.equals("shelf", .text("maps"))], to: "shelf", .or) }
    #expect(try await picker.filter("price:null").total == 1)
    picker.filters.clear()
    #expect(try await picker.filter("").total == 3)
  }

  @Test("sections and windows")
  func windows() async throws {
    picker.sections = SectionRule(by: "shelf", order: .names(["novels"], keepEmpty: false))
    picker.window = .fixed(length: 1)
    try await picker.show(.flexible(length: 1, from: .end, growOptions: .both), section: "novels")
    #expect(try await shown == ["Emma", "Dickens' London"])
    let novels = try await picker.windows.sections[0]
    #expect(novels.name == "novels" && novels.count == 2 && novels.window == 1..<2)
    let options = try #require(novels.options)
    #expect(options.isFlexible && options.pin == .end && options.growOptions == .both)
    try await picker.show(options.copy(length: 2), section: "novels")
    #expect(try await shown.count == 3)
    #expect(picker.window == .fixed(length: 1))
  }

  @Test("selecting under filters with signals")
  func selecting() async throws {
    let limit = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 1)
    var reached = limit.onReachedMaximumCount.makeAsyncIterator()
    try await picker.selection.add(limit)
    try await picker.selection.select(ISBN(digits: "111"))
    #expect(await reached.next() != nil)
    let refused = try await picker.selection.selectAll()
    #expect(refused.result == .refused && refused.refusals.map(\.rule) == [.maximum])
    try await picker.selection.remove(limit)
    try await picker.selection.selectAll(.section(""))
    try await picker.selection.undo()
    try await picker.selection.redo()
    let report = try await picker.selection.report
    #expect(report.count == 3 && report.violations.isEmpty && report.canUndo && !report.canRedo)
    #expect(try await picker.selection.sections.sections.map(\.state) == [.all])
    try await picker.selection.deselectAll()
    picker.selection.mode = .single
    try await picker.selection.toggle(ISBN(digits: "222"))
    try await picker.selection.select(ISBN(digits: "333"))
    #expect(try await picker.selection.items.map(\.title) == ["Emma"])
  }

  @Test("changing items, and errors")
  func changing() async throws {
    try await picker.transaction {
      $0.insert(Book("444", "Emil", .novels))
      $0.update(Book("111", "Moby-Dick", .novels, price: 9.5))
      $0.delete(ISBN(digits: "222"))
    }
    #expect(try await shown == ["Moby-Dick", "Emma", "Emil"])
    #expect(try await picker.item(ISBN(digits: "222")) == nil)
    let outcome = try await picker.replaceAll([Book("444", "Emil", .novels)])
    #expect(outcome.changes?.description == #"-0:0("111") -0:1("333")"#)

    await #expect(throws: PickListError.self) {
      try await picker.insert(Book("444", "Emil", .novels))
    }
    do {
      try await picker.filter("price:cheap")
      Issue.record("that is no price")
    } catch let error as PickListError {
      #expect(error.code == .invalidFilter && error.offset == 6)
      #expect(error.underlying is FilterError)
    }
  }

  @Test("updates, of which a model is made")
  func model() async throws {
    let model = PickListModel(picker)
    model.searchText = "em"
    model.toggle(ISBN(digits: "333"))
    while model.total != 1 || model.selectedCount != 1 || model.facets.first?.items.count != 1 {
      await Task.yield()
    }
    #expect(model.sections[0].rows.map(\.isSelected) == [true])
    #expect(model.facets[0].items[0].value == .text("novels"))
    #expect(model.ranges[0].range == Quantity.number(20)...Quantity.number(20))
    model[range: "price"] = 0...10
    while model.messages.isEmpty || !model.canUndo { await Task.yield() }
    #expect(model[range: "price"] == nil && model.messages[0].contains("outside of the bounds"))
    model[range: "price"] = nil
    while !model.messages.isEmpty { await Task.yield() }
  }

  @Test("suggestions, and a field that makes items")
  func suggesting() async throws {
    let found = try await picker.suggestions(for: "m", in: "title")
    #expect(found.items.map(\.text) == ["Moby Dick"])
    var acted: [String] = []
    let field = SuggestionField(picker, in: \.title) { text in
      Book("999", text, .novels)
    } action: { book, isNew in
      acted.append("\(book.title) \(isNew)")
    }
    try await field.enter("Emi")
    #expect(field.suggestions.isEmpty && field.exact == nil)
    guard case .acted(let item, _) = await field.commit() else {
      Issue.record("it was not made")
      return
    }
    #expect(item.id == ISBN(digits: "999") && acted == ["Emi true"])
  }

  @Test("controls around a list")
  func controls() async throws {
    let slider = Slider()
    let searcher = ListSearcher(picker)
    let filterState = FilterState()
    let price = NumberRangeConnector(
      searcher: searcher, filterState: filterState, field: \.price, of: picker,
      controller: slider)
    let shelves = FacetListConnector(
      searcher: searcher, filterState: filterState, field: \.shelf, of: picker)
    searcher.search()
    while slider.bounds == nil { await Task.yield() }
    #expect(slider.bounds == 9.5...20 && slider.item == 9.5...20)
    slider.onRangeChanged?(9.5...12)
    #expect(filterState.groups.description == #"("price":..12)"#)
    while searcher.results?.total != 1 { await Task.yield() }
    #expect(shelves.interactor.items.map(\.count) == [1])
    price.disconnect()
    #expect(filterState.isEmpty)
  }

  @Test("records, and rows of a source")
  func records() async throws {
    let schema = ListSchema([
      .init(name: "code", type: .integer), .init(name: "name", type: .text),
    ])
    let records = PickList(
      [ListRecord(id: .integer(7), ["name": .text("Ann")])], schema: schema, id: "code")
    records.search = "ann"
    #expect(try await records.items.map { $0["name"] } == [.text("Ann")])

    let numbers = try await PickList(source: Numbers())
    #expect(try await numbers.filter("number:>10").total == 2)
    let list = try await LiveList.open(Numbers())
    let outcome = try await list.apply([.insert(["number": .integer(40)]), .delete(.integer(1))])
    #expect(outcome.inserted == [.integer(4)])
    #expect(try await list.ids().ids == [.integer(2), .integer(3), .integer(4)])
  }

  @Test("a list picker of a data source")
  func listPicker() throws {
    let colors = ListPicker(Colors(), allowsEmptySelection: false)
    var updates: [ListPickerUpdate] = []
    colors.onUpdate = { updates.append($0) }
    colors.searchText = "gr"
    #expect(colors.sections.map(\.count) == [1])
    #expect(try colors.cell(at: ListPickerIndexPath(row: 0))?.title == "green")
    try colors.tap(.integer(1))
    #expect(colors.selectedIndices == [1])
    #expect(try colors.tap(.integer(1)).refusals.map(\.rule) == [.minimum])
    #expect(updates.map(\.selected) == [[], [.integer(1)]])
    #expect(try colors.done() == .done([.integer(1)]))
  }

  @Test("changesets: applied, as text, encoded")
  func changesets() throws {
    let notation = #"+#1(maps: 7) -0:1(2) *0:2(3) +0:2(5)"#
    let changes = try Changeset(notation: notation)
    #expect(changes.notation == notation)
    var sections = [
      Changeset<RowID>.Section(name: "", ids: [.integer(1), .integer(2), .integer(3)])
    ]
    changes.apply(to: &sections)
    #expect(
      sections == [
        .init(name: "", ids: [.integer(1), .integer(3), .integer(5)]),
        .init(name: "maps", ids: [.integer(7)]),
      ])
    let coded = try JSONDecoder().decode(
      Changeset<RowID>.self, from: JSONEncoder().encode(changes))
    #expect(coded == changes)
    #expect(throws: NotationError.self) { try Changeset(notation: "-0(1") }

    var rows = ["a", "b"]
    try Changeset(notation: "0:0>0:1(1)").apply(to: &rows) { "\($0)" }
    #expect(rows == ["b", "a"])
  }
}
