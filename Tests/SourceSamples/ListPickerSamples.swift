import ShortlistControls
import Testing

/// A data source with the functions of the document, which counts the cells that it makes.
@MainActor
private class Options: ListPickerDataSource {
  typealias Picker = ListPicker<ListPickerCell>

  var names: [String]
  /// The names that have been loaded.
  var loaded: Int
  private(set) var cells = 0
  fileprivate var filtered: [String]?

  init(_ count: Int, loaded: Int? = nil) {
    names = (0..<count).map { "row \($0)" }
    self.loaded = loaded ?? count
  }

  fileprivate var current: ArraySlice<String> { filtered?[...] ?? names.prefix(loaded) }

  fileprivate func makeCell(_ name: String) -> ListPickerCell {
    cells += 1
    return ListPickerCell(name)
  }

  func numberOfRows(in listPicker: Picker) -> Int { current.count }
  func listPicker(
    _ listPicker: Picker, cellForRowAt index: Int, isFiltered: Bool
  ) -> ListPickerCell { makeCell(isFiltered ? current[index] : names[index]) }
  func listPicker(
    _ listPicker: Picker, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) -> ListPickerCell { makeCell(uniqueIdentifier) }
  func listPicker(_ listPicker: Picker, uniqueIdentifierForItemAt index: Int) -> String {
    current[index]
  }
  func listPicker(_ listPicker: Picker, indexForUniqueIdentifier uniqueIdentifier: String) -> Int {
    current.firstIndex(of: uniqueIdentifier) ?? -1
  }
  func allUniqueIdentifiers(in listPicker: Picker) -> [String]? { names }
}

/// The same, which searches for itself.
private final class SearchingOptions: Options, SearchingListPickerDataSource {
  func listPicker(_ listPicker: Picker, didChangeSearchText text: String) {
    filtered = text.isEmpty ? nil : names.filter { $0.contains(text) }
  }
}

/// What the page of FUIListPickerDataSource says about a table that draws cells.
@Suite("The samples of FUIListPicker") @MainActor
struct ListPickerSamples {
  /// Draws the first rows, as a table view does.
  private func draw(_ picker: ListPicker<ListPickerCell>, _ count: Int = 20) throws -> [String] {
    try (0..<count).compactMap { try picker.cell(at: ListPickerIndexPath(row: $0))?.title }
  }

  @Test("opening makes no cell that is not drawn, and neither does a reload or a tap")
  func lazyCells() throws {
    let source = Options(50_000)
    let picker = ListPicker(source, isDataSourceRequiringUniqueIdentifiers: true)
    #expect(picker.sections.map(\.count) == [50_000])
    #expect(try draw(picker) == Array(source.names.prefix(20)))
    // Beside those that are drawn, the first row is asked for by both functions.
    let once = 20 + 2
    #expect(source.cells == once)
    picker.reloadData()
    #expect(source.cells == once + 20 + 2)
    try picker.tap(.text("row 49999"))
    #expect(picker.selectedUniqueIdentifiers == ["row 49999"])
    #expect(source.cells == once + 20 + 2)
    #expect(picker.selectAllButton?.text == "selectAll 49999")
    try picker.selectAll()
    #expect(picker.selectedCount == 50_000)
    #expect(source.cells == once + 20 + 2)
  }

  @Test("a source that searches for itself is asked for the cells that are drawn only")
  func searching() throws {
    let source = SearchingOptions(20_000)
    let picker = ListPicker(source, isDataSourceRequiringUniqueIdentifiers: true)
    try picker.tap(.text("row 10"))
    var cells = source.cells
    for text in ["1", "19", ""] {
      picker.searchText = text
      #expect(try draw(picker, 5).count == 5)
      #expect(source.cells <= cells + 5 + 2)
      cells = source.cells
    }
    picker.searchText = "row 1999"
    #expect(try draw(picker) == ["row 1999"] + (0...9).map { "row 1999\($0)" })
    try picker.selectAll()
    #expect(picker.selectedCount == 12)
    #expect(picker.sections.map(\.selected) == [11])
    picker.searchText = ""
    #expect(picker.selectedCount == 12 && picker.sections.map(\.selected) == [12])
  }

  @Test("the picker's own search reads all cells, once")
  func ownSearch() throws {
    let source = Options(2000)
    let picker = ListPicker(source, isDataSourceRequiringUniqueIdentifiers: true)
    picker.searchText = "1999"
    #expect(try draw(picker) == ["row 1999"])
    let cells = source.cells
    #expect(cells <= 2000 + 4)
    picker.searchText = "199"
    picker.searchText = ""
    #expect(source.cells == cells)
  }

  @Test("Select All selects all that the source names, also rows not loaded yet")
  func selectAll() throws {
    let source = Options(100, loaded: 20)
    let picker = ListPicker(
      source, isDataSourceRequiringUniqueIdentifiers: true, selectedSection: .always)
    #expect(picker.selectAllButton?.text == "selectAll 100")
    try picker.selectAll()
    #expect(picker.selectedUniqueIdentifiers == source.names)
    #expect(picker.selectAllButton?.text == "deselectAll 100")
    // The function by identifier draws the rows that are not loaded.
    #expect(try picker.cell(at: ListPickerIndexPath(section: 0, row: 99))?.title == "row 99")
    // The next page.
    source.loaded = 40
    picker.reloadData()
    #expect(picker.sections.map(\.count) == [100, 40] && picker.selectedCount == 100)
  }
}

extension ListPickerSelectAll {
  fileprivate var text: String { "\(action) \(count)" }
}
