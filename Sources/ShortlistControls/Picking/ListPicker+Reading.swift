import Shortlist
public import ShortlistCore

extension ListPicker {
  // MARK: What is shown

  /// Whether a problem of the source prevents showing anything.
  var hidesEverything: Bool { problem?.hidesEverything == true }

  /// The shown sections, with the section of selected items first.
  ///
  /// A source without sections has a single section. During a search, sections without matches are
  /// hidden.
  ///
  /// - Complexity: O(sections)
  public var sections: [ListPickerSection] {
    if hidesEverything { return [] }
    var sections: [ListPickerSection] = []
    if let shownSelection {
      sections.append(
        ListPickerSection(
          kind: .selected, title: selectedSectionTitle, count: shownSelection.count,
          selected: shownSelection.count))
    }
    if isListShown {
      let selected = selectedCounts
      for (index, section) in list.sections.enumerated() {
        sections.append(
          ListPickerSection(
            kind: .items(index), title: title(index), count: section.ids.count,
            selected: selected[index]))
      }
      return sections
    }
    var engine = engine
    for section in engine.selectedSections().sections {
      let index = Int(section.name) ?? 0
      sections.append(
        ListPickerSection(
          kind: .items(index), title: title(index), count: section.count,
          selected: section.selected))
    }
    return sections
  }

  /// Whether the list of the source is shown as it is: the picker does not search it.
  var isListShown: Bool { !isSearchingItself }

  /// The number of selected rows in each section of the source's list.
  private var selectedCounts: [Int] {
    if selectedCount == 0 { return Array(repeating: 0, count: list.sections.count) }
    if !isTableCurrent {
      let selection = selection
      return list.sections.map { $0.ids.count(where: selection.isSelected) }
    }
    var engine = engine
    let sections = engine.selectedSections().sections
    return list.sections.indices.map { $0 < sections.count ? sections[$0].selected : 0 }
  }

  /// Returns the heading of a section of the source.
  private func title(_ section: Int) -> String? {
    guard shape == .inSections else { return nil }
    let title: String? = dataSource.listPicker(self, titleForHeaderInSection: section)
    return title
  }

  /// Returns the row at a place.
  ///
  /// - Parameter place: Indices among the shown sections, and the shown rows of that section.
  /// - Returns: The row; nil if there is none.
  /// - Complexity: O(log n)
  public func id(at place: ListPickerIndexPath) -> RowID? {
    if hidesEverything { return nil }
    guard let shownSelection else { return listedID(at: place) }
    if place.section == 0 {
      return shownSelection.indices.contains(place.row) ? shownSelection[place.row] : nil
    }
    return listedID(at: ListPickerIndexPath(section: place.section - 1, row: place.row))
  }

  /// Returns the row at a place among the sections of the source.
  private func listedID(at place: ListPickerIndexPath) -> RowID? {
    if !isListShown { return engine.id(section: place.section, row: place.row) }
    guard list.sections.indices.contains(place.section) else { return nil }
    let ids = list.sections[place.section].ids
    return ids.indices.contains(place.row) ? ids[place.row] : nil
  }

  /// Returns the place where a row is shown; nil if it is not shown.
  ///
  /// This is the place in the row's own section, even if the section of selected items shows it,
  /// too.
  ///
  /// - Parameter id: The row.
  /// - Returns: Indices among the shown sections, and the shown rows of that section.
  /// - Complexity: O(log n)
  public func indexPath(of id: RowID) -> ListPickerIndexPath? {
    guard !hidesEverything, let position = engine.locate([id]).positions[0] else { return nil }
    return ListPickerIndexPath(
      section: position.section + (shownSelection == nil ? 0 : 1), row: position.index)
  }

  /// Returns the cell of the row at a place.
  ///
  /// - Parameter place: Indices among the shown sections, and the shown rows of that section.
  /// - Returns: The cell; nil if there is no row.
  /// - Throws: `ListPickerError` if the source has changed without a reload.
  /// - Complexity: O(log n), besides making the cell
  public func cell(at place: ListPickerIndexPath) throws(ListPickerError) -> Cell? {
    guard let id = id(at: place) else { return nil }
    let section = place.section - (shownSelection == nil ? 0 : 1)
    let source = isListShown && section >= 0 ? list.place(section, place.row) : items[id]?.place
    guard section >= 0, let source else { return try cell(of: id) }
    guard try reader.isUnchanged(id, at: source, shape) else { throw .changed(id) }
    let cell = try reader.cell(at: source, shape)
    drawn[id] = cell.searchText
    return cell
  }

  /// Returns the cell of an item, shown or not; nil if the picker does not know the item.
  ///
  /// - Throws: `ListPickerError` if the source has changed without a reload.
  /// - Complexity: O(log n), besides making the cell
  public func cell(of id: RowID) throws(ListPickerError) -> Cell? {
    fillTable()
    guard !hidesEverything, let item = items[id] else { return nil }
    // A filtered list does not tell what the whole list contains.
    if !isFiltered, item.place != nil, !(try reader.isListed(id, shape)) { throw .changed(id) }
    let cell = try reader.cell(of: id)
    drawn[id] = cell.searchText
    return cell
  }

  // MARK: What is selected

  /// Whether a row is selected.
  ///
  /// - Complexity: O(1)
  public func isSelected(_ id: RowID) -> Bool { selection.isSelected(id) }

  /// The number of selected rows.
  public var selectedCount: Int { selection.selectedCount }

  /// The number of selected rows that are not shown in the sections of the source.
  ///
  /// - Complexity: O(n / 64) for n rows, and what the filters do; O(n log n) if the rows have
  ///   changed
  public var hiddenSelectedCount: Int {
    let report = engine.selectionReport(limit: 0)
    return hidesEverything ? report.count : report.count - report.shown
  }

  /// The selected rows in pick order.
  ///
  /// - Complexity: O(n / 64 + k) for k selected of n rows, and what the filters do
  public var selectedIDs: [RowID] { selection.selectionReport(limit: .max).ids }

  /// The indices of the selected items in pick order, for a source by index.
  ///
  /// - Complexity: O(n / 64 + k) for k selected of n rows, and what the filters do
  public var selectedIndices: [Int] { selectedIDs.compactMap(\.index) }

  /// The identifiers of the selected items in pick order, for a source by unique identifier.
  ///
  /// - Complexity: O(n / 64 + k) for k selected of n rows, and what the filters do
  public var selectedUniqueIdentifiers: [String] { selectedIDs.compactMap(\.identifier) }

  /// Whether there is a selection change to undo.
  ///
  /// - Complexity: O(n / 64) for n rows, and what the filters do
  public var canUndo: Bool { selection.selectionReport(limit: 0).canUndo }

  /// Whether there is a selection change to redo.
  ///
  /// - Complexity: O(n / 64) for n rows, and what the filters do
  public var canRedo: Bool { selection.selectionReport(limit: 0).canRedo }
}
