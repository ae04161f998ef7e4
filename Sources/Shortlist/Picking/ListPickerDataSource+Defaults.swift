// What stands for functions that a source does not write.

extension ListPickerDataSource {
  /// It is missing.
  public func numberOfRows(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfRows)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAt index: Int, isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForRow)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, uniqueIdentifierForItemAt index: Int
  ) throws(ListPickerProblem) -> String {
    throw .missing(.identifierForIndex)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Int? {
    throw .missing(.indexForIdentifier)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForIdentifier)
  }

  /// They are not known.
  public func allUniqueIdentifiers(in listPicker: ListPicker<Cell>) -> [String]? { nil }

  /// It is missing: the source has no sections.
  public func numberOfSections(in listPicker: ListPicker<Cell>) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfSections)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, numberOfRowsInSection section: Int
  ) throws(ListPickerProblem) -> Int {
    throw .missing(.numberOfRowsInSection)
  }

  /// There is no heading.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, titleForHeaderInSection section: Int
  ) -> String? {
    nil
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, cellForRowAtIndexPath indexPath: ListPickerIndexPath,
    isFiltered: Bool
  ) throws(ListPickerProblem) -> Cell {
    throw .missing(.cellForIndexPath)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>,
    uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) throws(ListPickerProblem) -> String {
    throw .missing(.identifierForIndexPath)
  }

  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) throws(ListPickerProblem) -> ListPickerIndexPath? {
    throw .missing(.indexPathForIdentifier)
  }
}

extension SearchingListPickerDataSource {
  /// It is missing.
  public func listPicker(
    _ listPicker: ListPicker<Cell>, unfilteredIndexForFilteredIndex index: Int
  ) throws(ListPickerProblem) -> Int {
    throw .missing(.unfilteredIndex)
  }
}
