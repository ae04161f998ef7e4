import ShortlistControls
import Testing

@Suite("The data source of a list picker") @MainActor
struct ListPickerDataSourceTests {
  private typealias Source = AssembledListPickerDataSource<ListPickerCell>

  private func picker(
    _ source: Source, isIdentified: Bool = true
  ) -> ListPicker<ListPickerCell> {
    ListPicker(source, isDataSourceRequiringUniqueIdentifiers: isIdentified)
  }

  private func titles(_ picker: ListPicker<ListPickerCell>) throws -> [[String]] {
    try picker.sections.enumerated().map { index, section in
      try (0..<section.count).map { row in
        try #require(try picker.cell(at: ListPickerIndexPath(section: index, row: row))).title
      }
    }
  }

  // MARK: Shapes

  /// Shows List picker 2, List picker 10, List picker 14, List picker 19.
  @Test("by index: rows are known by their index, and drawn from the whole list")
  func byIndex() throws {
    let stock = ListPickerStock(["red", "green", "red"])
    let picker = picker(stock.source(.byIndex), isIdentified: false)
    #expect(picker.problem == nil)
    #expect(picker.shown == [[0, 1, 2].map(RowID.integer)])
    #expect(try titles(picker) == [["red", "green", "red"]])
    #expect(stock.asked.allSatisfy { !$0.isFiltered })
    try picker.tap(.integer(2))
    try picker.tap(.integer(0))
    #expect(picker.selectedIndices == [2, 0])
    #expect(picker.selectedUniqueIdentifiers.isEmpty)
  }

  /// Shows List picker 5, List picker 32, List picker 58.
  @Test("by index, the number of sections and all identifiers have no effect")
  func ignoredByIndex() {
    let stock = ListPickerStock([["a", "b"], ["c"]].map { $0.map { .init(id: $0, text: $0) } })
    stock.titles = ["one", "two"]
    stock.allIdentifiers = ["a", "b", "c"]
    var source = stock.source(.byIndex)
    source.numberOfSections = {
      Issue.record("the number of sections was asked for")
      return 2
    }
    let picker = picker(source, isIdentified: false)
    #expect(picker.shown == [[0, 1].map(RowID.integer)])
    #expect(picker.sections.map(\.title) == [nil])
    #expect(picker.selectAllButton == nil)
  }

  @Test("by unique identifier: rows are known by it, wherever they are")
  func byIdentifier() throws {
    let stock = ListPickerStock(["red", "green", "blue"])
    stock.titles = ["not shown"]
    let picker = picker(stock.source(.byIdentifier))
    #expect(picker.shown == [.init("red", "green", "blue")])
    #expect(picker.sections.map(\.title) == [nil])
    #expect(picker.indexPath(of: .text("blue")) == ListPickerIndexPath(row: 2))
    #expect(picker.indexPath(of: .text("pink")) == nil)
    try picker.tap(.text("blue"))
    stock.sections[0].reverse()
    picker.reloadData()
    #expect(picker.shown == [.init("blue", "green", "red")])
    #expect(picker.selectedUniqueIdentifiers == ["blue"])
    #expect(picker.indexPath(of: .text("blue")) == ListPickerIndexPath(row: 0))
  }

  /// Shows List picker 4, List picker 31, List picker 33, List picker 36, List picker 39.
  ///
  /// Also List picker 43, List picker 47.
  @Test("in sections: those of the source with their titles, also without rows")
  func inSections() throws {
    let stock = ListPickerStock(
      [["b", "a"], [], ["c"]].map { $0.map { .init(id: $0, text: $0) } })
    let picker = picker(stock.source(.inSections))
    #expect(picker.shown == [.init("b", "a"), [], .init("c")])
    #expect(picker.sections.map(\.title) == [nil, nil, nil])
    stock.titles = ["first", "none", "last"]
    #expect(picker.sections.map(\.title) == ["first", "none", "last"])
    #expect(picker.sections.map(\.kind) == [.items(0), .items(1), .items(2)])
    #expect(picker.indexPath(of: .text("c")) == ListPickerIndexPath(section: 2, row: 0))
    #expect(try titles(picker) == [["b", "a"], [], ["c"]])
    picker.searchText = "c"
    #expect(picker.sections.map(\.kind) == [.items(2)])
    #expect(picker.sections.map(\.title) == ["last"])
    #expect(picker.indexPath(of: .text("c")) == ListPickerIndexPath(section: 0, row: 0))
    #expect(try titles(picker) == [["c"]])
  }

