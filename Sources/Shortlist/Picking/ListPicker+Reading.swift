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
    guard let shownSelection else { return engine.id(section: place.section, row: place.row) }
    if place.section == 0 {
      return shownSelection.indices.contains(place.row) ? shownSelection[place.row] : nil
    }
    return engine.id(section: place.section - 1, row: place.row)
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
  /// - Throws: `ListPickerProblem` if the source has changed without a reload.
  public func cell(at place: ListPickerIndexPath) throws(ListPickerProblem) -> Cell? {
    guard let id = id(at: place) else { return nil }
    guard shownSelection == nil || place.section > 0, let source = items[id]?.place else {
      return try cell(of: id)
    }
    guard try reader.isUnchanged(id, at: source, shape) else { throw .changed(id) }
    return try reader.cell(at: source, shape)
  }

  /// Returns the cell of an item, shown or not; nil if the picker does not know the item.
  ///
  /// - Throws: `ListPickerProblem` if the source has changed without a reload.
  public func cell(of id: RowID) throws(ListPickerProblem) -> Cell? {
    guard !hidesEverything, let item = items[id] else { return nil }
    // A filtered list does not tell what the whole list contains.
    if !isFiltered, item.place != nil, !(try reader.isListed(id, shape)) { throw .changed(id) }
    return try reader.cell(of: id)
  }

  // MARK: What is selected

  /// Whether a row is selected.
  public func isSelected(_ id: RowID) -> Bool { engine.isSelected(id) }

  /// The number of selected rows.
  public var selectedCount: Int { engine.selectedCount }

  /// The number of selected rows that are not shown in the sections of the source.
  public var hiddenSelectedCount: Int {
    let report = engine.selectionReport(limit: 0)
    return hidesEverything ? report.count : report.count - report.shown
  }

  /// The selected rows in pick order.
  public var selectedIDs: [RowID] { engine.selectionReport(limit: .max).ids }

  /// The indices of the selected items in pick order, for a source by index.
  public var selectedIndices: [Int] { selectedIDs.compactMap(\.index) }

  /// The identifiers of the selected items in pick order, for a source by unique identifier.
  public var selectedUniqueIdentifiers: [String] { selectedIDs.compactMap(\.identifier) }

  /// Whether there is a selection change to undo.
  public var canUndo: Bool { engine.selectionReport(limit: 0).canUndo }

  /// Whether there is a selection change to redo.
  public var canRedo: Bool { engine.selectionReport(limit: 0).canRedo }
}
