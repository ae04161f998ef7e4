import ShortlistControls

/// What a list picker shows in tests: items in sections, which can be changed.
@MainActor
final class ListPickerStock {
  struct Item: Hashable {
    var id: String
    var text: String
  }

  /// The current list.
  var sections: [[Item]]
  /// The whole list, while a source has filtered the current one.
  var whole: [[Item]]?
  var titles: [String]?
  var allIdentifiers: [String]?
  /// The cells that were asked for: where, and in which list.
  private(set) var asked: [(place: ListPickerIndexPath, isFiltered: Bool)] = []

  init(_ sections: [[Item]]) { self.sections = sections }

  /// One section of items whose identifiers are their texts.
  convenience init(_ texts: [String]) { self.init([texts.map { Item(id: $0, text: $0) }]) }

  var items: [Item] { (whole ?? sections).flatMap(\.self) }

  func cell(_ place: ListPickerIndexPath, _ isFiltered: Bool) -> ListPickerCell {
    asked.append((place, isFiltered))
    let list = isFiltered ? sections : whole ?? sections
    return ListPickerCell(list[place.section][place.row].text)
  }

  func cell(_ id: String) -> ListPickerCell {
    ListPickerCell(items.first { $0.id == id }?.text ?? "no \(id)")
  }

  func place(_ id: String) -> ListPickerIndexPath? {
    for (section, items) in sections.enumerated() {
      if let row = items.firstIndex(where: { $0.id == id }) {
        return ListPickerIndexPath(section: section, row: row)
      }
    }
    return nil
  }

  func forgetAsked() { asked = [] }

  /// A source of the three shapes, with all functions that it needs, and no others.
  func source(_ shape: Shape) -> AssembledListPickerDataSource<ListPickerCell> {
    var source = AssembledListPickerDataSource<ListPickerCell>()
    source.allIdentifiers = { self.allIdentifiers }
    source.titleForHeader = { section in self.titles?[section] }
    if shape == .inSections {
      source.numberOfSections = { self.sections.count }
      source.numberOfRowsInSection = { self.sections[$0].count }
      source.cellForIndexPath = { self.cell($0, $1) }
      source.identifierForIndexPath = { self.sections[$0.section][$0.row].id }
      source.indexPathForIdentifier = { self.place($0) }
    } else {
      source.numberOfRows = { self.sections[0].count }
      source.cellForRow = { self.cell(ListPickerIndexPath(row: $0), $1) }
    }
    if shape == .byIdentifier {
      source.identifierForIndex = { self.sections[0][$0].id }
      source.indexForIdentifier = { self.place($0)?.row }
    }
    if shape != .byIndex { source.cellForIdentifier = { self.cell($0) } }
    return source
  }

  enum Shape: CaseIterable {
    case byIndex
    case byIdentifier
    case inSections
  }
}

/// A source of a stock that searches the stock itself.
@MainActor
struct SearchingStockSource: SearchingListPickerDataSource {
  let stock: ListPickerStock
  let source: AssembledListPickerDataSource<ListPickerCell>

  init(_ stock: ListPickerStock, _ shape: ListPickerStock.Shape) {
    self.stock = stock
    source = stock.source(shape)
  }

  func listPicker(_ listPicker: ListPicker<ListPickerCell>, didChangeSearchText text: String) {
    let whole = stock.whole ?? stock.sections
    stock.whole = text.isEmpty ? nil : whole
    stock.sections =
      text.isEmpty ? whole : whole.map { items in items.filter { $0.text.contains(text) } }
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, unfilteredIndexForFilteredIndex index: Int
  ) -> Int {
    stock.items.firstIndex(of: stock.sections[0][index]) ?? -1
  }

  func numberOfRows(in listPicker: ListPicker<ListPickerCell>) throws(ListPickerError) -> Int {
    try source.numberOfRows(in: listPicker)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerError) -> ListPickerCell {
    try source.listPicker(listPicker, cellForRowAt: index, isFiltered: isFiltered)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerError) -> String {
    try source.listPicker(listPicker, uniqueIdentifierForItemAt: index)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, indexForUniqueIdentifier identifier: String
  ) throws(ListPickerError) -> Int? {
    try source.listPicker(listPicker, indexForUniqueIdentifier: identifier)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForItemWithUniqueIdentifier identifier: String
  ) throws(ListPickerError) -> ListPickerCell {
    try source.listPicker(listPicker, cellForItemWithUniqueIdentifier: identifier)
  }

  func numberOfSections(
    in listPicker: ListPicker<ListPickerCell>
  ) throws(ListPickerError) -> Int {
    try source.numberOfSections(in: listPicker)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, numberOfRowsInSection section: Int
  ) throws(ListPickerError) -> Int {
    try source.listPicker(listPicker, numberOfRowsInSection: section)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, cellForRowAtIndexPath place: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerError) -> ListPickerCell {
    try source.listPicker(listPicker, cellForRowAtIndexPath: place, isFiltered: isFiltered)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>,
    uniqueIdentifierForItemAtIndexPath place: ListPickerIndexPath
  ) throws(ListPickerError) -> String {
    try source.listPicker(listPicker, uniqueIdentifierForItemAtIndexPath: place)
  }

  func listPicker(
    _ listPicker: ListPicker<ListPickerCell>, indexPathForUniqueIdentifier identifier: String
  ) throws(ListPickerError) -> ListPickerIndexPath? {
    try source.listPicker(listPicker, indexPathForUniqueIdentifier: identifier)
  }
}

extension ListPicker {
  /// The ids of the shown sections.
  var shown: [[RowID]] {
    sections.enumerated().map { index, section in
      (0..<section.count).compactMap { id(at: ListPickerIndexPath(section: index, row: $0)) }
    }
  }
}

extension [RowID] {
  init(_ texts: String...) { self = texts.map(RowID.text) }
}

extension ListPickerSelectAll {
  /// The button as text: what it does, with how many rows, and why it would not.
  var text: String { "\(action) \(count)" + (refusal.map { ": \($0)" } ?? "") }
}

extension ListPickerSelectionChange {
  /// The change as text: why, what came, what went.
  var text: String { "\(cause) +\(added) -\(removed)" }
}