  @Test("a source in ten sections and more keeps their order")
  func manySections() {
    let stock = ListPickerStock((0..<12).map { [.init(id: "\($0)", text: "\($0)")] })
    let picker = picker(stock.source(.inSections))
    #expect(picker.shown == (0..<12).map { .init("\($0)") })
    stock.sections.removeLast()
    picker.reloadData()
    #expect(picker.shown == (0..<11).map { .init("\($0)") })
  }

  // MARK: Missing functions

  private nonisolated static let missing: [(ListPickerStock.Shape, ListPickerFunction)] = [
    (.byIndex, .numberOfRows), (.byIndex, .cellForRow), (.byIdentifier, .numberOfRows),
    (.byIdentifier, .cellForRow), (.byIdentifier, .cellForIdentifier),
    (.byIdentifier, .identifierForIndex), (.byIdentifier, .indexForIdentifier),
    (.inSections, .numberOfRowsInSection), (.inSections, .cellForIndexPath),
    (.inSections, .identifierForIndexPath), (.inSections, .cellForIdentifier),
    (.inSections, .indexPathForIdentifier),
  ]

  /// Shows List picker 6, List picker 7, List picker 8, List picker 9, List picker 11.
  ///
  /// Also List picker 17, List picker 22, List picker 25, List picker 28, List picker 34,
  /// List picker 37, List picker 45, List picker 49, List picker 52.
  @Test("shows nothing, and says what is missing", arguments: missing)
  func missing(_ shape: ListPickerStock.Shape, _ function: ListPickerFunction) throws {
    let stock = ListPickerStock(["red", "green"])
    stock.allIdentifiers = ["red", "green"]
    var source = stock.source(shape)
    switch function {
    case .numberOfRows: source.numberOfRows = nil
    case .cellForRow: source.cellForRow = nil
    case .cellForIdentifier: source.cellForIdentifier = nil
    case .identifierForIndex: source.identifierForIndex = nil
    case .indexForIdentifier: source.indexForIdentifier = nil
    case .numberOfSections: source.numberOfSections = nil
    case .numberOfRowsInSection: source.numberOfRowsInSection = nil
    case .cellForIndexPath: source.cellForIndexPath = nil
    case .identifierForIndexPath: source.identifierForIndexPath = nil
    case .indexPathForIdentifier: source.indexPathForIdentifier = nil
    case .titleForHeader, .allIdentifiers, .unfilteredIndex:
      Issue.record("every shape can do without")
    }
    let picker = picker(source, isIdentified: shape != .byIndex)
    #expect(picker.problem == .missing(function))
    #expect(picker.problem?.description == "the data source has no \(function.rawValue)")
    #expect(picker.sections.isEmpty)
    #expect(picker.id(at: ListPickerIndexPath(row: 0)) == nil)
    #expect(try picker.cell(at: ListPickerIndexPath(row: 0)) == nil)
    #expect(try picker.cell(of: .text("red")) == nil)
    #expect(picker.indexPath(of: .text("red")) == nil)
    #expect(picker.selectAllButton == nil)
    #expect(try picker.tap(.text("red")).refusals.map(\.rule) == [.unknown])
  }

  /// Shows List picker 11, List picker 33.
  @Test("without the number of sections a source is one without sections")
  func noSections() {
    let stock = ListPickerStock(["red"])
    var source = stock.source(.inSections)
    source.numberOfSections = nil
    #expect(picker(source).problem == .missing(.numberOfRows))
  }

  @Test("a source of no functions is one whose first is missing")
  func nothing() {
    struct Nothing: ListPickerDataSource { typealias Cell = ListPickerCell }
    #expect(ListPicker(Nothing()).problem == .missing(.numberOfRows))
  }

  @Test("a function that goes missing hides all, and what is selected stays so")
  func goingMissing() throws {
    let stock = ListPickerStock(["red", "green"])
    final class Changing: ListPickerDataSource {
      var source: Source
      init(_ source: Source) { self.source = source }
      func numberOfRows(
        in listPicker: ListPicker<ListPickerCell>
      ) throws(ListPickerError) -> Int { try source.numberOfRows(in: listPicker) }
      func listPicker(
        _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
      ) throws(ListPickerError) -> ListPickerCell {
        try source.listPicker(listPicker, cellForRowAt: index, isFiltered: isFiltered)
      }
    }
    let source = Changing(stock.source(.byIndex))
    let picker = ListPicker(source, selectedSection: .always)
    try picker.tap(.integer(1))
    source.source.cellForRow = nil
    var updates: [ListPickerUpdate] = []
    picker.onUpdate = { updates.append($0) }
    picker.reloadData()
    #expect(picker.sections.isEmpty)
    #expect(picker.selectedIndices == [1])
    source.source.cellForRow = { index, _ in ListPickerCell(stock.items[index].text) }
    picker.reloadData()
    #expect(picker.problem == nil)
    #expect(picker.shown == [[1], [0, 1]].map { $0.map(RowID.integer) })
    #expect(updates.count == 2)
  }

