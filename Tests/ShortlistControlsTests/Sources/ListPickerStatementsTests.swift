import ShortlistControls
import Testing

/// What the reference of FUIListPicker says of its data source and no other test shows.
@MainActor
@Suite("What FUIListPicker says of a data source")
struct ListPickerStatementsTests {
  private typealias Picker = ListPicker<ListPickerCell>

  /// A source of one item that notes which of its functions are called, with what.
  private final class Witness: ListPickerDataSource {
    let isInSections: Bool
    private(set) var functions: Set<ListPickerFunction> = []
    private(set) var calls: Set<String> = []
    private(set) var pickers: Set<ObjectIdentifier> = []

    init(isInSections: Bool) { self.isInSections = isInSections }

    private func note(_ picker: Picker, _ function: ListPickerFunction?, _ call: String) {
      pickers.insert(ObjectIdentifier(picker))
      if let function { functions.insert(function) }
      calls.insert(call)
    }

    func numberOfRows(in listPicker: Picker) -> Int {
      note(listPicker, .numberOfRows, "rows")
      return 1
    }

    func listPicker(
      _ listPicker: Picker, cellForRowAt index: Int, isFiltered: Bool
    ) -> ListPickerCell {
      note(listPicker, .cellForRow, "cell \(index) \(isFiltered)")
      return ListPickerCell("one")
    }

    func listPicker(_ listPicker: Picker, uniqueIdentifierForItemAt index: Int) -> String {
      note(listPicker, .identifierForIndex, "identifier \(index)")
      return "1"
    }

    func listPicker(_ listPicker: Picker, indexForUniqueIdentifier identifier: String) -> Int? {
      note(listPicker, .indexForIdentifier, "index \(identifier)")
      return 0
    }

    func listPicker(
      _ listPicker: Picker, cellForItemWithUniqueIdentifier identifier: String
    ) -> ListPickerCell {
      note(listPicker, .cellForIdentifier, "item \(identifier)")
      return ListPickerCell("one")
    }

    func allUniqueIdentifiers(in listPicker: Picker) -> [String]? {
      note(listPicker, nil, "all")
      return ["1"]
    }

    func numberOfSections(in listPicker: Picker) throws(ListPickerError) -> Int {
      if !isInSections { throw .missing(.numberOfSections) }
      note(listPicker, .numberOfSections, "sections")
      return 1
    }

    func listPicker(_ listPicker: Picker, numberOfRowsInSection section: Int) -> Int {
      note(listPicker, .numberOfRowsInSection, "rows of \(section)")
      return 1
    }

    func listPicker(_ listPicker: Picker, titleForHeaderInSection section: Int) -> String? {
      note(listPicker, nil, "title \(section)")
      return nil
    }

    func listPicker(
      _ listPicker: Picker, cellForRowAtIndexPath place: ListPickerIndexPath, isFiltered: Bool
    ) -> ListPickerCell {
      note(listPicker, .cellForIndexPath, "cell \(place.section):\(place.row) \(isFiltered)")
      return ListPickerCell("one")
    }

    func listPicker(
      _ listPicker: Picker, uniqueIdentifierForItemAtIndexPath place: ListPickerIndexPath
    ) -> String {
      note(listPicker, .identifierForIndexPath, "identifier \(place.section):\(place.row)")
      return "1"
    }

    func listPicker(
      _ listPicker: Picker, indexPathForUniqueIdentifier identifier: String
    ) -> ListPickerIndexPath? {
      note(listPicker, .indexPathForIdentifier, "place \(identifier)")
      return ListPickerIndexPath(row: 0)
    }
  }

