import Shortlist
public import ShortlistCore

/// The functions of a data source that a picker may need.
///
///     if case .missing(let function) = contactsPicker.problem { print(function.rawValue) }
public enum ListPickerFunction: String, Sendable, CaseIterable {
  /// The number of rows of a source without sections.
  case numberOfRows = "numberOfRows(in:)"
  /// The cell of a row of a source without sections.
  case cellForRow = "listPicker(_:cellForRowAt:isFiltered:)"
  /// The cell of an item, wherever it is.
  case cellForIdentifier = "listPicker(_:cellForItemWithUniqueIdentifier:)"
  /// The identifier of a row of a source without sections.
  case identifierForIndex = "listPicker(_:uniqueIdentifierForItemAt:)"
  /// The index of an item of a source without sections.
  case indexForIdentifier = "listPicker(_:indexForUniqueIdentifier:)"
  /// The number of sections.
  case numberOfSections = "numberOfSections(in:)"
  /// The number of rows of a section.
  case numberOfRowsInSection = "listPicker(_:numberOfRowsInSection:)"
  /// The cell of a row of a source in sections.
  case cellForIndexPath = "listPicker(_:cellForRowAtIndexPath:isFiltered:)"
  /// The identifier of a row of a source in sections.
  case identifierForIndexPath = "listPicker(_:uniqueIdentifierForItemAtIndexPath:)"
  /// The index path of an item of a source in sections.
  case indexPathForIdentifier = "listPicker(_:indexPathForUniqueIdentifier:)"
  /// The title of a section.
  case titleForHeader = "listPicker(_:titleForHeaderInSection:)"
  /// All identifiers.
  case allIdentifiers = "allUniqueIdentifiers(in:)"
  /// The index in the whole list of a row of the filtered one.
  case unfilteredIndex = "listPicker(_:unfilteredIndexForFilteredIndex:)"
}

/// A problem of a data source.
///
///     if let problem = contactsPicker.problem { show(problem.description) }
public enum ListPickerError: Error, Hashable, Sendable {
  /// The source lacks a function that its shape needs. The picker shows nothing.
  case missing(ListPickerFunction)
  /// A function returned a negative number. The picker shows nothing.
  case negative(ListPickerFunction, Int)
  /// A row has the identifier (or, in a filtered list, the index) of another row. The picker leaves
  /// out the row at this place of the source, and any further duplicates.
  case repeated(RowID, ListPickerIndexPath)
  /// The source has changed without a call to `reloadData()`. The row cannot be drawn.
  case changed(RowID)

  /// Whether the picker shows nothing because of the problem.
  public var hidesEverything: Bool {
    switch self {
    case .missing, .negative: true
    case .repeated, .changed: false
    }
  }
}

extension ListPickerError: CustomStringConvertible {
  /// A one-line description of the problem.
  public var description: String {
    switch self {
    case .missing(let function): "the data source has no \(function.rawValue)"
    case .negative(let function, let number): "\(function.rawValue) gave \(number)"
    case .repeated(let id, let place):
      "\(id) occurs again at row \(place.row) of section \(place.section)"
    case .changed(let id): "the data source changed without a reload: \(id) is not where it was"
    }
  }
}