  // MARK: Bad sources

  @Test("a source without rows shows none")
  func empty() throws {
    let stock = ListPickerStock([String]())
    stock.allIdentifiers = []
    let picker = picker(stock.source(.byIdentifier))
    #expect(picker.problem == nil)
    #expect(picker.shown == [[]])
    #expect(picker.selectAllButton?.refusal == "nothing is shown")
    stock.sections = []
    let sections = self.picker(stock.source(.inSections))
    #expect(sections.shown.isEmpty && sections.problem == nil)
  }

  @Test("a negative number is said, and nothing is shown")
  func negative() {
    let stock = ListPickerStock(["red"])
    var source = stock.source(.byIdentifier)
    source.numberOfRows = { -1 }
    #expect(picker(source).problem == .negative(.numberOfRows, -1))
    source = stock.source(.inSections)
    source.numberOfSections = { -2 }
    let picker = picker(source)
    #expect(picker.problem?.description == "numberOfSections(in:) gave -2")
    #expect(picker.sections.isEmpty)
  }

  @Test("of rows with one identifier the first is shown, and the next one is told")
  func repeated() throws {
    let stock = ListPickerStock(["red", "green", "red", "green", "blue"])
    let picker = picker(stock.source(.byIdentifier))
    #expect(picker.problem == .repeated(.text("red"), ListPickerIndexPath(row: 2)))
    #expect(picker.problem?.description == "red occurs again at row 2 of section 0")
    #expect(picker.shown == [.init("red", "green", "blue")])
    #expect(try titles(picker) == [["red", "green", "blue"]])
    stock.sections[0].removeSubrange(2...3)
    picker.reloadData()
    #expect(picker.problem == nil)
  }

  @Test("identifiers that only look the same are not")
  func exactIdentifiers() throws {
    let stock = ListPickerStock(["\u{E9}", "e\u{301}", ""])
    let picker = picker(stock.source(.byIdentifier))
    #expect(picker.problem == nil)
    try picker.tap(.text("e\u{301}"))
    #expect(!picker.isSelected(.text("\u{E9}")))
    try picker.tap(.text(""))
    #expect(picker.selectedCount == 2)
  }

  @Test("a source that shrinks between calls is not asked for what it has not")
  func shrinking() throws {
    let stock = ListPickerStock(["red", "green"])
    for shape in ListPickerStock.Shape.allCases {
      stock.sections = [["red", "green"].map { .init(id: $0, text: $0) }]
      let picker = picker(stock.source(shape), isIdentified: shape != .byIndex)
      let last = ListPickerIndexPath(row: 1)
      let id: RowID = shape == .byIndex ? .integer(1) : .text("green")
      stock.sections[0].removeLast()
      #expect(throws: ListPickerError.changed(id)) { try picker.cell(at: last) }
      #expect(throws: ListPickerError.changed(id)) { try picker.cell(of: id) }
      #expect(try picker.cell(at: ListPickerIndexPath(row: 0))?.title == "red")
      if shape == .inSections {
        stock.sections = []
        #expect(throws: ListPickerError.changed(id)) { try picker.cell(at: last) }
        stock.sections = [[]]
      }
      picker.reloadData()
      #expect(try picker.cell(at: last) == nil)
    }
  }

  @Test("a row that is another one now is not drawn as the old one")
  func replaced() {
    let stock = ListPickerStock(["red", "green"])
    let picker = picker(stock.source(.byIdentifier))
    stock.sections[0].swapAt(0, 1)
    #expect(throws: ListPickerError.changed(.text("red"))) {
      try picker.cell(at: ListPickerIndexPath(row: 0))
    }
  }

  @Test("there is nothing at a place that is out of range")
  func outOfRange() throws {
    let stock = ListPickerStock(["red", "green"])
    let picker = ListPicker(
      stock.source(.byIdentifier), isDataSourceRequiringUniqueIdentifiers: true,
      selectedSection: .always, selected: [.text("red")])
    for (section, row) in [(0, 1), (0, -1), (-1, 0), (1, 2), (1, -1), (2, 0)] {
      let place = ListPickerIndexPath(section: section, row: row)
      #expect(picker.id(at: place) == nil)
      #expect(try picker.cell(at: place) == nil)
    }
    #expect(try picker.cell(of: .text("pink")) == nil)
    #expect(try picker.cell(of: .integer(0)) == nil)
  }
}
