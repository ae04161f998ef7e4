import Shortlist
import ShortlistCore

// Default implementations of the functions that a source may omit.

extension ListPickerDataSource {
  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int {
    throw .missing(.numberOfRows)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerError) -> Cell {
    throw .missing(.cellForRow)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerError) -> String {
    throw .missing(.identifierForIndex)
  }

  /// Calls the function whose result is not optional.
  ///
  /// - Throws: What that function throws.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Int? {
    let index: Int = try self.listPicker(listPicker, indexForUniqueIdentifier: uniqueIdentifier)
    return index
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Int {
    throw .missing(.indexForIdentifier)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> Cell {
    throw .missing(.cellForIdentifier)
  }

  /// Calls the function whose result is not optional; nil without one.
  public func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]? {
    do throws(ListPickerError) {
      let identifiers: [String] = try allUniqueIdentifiers(in: listPicker)
      return identifiers
    } catch {
      return nil
    }
  }

  /// Throws `missing`: the identifiers are not known.
  public func allUniqueIdentifiers(
    in listPicker: ListPicker<Cell>
  ) throws(ListPickerError) -> [String] {
    throw .missing(.allIdentifiers)
  }

  /// Throws `missing`: the source has no sections.
  public func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerError) -> Int {
    throw .missing(.numberOfSections)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerError) -> Int {
    throw .missing(.numberOfRowsInSection)
  }

  /// Calls the function whose result is not optional; nil without one.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String? {
    do throws(ListPickerError) {
      let title: String = try self.listPicker(listPicker, titleForHeaderInSection: section)
      return title
    } catch {
      return nil
    }
  }

  /// Throws `missing`: there is no heading.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) throws(ListPickerError) -> String {
    throw .missing(.titleForHeader)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerError) -> Cell {
    throw .missing(.cellForIndexPath)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerError) -> String {
    throw .missing(.identifierForIndexPath)
  }

  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerError) -> ListPickerIndexPath? {
    throw .missing(.indexPathForIdentifier)
  }
}

extension SearchingListPickerDataSource {
  /// Fails: a source of this kind has the function.
  ///
  /// - Throws: `ListPickerError.missing`.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, unfilteredIndexForFilteredIndex index: Int
  ) throws(ListPickerError) -> Int {
    throw .missing(.unfilteredIndex)
  }
}
