import Shortlist
import ShortlistCore

/// A data source assembled at run time from closures.
///
/// A nil closure counts as a missing function.
///
///     let names = ["Ann", "Bob"]
///     var source = AssembledListPickerDataSource<ListPickerCell>()
///     source.numberOfRows = { names.count }
///     source.cellForRow = { index, _ in ListPickerCell(names[index]) }
@MainActor
public struct AssembledListPickerDataSource<Cell: ListPickerCellContent> {
  /// See `ListPickerDataSource.numberOfRows(in:)`.
  public var numberOfRows: (() -> Int)?
  /// See `ListPickerDataSource.listPicker(_:cellForRowAt:isFiltered:)`.
  public var cellForRow: ((_ index: Int, _ isFiltered: Bool) -> Cell)?
  /// See `ListPickerDataSource.listPicker(_:cellForItemWithUniqueIdentifier:)`.
  public var cellForIdentifier: ((String) -> Cell)?
  /// See `ListPickerDataSource.listPicker(_:uniqueIdentifierForItemAt:)`.
  public var identifierForIndex: ((Int) -> String)?
  /// See `ListPickerDataSource.listPicker(_:indexForUniqueIdentifier:)`.
  public var indexForIdentifier: ((String) -> Int?)?
  /// See `ListPickerDataSource.numberOfSections(in:)`.
  public var numberOfSections: (() -> Int)?
  /// See `ListPickerDataSource.listPicker(_:numberOfRowsInSection:)`.
  public var numberOfRowsInSection: ((Int) -> Int)?
  /// See `ListPickerDataSource.listPicker(_:cellForRowAtIndexPath:isFiltered:)`.
  public var cellForIndexPath: ((_ place: ListPickerIndexPath, _ isFiltered: Bool) -> Cell)?
  /// See `ListPickerDataSource.listPicker(_:uniqueIdentifierForItemAtIndexPath:)`.
  public var identifierForIndexPath: ((ListPickerIndexPath) -> String)?
  /// See `ListPickerDataSource.listPicker(_:indexPathForUniqueIdentifier:)`.
  public var indexPathForIdentifier: ((String) -> ListPickerIndexPath?)?
  /// See `ListPickerDataSource.listPicker(_:titleForHeaderInSection:)`.
  public var titleForHeader: ((Int) -> String?)?
  /// See `ListPickerDataSource.allUniqueIdentifiers(in:)`.
  public var allIdentifiers: (() -> [String]?)?

  /// Creates a source without functions.
  public init() {}

  /// Returns the closure; throws `missing` if it is nil.
  private func require<Function>(
    _ function: Function?, _ name: ListPickerFunction
  ) throws(ListPickerError) -> Function {
    guard let function else { throw .missing(name) }
    return function
  }
}

extension AssembledListPickerDataSource: ListPickerDataSource {
  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int {
    try require(numberOfRows, .numberOfRows)()
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerError) -> Cell {
    try require(cellForRow, .cellForRow)(index, isFiltered)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerError) -> String {
    try require(identifierForIndex, .identifierForIndex)(index)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Int? {
    try require(indexForIdentifier, .indexForIdentifier)(uniqueIdentifier)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Cell {
    try require(cellForIdentifier, .cellForIdentifier)(uniqueIdentifier)
  }

  /// Calls the closure; nil without one.
  public func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]? {
    allIdentifiers?()
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int {
    try require(numberOfSections, .numberOfSections)()
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerError) -> Int {
    try require(numberOfRowsInSection, .numberOfRowsInSection)(section)
  }

  /// Calls the closure; nil without one.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String? {
    titleForHeader?(section)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerError) -> Cell {
    try require(cellForIndexPath, .cellForIndexPath)(indexPath, isFiltered)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerError) -> String {
    try require(identifierForIndexPath, .identifierForIndexPath)(indexPath)
  }

  /// Calls the closure.
  ///
  /// - Throws: `ListPickerError.missing` if there is none; what it throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> ListPickerIndexPath? {
    try require(indexPathForIdentifier, .indexPathForIdentifier)(uniqueIdentifier)
  }
}
