import Shortlist
import ShortlistCore

/// Reads the current list of a data source, through the functions of its shape.
@MainActor
struct ListPickerReader<Cell: ListPickerCellContent> {
  /// The shapes of sources.
  enum Shape {
    case byIndex
    case byIdentifier
    case inSections
  }

  /// A section of the list.
  struct Section {
    var ids: [RowID] = []
    /// The indices of the rows in the source; nil if they are those of `ids`.
    var rows: [Int]?
  }

  /// The contents of a list.
  struct List {
    var shape: Shape
    var sections: [Section] = []
    /// The first row whose id duplicates that of another.
    var repeated: ListPickerError?

    /// The rows with their places in the source.
    var rows: some Sequence<(id: RowID, place: ListPickerIndexPath)> {
      sections.indices.lazy.flatMap { section in
        sections[section].ids.indices.lazy.map { (sections[section].ids[$0], place(section, $0)) }
      }
    }

    /// Returns the place in the source of a row.
    func place(_ section: Int, _ row: Int) -> ListPickerIndexPath {
      ListPickerIndexPath(section: section, row: sections[section].rows?[row] ?? row)
    }
  }

  let picker: ListPicker<Cell>
  let source: any ListPickerDataSource<Cell>
  /// Whether the current list is filtered.
  let isFiltered: Bool

  /// Reads the list, but no cell other than the first.
  ///
  /// - Throws: `ListPickerError.missing(_:)` or `ListPickerError.negative(_:_:)`.
  /// - Complexity: O(rows), with one call per row for the identifier; O(1) calls for a source by
  ///   index
  func list() throws(ListPickerError) -> List {
    let (shape, sections) = try shape()
    var list = List(shape: shape)
    var seen: Set<RowID> = []
    for index in 0..<sections {
      let count = try rows(in: index, shape)
      var section = Section()
      section.ids.reserveCapacity(count)
      if shape != .byIndex || isFiltered { seen.reserveCapacity(seen.count + count) }
      for row in 0..<count {
        let place = ListPickerIndexPath(section: index, row: row)
        let id = try id(at: place, shape)
        if row == 0 && list.sections.allSatisfy(\.ids.isEmpty) { try tryCells(id, place, shape) }
        if shape == .byIndex && !isFiltered || seen.insert(id).inserted {
          section.ids.append(id)
          section.rows?.append(row)
        } else {
          section.rows = section.rows ?? Array(0..<row)
          list.repeated = list.repeated ?? .repeated(id, place)
        }
      }
      list.sections.append(section)
    }
    return list
  }

  /// Returns the shape, and the number of sections.
  private func shape() throws(ListPickerError) -> (Shape, sections: Int) {
    if !picker.isDataSourceRequiringUniqueIdentifiers { return (.byIndex, 1) }
    let sections: Int
    do throws(ListPickerError) {
      sections = try source.numberOfSections(in: picker)
    } catch .missing(.numberOfSections) {
      return (.byIdentifier, 1)
    }
    return (.inSections, try natural(sections, .numberOfSections))
  }

  /// Calls the functions that reading the list does not need once, to check that they are
  /// implemented.
  private func tryCells(
    _ id: RowID, _ place: ListPickerIndexPath, _ shape: Shape
  ) throws(ListPickerError) {
    _ = try cell(at: place, shape)
    if shape == .byIndex { return }
    _ = try cell(of: id)
    _ = try isListed(id, shape)
  }

  /// Returns the number of rows of a section.
  func rows(in section: Int, _ shape: Shape) throws(ListPickerError) -> Int {
    if shape == .inSections {
      let rows = try source.listPicker(picker, numberOfRowsInSection: section)
      return try natural(rows, .numberOfRowsInSection)
    }
    return try natural(source.numberOfRows(in: picker), .numberOfRows)
  }

  /// Returns the id of a row.
  func id(at place: ListPickerIndexPath, _ shape: Shape) throws(ListPickerError) -> RowID {
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

  /// Returns the cell of a row.
  func cell(at place: ListPickerIndexPath, _ shape: Shape) throws(ListPickerError) -> Cell {
    if shape == .inSections {
      return try source.listPicker(picker, cellForRowAtIndexPath: place, isFiltered: isFiltered)
    }
    return try source.listPicker(picker, cellForRowAt: place.row, isFiltered: isFiltered)
  }

  /// Returns the cell of an item, wherever it is; an index refers to the whole list.
  func cell(of id: RowID) throws(ListPickerError) -> Cell {
    if case .integer(let index) = id {
      return try source.listPicker(picker, cellForRowAt: index, isFiltered: false)
    }
    return try source.listPicker(picker, cellForItemWithUniqueIdentifier: id.description)
  }

  /// Returns whether the list contains an item.
  func isListed(_ id: RowID, _ shape: Shape) throws(ListPickerError) -> Bool {
    let identifier = id.description
    switch shape {
    case .byIndex:
      return try rows(in: 0, shape) > id.index ?? .max
    case .byIdentifier:
      let index: Int? = try source.listPicker(picker, indexForUniqueIdentifier: identifier)
      return index.map { $0 >= 0 } == true
    case .inSections:
      return try source.listPicker(picker, indexPathForUniqueIdentifier: identifier) != nil
    }
  }

  /// Returns whether a row is still where it was when the list was read.
  func isUnchanged(
    _ id: RowID, at place: ListPickerIndexPath, _ shape: Shape
  ) throws(ListPickerError) -> Bool {
    if shape == .inSections {
      guard place.section < (try source.numberOfSections(in: picker)) else { return false }
    }
    guard place.row < (try rows(in: place.section, shape)) else { return false }
    return try self.id(at: place, shape) == id
  }

  private func natural(
    _ number: Int, _ function: ListPickerFunction
  ) throws(ListPickerError) -> Int {
    if number < 0 { throw .negative(function, number) }
    return number
  }
}

extension RowID {
  /// The index of a row in a source by index.
  var index: Int? { if case .integer(let index) = self { index } else { nil } }

  /// The identifier of a row in a source by unique identifier.
  var identifier: String? { if case .text(let identifier) = self { identifier } else { nil } }
}
