/// What a list picker shows: the rows, their cells, and how to find them.
///
/// There are three shapes of sources. Which one a source has is decided by the picker's
/// `isDataSourceRequiringUniqueIdentifiers` and by whether it has `numberOfSections(in:)`:
///
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
/// A function that a source does not write is missing: the default one throws
/// `ListPickerProblem.missing(_:)`, and the picker shows nothing and says which it is. A source that is
/// put together at run time may throw that itself; functions that are written need not be marked
/// with `throws`. A source without rows is asked for nothing but their number.
///
/// The picker searches the cells of the whole list itself, and asks with `isFiltered` false. A
/// `SearchingListPickerDataSource` searches for itself.
@MainActor
public protocol ListPickerDataSource<Cell> {
  /// What the app draws.
  associatedtype Cell: ListPickerCellContent

  // MARK: Without sections

  /// The number of rows of a source without sections.
  ///
  /// - Returns: Those of the filtered list while a search of the source is in effect, else those of
  ///   the whole list.
  func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int

  /// The cell of a row of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - index: The row's index in the filtered list, or in the whole list.
  ///   - isFiltered: Which of both.
  /// - Returns: The cell to be drawn.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell

  /// The identifier of a row of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - index: The row's index in the current list, whether that is filtered or not.
  /// - Returns: The identifier.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerProblem) -> String

  /// The index of an item of a source without sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - uniqueIdentifier: The item.
  /// - Returns: Its index in the current list, whether that is filtered or not; nil, or -1, if it is
  ///   not in it.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Int?

  // MARK: By unique identifier

  /// The cell of an item, also of one that is not in the filtered list.
  ///
  /// The section of selected items is drawn with it.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - uniqueIdentifier: The item.
  /// - Returns: The cell to be drawn.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Cell

  /// All identifiers of a source by unique identifier; nil if they are not known.
  ///
  /// Select All is offered only if they are. It has no effect on a source by index.
  func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]?

  // MARK: In sections

  /// The number of sections.
  ///
  /// A source by unique identifier that has this function is one in sections. That of a source by
  /// index is not called.
  func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int

  /// The number of rows of a section.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - section: The index of the section in the current list.
  /// - Returns: The number of rows.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerProblem) -> Int

  /// The title of a section; nil for no heading.
  ///
  /// It is called only if the source is one in sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - section: The index of the section in the current list.
  /// - Returns: The title.
  func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String?

  /// The cell of a row of a source in sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - indexPath: Where the row is in the filtered list, or in the whole list.
  ///   - isFiltered: Which of both.
  /// - Returns: The cell to be drawn.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell

  /// The identifier of a row of a source in sections.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - indexPath: Where the row is in the current list, whether that is filtered or not.
  /// - Returns: The identifier.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerProblem) -> String

  /// Where an item of a source in sections is.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - uniqueIdentifier: The item.
  /// - Returns: Its place in the current list, whether that is filtered or not; nil if it is not in it.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> ListPickerIndexPath?
}

/// A data source that searches its items itself.
///
/// From the moment it is told a text that is not empty, until it is told the empty one, a search is in
/// effect: the source answers for the rows that it has found, in its own order, and is asked for
/// cells with `isFiltered` true. Items that it finds beyond its whole list can be selected like others.
///
/// A source that needs time answers for what it has, and calls `reloadData()` when it has more.
@MainActor
public protocol SearchingListPickerDataSource<Cell>: ListPickerDataSource {
  /// Tells the source what is searched for; nothing, if the text is empty.
  func listPicker(_ listPicker: ListPicker<Cell>, didChangeSearchText text: String)

  /// The index that a row of the filtered list has in the whole list.
  ///
  /// A source by index needs it: rows are selected by their index in the whole list.
  ///
  /// - Parameters:
  ///   - listPicker: The picker that asks.
  ///   - index: The row's index in the filtered list.
  /// - Returns: Its index in the whole list.
  /// - Throws: That it is missing, if it is.
  func listPicker(
    _ listPicker: ListPicker<Cell>, unfilteredIndexForFilteredIndex index: Int
  ) throws(ListPickerProblem) -> Int
}