  /// Shows List picker 7, List picker 8, List picker 9, List picker 12, List picker 18.
  ///
  /// Also List picker 23, List picker 26, List picker 29, List picker 35, List picker 38,
  /// List picker 42, List picker 46, List picker 50, List picker 53, List picker 59.
  @Test("of each shape the functions that are required are called, by the picker, and no others")
  func required() throws {
    let shapes: [(isIdentified: Bool, isInSections: Bool, [ListPickerFunction], Set<String>)] = [
      (false, true, [.numberOfRows, .cellForRow], ["rows", "cell 0 false"]),
      (
        true, false,
        [.numberOfRows, .cellForRow, .cellForIdentifier, .identifierForIndex, .indexForIdentifier],
        ["rows", "cell 0 false", "item 1", "identifier 0", "index 1", "all"]
      ),
      (
        true, true,
        [
          .numberOfSections, .numberOfRowsInSection, .cellForIndexPath, .identifierForIndexPath,
          .cellForIdentifier, .indexPathForIdentifier,
        ],
        [
          "sections", "rows of 0", "cell 0:0 false", "item 1", "identifier 0:0", "place 1", "all",
          "title 0",
        ]
      ),
    ]
    for (isIdentified, isInSections, functions, calls) in shapes {
      let source = Witness(isInSections: isInSections)
      let picker = ListPicker(
        source, isDataSourceRequiringUniqueIdentifiers: isIdentified, selectedSection: .always)
      #expect(picker.sections.map(\.count) == [1])
      let first = ListPickerIndexPath(row: 0)
      #expect(try picker.cell(at: first)?.title == "one")
      try picker.tap(try #require(picker.id(at: first)))
      #expect(try picker.cell(at: first)?.title == "one")
      #expect((picker.selectAllButton != nil) == isIdentified)
      #expect(source.functions == Set(functions))
      #expect(source.calls == calls)
      #expect(source.pickers == [ObjectIdentifier(picker)])
    }
  }

  /// Shows List picker 24, List picker 27.
  @Test("by identifier both look-ups are of the list as it is, filtered or not")
  func lookUpsByIdentifier() throws {
    let stock = ListPickerStock(["red", "green", "blue", "grey"])
    let picker = ListPicker(
      SearchingStockSource(stock, .byIdentifier), isDataSourceRequiringUniqueIdentifiers: true)
    #expect(picker.id(at: .init(row: 3)) == .text("grey"))
    #expect(picker.indexPath(of: .text("grey")) == .init(row: 3))
    picker.searchText = "gr"
    #expect(picker.id(at: .init(row: 1)) == .text("grey"))
    #expect(picker.indexPath(of: .text("grey")) == .init(row: 1))
    #expect(picker.indexPath(of: .text("red")) == nil)
    #expect(try picker.cell(at: .init(row: 1))?.title == "grey")
  }

  /// Shows List picker 44, List picker 48, List picker 51, List picker 54.
  @Test("in sections both look-ups are of the list as it is, filtered or not")
  func lookUpsInSections() throws {
    let stock = ListPickerStock(
      [["red", "green"], ["blue", "grey"]].map { $0.map { .init(id: $0, text: $0) } })
    let picker = ListPicker(
      SearchingStockSource(stock, .inSections), isDataSourceRequiringUniqueIdentifiers: true)
    let last = ListPickerIndexPath(section: 1, row: 1)
    #expect(picker.id(at: last) == .text("grey"))
    #expect(picker.indexPath(of: .text("grey")) == last)
    #expect(stock.asked.allSatisfy { !$0.isFiltered })
    picker.searchText = "gr"
    stock.forgetAsked()
    let first = ListPickerIndexPath(section: 1, row: 0)
    #expect(picker.id(at: first) == .text("grey"))
    #expect(picker.indexPath(of: .text("grey")) == first)
    #expect(picker.indexPath(of: .text("red")) == nil && picker.id(at: last) == nil)
    #expect(try picker.cell(at: first)?.title == "grey")
    #expect(stock.asked.map(\.place) == [first] && stock.asked.allSatisfy(\.isFiltered))
  }

  /// Shows List picker 30.
  @Test("an index of -1 means that the item is not in the list, as nil does")
  func minusOne() throws {
    for none in [nil, -1] {
      let stock = ListPickerStock(["red", "green"])
      var source = stock.source(.byIdentifier)
      source.indexForIdentifier = { stock.place($0)?.row ?? none }
      let picker = ListPicker(source, isDataSourceRequiringUniqueIdentifiers: true)
      #expect(try picker.cell(of: .text("green"))?.title == "green")
      stock.sections[0].removeLast()
      #expect(throws: ListPickerError.changed(.text("green"))) {
        try picker.cell(of: .text("green"))
      }
    }
  }

  /// A source with the functions of the document as they stand there.
  private struct Literal: ListPickerDataSource {
    let names = ["red", "green"]
    typealias Picker = ListPicker<ListPickerCell>

