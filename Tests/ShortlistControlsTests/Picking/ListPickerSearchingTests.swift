import ShortlistControls
import Testing

/// A source that searches itself, backwards, and finds more than its list has.
@MainActor
private final class Searching: SearchingListPickerDataSource {
  var texts: [String]
  var more: [String] = []
  private(set) var told: [String] = []
  private(set) var filtered: [Bool] = []
  private var search = ""

  init(_ texts: [String]) { self.texts = texts }

  private var current: [String] {
    search.isEmpty ? texts : (texts + more).reversed().filter { $0.contains(search) }
  }

  func listPicker(_ listPicker: ListPicker<ListPickerCell>, didChangeSearchText text: String) {
    told.append(text)
    search = text
  }

  func numberOfRows(in listPicker: ListPicker<ListPickerCell>) -> Int { current.count }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
  ) -> ListPickerCell {
    filtered.append(isFiltered)
    return ListPickerCell(isFiltered ? current[index] : texts[index])
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForItemWithUniqueIdentifier identifier: String
  ) -> ListPickerCell {
    ListPickerCell(identifier, subtitle: "by identifier")
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, uniqueIdentifierForItemAt index: Int
  ) -> String {
    current[index]
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, indexForUniqueIdentifier identifier: String
  ) -> Int? {
    current.firstIndex(of: identifier)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, unfilteredIndexForFilteredIndex index: Int
  ) -> Int {
    texts.firstIndex(of: current[index]) ?? -1
  }

  func forget() { filtered = [] }
}

@Suite("A data source that searches itself") @MainActor
struct ListPickerSearchingTests {
  private let source = Searching(["red", "green", "blue", "grey"])

  private func picker(isIdentified: Bool = true) -> ListPicker<ListPickerCell> {
    ListPicker(
      source, isDataSourceRequiringUniqueIdentifiers: isIdentified, selectedSection: .always)
  }

  /// Shows List picker 13, List picker 15, List picker 16.
  @Test("is told the text, and its own order is shown")
  func searching() throws {
    let picker = picker()
    #expect(source.filtered.allSatisfy { !$0 })
    source.forget()
    picker.searchText = "r"
    #expect(picker.shown == [.init("grey", "green", "red")])
    #expect(try picker.cell(at: ListPickerIndexPath(row: 0))?.title == "grey")
    #expect(source.filtered.allSatisfy { $0 })
    picker.matchKind = .fuzzy
    picker.searchText = "r"
    picker.searchText = "nothing"
    #expect(picker.shown == [[]])
    picker.searchText = ""
    #expect(picker.shown == [.init("red", "green", "blue", "grey")])
    #expect(source.told == ["r", "nothing", ""])
  }

  /// Shows List picker 20, List picker 21.
  @Test("what is selected stays so, and rows that are not found are drawn by their identifier")
  func selecting() throws {
    let picker = picker()
    try picker.tap(.text("blue"))
    picker.searchText = "gr"
    try picker.tap(.text("grey"))
    #expect(picker.shown == [.init("blue", "grey"), .init("grey", "green")])
    let cells = try (0..<2).map { try picker.cell(at: ListPickerIndexPath(section: 0, row: $0)) }
    #expect(cells.map { $0?.subtitle } == ["by identifier", "by identifier"])
    try picker.selectAll()
    picker.searchText = ""
    #expect(picker.selectedUniqueIdentifiers == ["blue", "grey", "green"])
  }

  @Test("items beyond its list can be selected; a reload takes them out unless it knows of them")
  func beyond() throws {
    source.more = ["grue"]
    let picker = picker()
    picker.searchText = "gru"
    try picker.tap(.text("grue"))
    picker.searchText = ""
    #expect(picker.shown == [.init("grue"), .init("red", "green", "blue", "grey")])
    #expect(try picker.cell(at: ListPickerIndexPath(section: 0, row: 0))?.title == "grue")
    picker.reloadData()
    #expect(picker.selectedCount == 0)
  }

  @Test("data that change during a search take nothing out before it ends")
  func reloading() throws {
    let picker = picker()
    try picker.tap(.text("blue"))
    try picker.tap(.text("grey"))
    picker.searchText = "gr"
    source.texts = ["grass", "red", "grey"]
    picker.reloadData()
    #expect(picker.shown == [.init("blue", "grey"), .init("grey", "grass")])
    var changes: [ListPickerSelectionChange] = []
    picker.onSelectionChange = { changes.append($0) }
    picker.searchText = "gra"
    #expect(changes.isEmpty)
    picker.searchText = ""
    #expect(picker.shown == [.init("grey"), .init("grass", "red", "grey")])
    #expect(changes.map(\.text) == ["pruned +[] -[blue]"])
  }

  /// Shows List picker 16.
  @Test("by index, rows are known by their index in the whole list")
  func byIndex() throws {
    let picker = picker(isIdentified: false)
    try picker.tap(.integer(0))
    picker.searchText = "gr"
    #expect(picker.shown == [[.integer(0)], [.integer(3), .integer(1)]])
    try picker.tap(.integer(3))
    let titles = try (0..<2).map {
      try picker.cell(at: ListPickerIndexPath(section: 0, row: $0))?.title
    }
    #expect(titles == ["red", "grey"])
    #expect(try picker.cell(at: ListPickerIndexPath(section: 1, row: 1))?.title == "green")
    picker.searchText = ""
    #expect(picker.selectedIndices == [0, 3])
  }

  @Test("by index, an index in the whole list is needed, and cannot be negative")
  func missingIndex() {
    source.more = ["grue"]
    let picker = picker(isIdentified: false)
    picker.searchText = "gru"
    #expect(picker.problem == .negative(.unfilteredIndex, -1))
    #expect(picker.sections.isEmpty)
    picker.searchText = ""
    #expect(picker.problem == nil)

    struct NoIndex: SearchingListPickerDataSource {
      func listPicker(_: ListPicker<ListPickerCell>, didChangeSearchText text: String) {}
      func numberOfRows(in listPicker: ListPicker<ListPickerCell>) -> Int { 1 }
      func listPicker(
        _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
      ) -> ListPickerCell { ListPickerCell("one") }
    }
    let other = ListPicker(NoIndex())
    #expect(other.problem == nil)
    other.searchText = "o"
    #expect(other.problem == .missing(.unfilteredIndex))
  }
}
