import Shortlist
import ShortlistCore

/// The source of a list picker's rows and cells.
///
/// A source has one of three shapes. The picker's `isDataSourceRequiringUniqueIdentifiers`, and
/// whether the source implements `numberOfSections(in:)`, determine which:
/// | shape | functions it needs |
/// | --- | --- |
/// | by index | `numberOfRows(in:)`, `listPicker(_:cellForRowAt:isFiltered:)` |
/// | by unique identifier | these, and `…cellForItemWithUniqueIdentifier`, `…uniqueIdentifierForItemAt`, `…indexForUniqueIdentifier` |
/// | by unique identifier, in sections | `numberOfSections(in:)`, `…numberOfRowsInSection`, `…cellForRowAtIndexPath`, `…uniqueIdentifierForItemAtIndexPath`, `…cellForItemWithUniqueIdentifier`, `…indexPathForUniqueIdentifier` |
///
/// A source by index is a list of its own:
///
///     struct Colors: ListPickerDataSource {
///       let names = ["red", "green", "blue"]
///
///       func numberOfRows(in listPicker: ListPicker<ListPickerCell>) -> Int { names.count }
///
///       func listPicker(
///         _ listPicker: ListPicker<ListPickerCell>, cellForRowAt index: Int, isFiltered: Bool
///       ) -> ListPickerCell {
///         ListPickerCell(names[index])
///       }
///     }
///
/// A function that a source does not implement is missing: the default implementation throws
/// `ListPickerError.missing(_:)`, and the picker shows nothing and reports which function it is.
/// A source assembled at run time may throw that error itself. Implementations need not be marked
/// with `throws`. Where the result is optional, a source may have the function with a result that
/// is not: an index of -1 is no index. If a source has no rows, the picker calls none of the other
/// functions.
///
/// The picker searches the cells of the whole list itself, and passes false for `isFiltered`. A
/// `SearchingListPickerDataSource` searches by itself.
@MainActor
public protocol ListPickerDataSource<Cell> {
  /// The type of cell that the app draws.
  associatedtype Cell: ListPickerCellContent

  // MARK: Without sections

  /// Returns the number of rows of a source without sections.
  ///
  /// - Returns: The number of rows of the filtered list while a search by the source is in effect;
  ///   otherwise that of the whole list.
  func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int

  /// Returns the cell of a row of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - index: The row's index in the filtered list or in the whole list.
  ///   - isFiltered: Whether `index` refers to the filtered list.
  /// - Returns: The cell to draw.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerError) -> Cell

  /// Returns the identifier of a row of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - index: The row's index in the current list, filtered or not.
  /// - Returns: The identifier.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerError) -> String

  /// Returns the index of an item of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - uniqueIdentifier: The item.
  /// - Returns: Its index in the current list, filtered or not; nil or -1 if the list does not
  ///   contain it.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Int?

  /// Returns the index of an item of a source without sections, instead of the function with an
  /// optional result.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - uniqueIdentifier: The item.
  /// - Returns: Its index in the current list, filtered or not; -1 if the list does not contain it.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Int

  // MARK: By unique identifier

  /// Returns the cell of an item, even if the filtered list does not contain it.
  ///
  /// The section of selected items is drawn with it.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - uniqueIdentifier: The item.
  /// - Returns: The cell to draw.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Cell

  /// Returns all identifiers of a source by unique identifier; nil if they are not known.
  ///
  /// Select All is available only if they are known, and selects all of them, also items that the
  /// list does not contain yet. A source by index does not need this.
  func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]?

  /// Returns all identifiers of a source, instead of the function with an optional result.
  ///
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func allUniqueIdentifiers(
    in listPicker: ListPicker<Cell>
  ) throws(ListPickerError) -> [String]

  // MARK: In sections

  /// Returns the number of sections.
  ///
  /// A source by unique identifier that implements this function has sections. The picker does not
  /// call it on a source by index.
  func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int

  /// Returns the number of rows of a section.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - section: The index of the section in the current list.
  /// - Returns: The number of rows.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerError) -> Int

  /// Returns the title of a section; nil for no heading.
  ///
  /// The picker calls it only if the source has sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - section: The index of the section in the current list.
  /// - Returns: The title.
  func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String?

  /// Returns the title of a section, instead of the function with an optional result.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - section: The index of the section in the current list.
  /// - Returns: The title.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) throws(ListPickerError) -> String

  /// Returns the cell of a row of a source with sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - indexPath: The place of the row in the filtered list or in the whole list.
  ///   - isFiltered: Whether `indexPath` refers to the filtered list.
  /// - Returns: The cell to draw.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerError) -> Cell

  /// Returns the identifier of a row of a source with sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - indexPath: The place of the row in the current list, filtered or not.
  /// - Returns: The identifier.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerError) -> String

  /// Returns the place of an item of a source with sections.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - uniqueIdentifier: The item.
  /// - Returns: Its place in the current list, filtered or not; nil if the list does not contain
  ///   it.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> ListPickerIndexPath?
}

/// A data source that searches its items itself.
///
/// A search is in effect from the first nonempty search text until the empty one. Meanwhile the
/// source answers for the rows that it has found, in its own order, and the picker passes true for
/// `isFiltered`. Items found outside of the whole list can be selected like others.
///
/// A source whose search takes time answers for what it has, and calls `reloadData()` when it has
/// more.
///
///     extension Contacts: SearchingListPickerDataSource {
///       func listPicker(_ listPicker: ListPicker<Cell>, didChangeSearchText text: String) {
///         picker.search = text  // a list that finds contacts in the background
///       }
///     }
@MainActor
public protocol SearchingListPickerDataSource<Cell>: ListPickerDataSource {
  /// Informs the source of the search text; an empty text ends the search.
  func listPicker(_ listPicker: ListPicker<Cell>, didChangeSearchText text: String)

  /// Returns the index in the whole list of a row of the filtered list.
  ///
  /// A source by index needs it: the selection identifies rows by their index in the whole list.
  ///
  /// - Parameters:
  ///   - listPicker: The requesting picker.
  ///   - index: The row's index in the filtered list.
  /// - Returns: Its index in the whole list.
  /// - Throws: `ListPickerError.missing(_:)` if the source lacks the function.
  func listPicker(
    _ listPicker: ListPicker<Cell>, unfilteredIndexForFilteredIndex index: Int
  ) throws(ListPickerError) -> Int
}
