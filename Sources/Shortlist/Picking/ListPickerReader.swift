/// The current list of a data source, through the functions of its shape.
@MainActor
struct ListPickerReader<Cell: ListPickerCellContent> {
  /// The shapes of sources.
  enum Shape {
    case byIndex
    case byIdentifier
    case inSections
  }

  /// A row of the list.
  struct Row {
    var id: RowID
    var text: String
    var place: ListPickerIndexPath
  }

  /// All that a picker needs to know of the list.
  struct List {
    var shape: Shape
    var sections: Int
    var rows: [Row] = []
    /// The first row that has the id of another one.
    var repeated: ListPickerProblem?
  }

  let picker: ListPicker<Cell>
  let source: any ListPickerDataSource<Cell>
  /// Whether the current list is a filtered one.
  let isFiltered: Bool

  /// Reads the list.
  ///
  /// - Throws: What is missing, or negative.
  /// - Complexity: O(rows), one call for the cell of each and one for its identifier
  func list() throws(ListPickerProblem) -> List {
    let (shape, sections) = try shape()
    var list = List(shape: shape, sections: sections)
    var seen: Set<RowID> = []
    for section in 0..<sections {
      for row in 0..<(try rows(in: section, shape)) {
        let place = ListPickerIndexPath(section: section, row: row)
        let id = try id(at: place, shape)
        let text = try cell(at: place, shape).searchText
        if seen.isEmpty { try tryLookups(id, shape) }
        if seen.insert(id).inserted {
          list.rows.append(Row(id: id, text: text, place: place))
        } else if list.repeated == nil {
          list.repeated = .repeated(id, place)
        }
      }
    }
    return list
  }

  /// The shape, and the number of sections.
  private func shape() throws(ListPickerProblem) -> (Shape, sections: Int) {
    if !picker.isDataSourceRequiringUniqueIdentifiers { return (.byIndex, 1) }
    let sections: Int
    do throws(ListPickerProblem) {
      sections = try source.numberOfSections(in: picker)
    } catch .missing(.numberOfSections) {
      return (.byIdentifier, 1)
    }
    return (.inSections, try natural(sections, .numberOfSections))
  }

  /// Calls the functions once that are not needed to read the list, to know that they are there.
  private func tryLookups(_ id: RowID, _ shape: Shape) throws(ListPickerProblem) {
    if shape == .byIndex { return }
    _ = try cell(of: id)
    _ = try isListed(id, shape)
  }

  /// The number of rows of a section.
  func rows(in section: Int, _ shape: Shape) throws(ListPickerProblem) -> Int {
    if shape == .inSections {
      let rows = try source.listPicker(picker, numberOfRowsInSection: section)
      return try natural(rows, .numberOfRowsInSection)
    }
    return try natural(source.numberOfRows(in: picker), .numberOfRows)
  }

  /// The id of a row.
  func id(at place: ListPickerIndexPath, _ shape: Shape) throws(ListPickerProblem) -> RowID {
    switch shape {
    case .byIndex:
      guard isFiltered, let source = source as? any SearchingListPickerDataSource<Cell> else {
        return .integer(place.row)
      }
      let index = try source.listPicker(picker, unfilteredIndexForFilteredIndex: place.row)
      return .integer(try natural(index, .unfilteredIndex))
    case .byIdentifier:
      return .text(try source.listPicker(picker, uniqueIdentifierForItemAt: place.row))
    case .inSections:
      return .text(try source.listPicker(picker, uniqueIdentifierForItemAtIndexPath: place))
    }
  }

  /// The cell of a row.
  func cell(at place: ListPickerIndexPath, _ shape: Shape) throws(ListPickerProblem) -> Cell {
    if shape == .inSections {
      return try source.listPicker(picker, cellForRowAtIndexPath: place, isFiltered: isFiltered)
    }
    return try source.listPicker(picker, cellForRowAt: place.row, isFiltered: isFiltered)
  }

  /// The cell of an item, wherever it is; the index of one is that in the whole list.
  func cell(of id: RowID) throws(ListPickerProblem) -> Cell {
    if case .integer(let index) = id {
      return try source.listPicker(picker, cellForRowAt: index, isFiltered: false)
    }
    return try source.listPicker(picker, cellForItemWithUniqueIdentifier: id.description)
  }

  /// Whether the list has an item.
  func isListed(_ id: RowID, _ shape: Shape) throws(ListPickerProblem) -> Bool {
    let identifier = id.description
    switch shape {
    case .byIndex:
      return try rows(in: 0, shape) > id.index ?? .max
    case .byIdentifier:
      let index = try source.listPicker(picker, indexForUniqueIdentifier: identifier)
      return index.map { $0 >= 0 } == true
    case .inSections:
      return try source.listPicker(picker, indexPathForUniqueIdentifier: identifier) != nil
    }
  }

  /// Whether a row is still where the list had it when it was read.
  func isUnchanged(
    _ id: RowID, at place: ListPickerIndexPath, _ shape: Shape
  ) throws(ListPickerProblem) -> Bool {
    if shape == .inSections {
      guard place.section < (try source.numberOfSections(in: picker)) else { return false }
    }
    guard place.row < (try rows(in: place.section, shape)) else { return false }
    return try self.id(at: place, shape) == id
  }

  private func natural(
    _ number: Int, _ function: ListPickerFunction
  ) throws(ListPickerProblem) -> Int {
    if number < 0 { throw .negative(function, number) }
    return number
  }
}

extension RowID {
  /// The index that identifies a row of a source by index.
  var index: Int? { if case .integer(let index) = self { index } else { nil } }

  /// The identifier of a row of a source by unique identifier.
  var identifier: String? { if case .text(let identifier) = self { identifier } else { nil } }
}