    func numberOfSections(in listPicker: Picker) -> Int { 1 }
    func listPicker(_ listPicker: Picker, numberOfRowsInSection section: Int) -> Int {
      names.count
    }
    func listPicker(_ listPicker: Picker, titleForHeaderInSection section: Int) -> String {
      "section \(section)"
    }
    func listPicker(
      _ listPicker: Picker, cellForRowAtIndexPath indexPath: ListPickerIndexPath, isFiltered: Bool
    ) -> ListPickerCell { ListPickerCell(names[indexPath.row]) }
    func listPicker(
      _ listPicker: Picker, uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
    ) -> String { names[indexPath.row] }
    func listPicker(
      _ listPicker: Picker, indexPathForUniqueIdentifier identifier: String
    ) -> ListPickerIndexPath? {
      names.firstIndex(of: identifier).map { ListPickerIndexPath(row: $0) }
    }
    func listPicker(
      _ listPicker: Picker, cellForItemWithUniqueIdentifier identifier: String
    ) -> ListPickerCell { ListPickerCell(identifier) }
    func allUniqueIdentifiers(in listPicker: Picker) -> [String] { names }
  }

  /// A source without sections with the functions of the document as they stand there.
  private struct LiteralWithoutSections: ListPickerDataSource {
    let names = ["red", "green"]
    typealias Picker = ListPicker<ListPickerCell>

    func numberOfRows(in listPicker: Picker) -> Int { names.count }
    func listPicker(
      _ listPicker: Picker, cellForRowAt index: Int, isFiltered: Bool
    ) -> ListPickerCell { ListPickerCell(names[index]) }
    func listPicker(_ listPicker: Picker, uniqueIdentifierForItemAt index: Int) -> String {
      names[index]
    }
    func listPicker(_ listPicker: Picker, indexForUniqueIdentifier identifier: String) -> Int {
      names.firstIndex(of: identifier) ?? -1
    }
    func listPicker(
      _ listPicker: Picker, cellForItemWithUniqueIdentifier identifier: String
    ) -> ListPickerCell { ListPickerCell(identifier) }
  }

  /// Shows List picker 30.
  @Test("the functions of the document work as they stand, with results that are not optional")
  func literal() throws {
    let picker = ListPicker(Literal(), isDataSourceRequiringUniqueIdentifiers: true)
    #expect(picker.problem == nil)
    #expect(picker.sections.map(\.title) == ["section 0"] && picker.sections[0].count == 2)
    #expect(picker.selectAllButton?.count == 2)
    let flat = ListPicker(LiteralWithoutSections(), isDataSourceRequiringUniqueIdentifiers: true)
    #expect(flat.problem == nil && flat.sections.map(\.count) == [2])
    #expect(flat.selectAllButton == nil)
    #expect(try flat.cell(of: .text("green"))?.title == "green")
  }

  /// Shows List picker 40, List picker 41.
  @Test("titles are asked for in sections only, and need not be there")
  func titles() {
    let stock = ListPickerStock(["red"])
    var source = stock.source(.byIdentifier)
    source.titleForHeader = { _ in
      Issue.record("a title was asked for")
      return "title"
    }
    for isIdentified in [true, false] {
      let picker = ListPicker(source, isDataSourceRequiringUniqueIdentifiers: isIdentified)
      #expect(picker.sections.map(\.title) == [nil])
    }
    var inSections = stock.source(.inSections)
    inSections.titleForHeader = { "section \($0)" }
    func shown() -> [String?] {
      ListPicker(inSections, isDataSourceRequiringUniqueIdentifiers: true).sections.map(\.title)
    }
    #expect(shown() == ["section 0"])
    inSections.titleForHeader = nil
    #expect(shown() == [nil])
  }

  /// Shows List picker 57.
  @Test("without all identifiers there is no Select All")
  func noSelectAll() {
    let stock = ListPickerStock(["red", "green"])
    var source = stock.source(.byIdentifier)
    func button() -> ListPickerSelectAll? {
      ListPicker(source, isDataSourceRequiringUniqueIdentifiers: true).selectAllButton
    }
    #expect(button() == nil)
    source.allIdentifiers = nil
    #expect(button() == nil)
    source.allIdentifiers = { ["red", "green"] }
    #expect(button()?.text == "selectAll 2")
  }
}
