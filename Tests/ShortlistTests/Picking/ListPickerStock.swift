import Shortlist

/// What a list picker shows in tests: items in sections, which can be changed.
@MainActor
final class ListPickerStock {
  struct Item: Hashable {
    var id: String
    var text: String
  }

  var sections: [[Item]]
  var titles: [String]?
  var allIdentifiers: [String]?
  /// The cells that were asked for: where, and in which list.
  private(set) var asked: [(place: ListPickerIndexPath, isFiltered: Bool)] = []

  init(_ sections: [[Item]]) { self.sections = sections }

  /// One section of items whose identifiers are their texts.
  convenience init(_ texts: [String]) { self.init([texts.map { Item(id: $0, text: $0) }]) }

  var items: [Item] { sections.flatMap(\.self) }

  func cell(_ place: ListPickerIndexPath, _ isFiltered: Bool) -> ListPickerCell {
    asked.append((place, isFiltered))
    return ListPickerCell(sections[place.section][place.row].text)
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
