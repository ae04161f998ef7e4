import Shortlist
import ShortlistCore

// Default implementations of the functions that a source may omit.

extension ListPickerDataSource {
  /// Throws `missing`.
  public func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfRows)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForRow)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerProblem) -> String {
    throw .missing(.identifierForIndex)
  }

  /// Calls the function whose result is not optional.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Int? {
    let index: Int = try self.listPicker(listPicker, indexForUniqueIdentifier: uniqueIdentifier)
    return index
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Int {
    throw .missing(.indexForIdentifier)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForIdentifier)
  }

  /// Calls the function whose result is not optional; nil without one.
  public func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]? {
    do throws(ListPickerProblem) {
      let identifiers: [String] = try allUniqueIdentifiers(in: listPicker)
      return identifiers
    } catch {
      return nil
    }
  }

  /// Throws `missing`: the identifiers are not known.
  public func allUniqueIdentifiers(
    in listPicker: ListPicker<Cell>
  ) throws(ListPickerProblem) -> [String] {
    throw .missing(.allIdentifiers)
  }

  /// Throws `missing`: the source has no sections.
  public func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfSections)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfRowsInSection)
  }

  /// Calls the function whose result is not optional; nil without one.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String? {
    do throws(ListPickerProblem) {
      let title: String = try self.listPicker(listPicker, titleForHeaderInSection: section)
      return title
    } catch {
      return nil
    }
  }

  /// Throws `missing`: there is no heading.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) throws(ListPickerProblem) -> String {
    throw .missing(.titleForHeader)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForIndexPath)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerProblem) -> String {
    throw .missing(.identifierForIndexPath)
  }

  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> ListPickerIndexPath? {
    throw .missing(.indexPathForIdentifier)
  }
}

extension SearchingListPickerDataSource {
  /// Throws `missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, unfilteredIndexForFilteredIndex index: Int
  ) throws(ListPickerProblem) -> Int {
    throw .missing(.unfilteredIndex)
  }
}
