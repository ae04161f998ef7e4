extension ListPicker {
  // MARK: Searching

  /// Searches again after the text or the match kind has changed.
  func search() {
    if let source = searchingSource {
      source.listPicker(self, didChangeSearchText: searchText)
      return read(isReload: isOutdated)
    }
    let before = shownSelection
    let changes = setQuery().changes
    showSelection()
    announce(list: changes, selectionBefore: before)
    deliver()
  }

  /// Whether a search is in effect.
  var isSearching: Bool { !searchText.allSatisfy(\.isWhitespace) }

  /// Sets the query of the engine.
  @discardableResult
  private func setQuery() -> QueryOutcome {
    var query = ListQuery()
    query.search = searchingSource == nil ? searchText : ""
    query.match = matchKind
    query.attributes = [ItemColumn.text]
    query.filters = "\(ItemColumn.row):*"
    query.sort = [SortKey(ItemColumn.row)]
    if shape == .inSections {
      // Show empty sections as the source has them, but hide those that a search left empty.
      let names = (0..<sectionCount).map(String.init)
      query.sections = SectionRule(
        by: ItemColumn.section,
        order: .names(names, keepEmpty: !isSearching || searchingSource != nil))
    }
    return infallible { try engine.setQuery(query) }
  }

  // MARK: Reading the source

  /// Reads the current list of the source.
  ///
  /// - Parameter isReload: Whether the data may have changed.
  func read(isReload: Bool) {
    isFiltered = searchingSource != nil && !searchText.isEmpty
    let before = (list: listedSections, selection: shownSelection)
    var changed: Set<RowID> = []
    var pruned: SelectionChange?
    var found: [RowID] = []
    do throws(ListPickerProblem) {
      let list = try reader.list()
      isOutdated = isReload && isFiltered
      (shape, sectionCount) = (list.shape, list.sections)
      (changed, pruned) = apply(list.rows, isComplete: isReload && !isFiltered)
      found = try selectMissing()
      problem = list.repeated
    } catch {
      problem = error
    }
    setQuery()
    showSelection()
    announce(
      list: changes(from: before.list, to: listedSections, updated: changed),
      selectionBefore: before.selection, selected: found, deselected: pruned?.removed ?? [],
      updated: changed)
    if let pruned { tell(pruned) }
    deliver()
  }

  /// Applies the rows of a list.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - isComplete: Whether items that are not among them are gone.
  /// - Returns: The items whose text changed, and the effect on the selection.
  private func apply(
    _ rows: [ListPickerReader<Cell>.Row], isComplete: Bool
  ) -> (changed: Set<RowID>, pruned: SelectionChange?) {
    if items.isEmpty && !rows.isEmpty {
      for row in rows { items[row.id] = Item(text: row.text, place: row.place) }
      engine = ListEngine(
        .items(rows, areIdentified: isDataSourceRequiringUniqueIdentifiers), workers: .cores)
      return ([], nil)
    }
    var gone: [RowID] = []
    var operations: [RowOperation] = []
    var changed: Set<RowID> = []
    let listed = Set(rows.lazy.map(\.id))
    let others = items.keys.filter { !listed.contains($0) }
    let kept = others.isEmpty || !isComplete ? nil : allIdentifiers
    for id in others {
      if isComplete && kept?.contains(id) != true {
        gone.append(id)
      } else if items[id]?.place != nil {
        items[id]?.place = nil
        operations.append(.update(values(of: id)))
      }
    }
    for row in rows {
      let item = Item(text: row.text, place: row.place)
      guard let old = items.updateValue(item, forKey: row.id) else {
        operations.append(.insert(values(of: row.id)))
        continue
      }
      let isSame = old.text.isSame(as: item.text)
      if !isSame { changed.insert(row.id) }
      if !isSame && shape == .byIndex {
        gone.append(row.id)
        operations.append(.insert(values(of: row.id)))
      } else if !isSame || old.place != item.place {
        operations.append(.update(values(of: row.id)))
      }
    }
    for id in gone where !listed.contains(id) { items[id] = nil }
    let pruned = infallible { try engine.apply(gone.map(RowOperation.delete)) }.selection
    _ = infallible { try engine.apply(operations) }
    // Undo must not select a different row that has since moved to an index.
    if shape == .byIndex && !gone.isEmpty { engine.forgetSelectionHistory() }
    return (changed, pruned)
  }

  /// Returns the table's values for an item.
  private func values(of id: RowID) -> RowValues { values(of: id, as: items[id]) }

  /// Returns the table's values for an item in a given state.
  func values(of id: RowID, as item: Item?) -> RowValues {
    [
      ItemColumn.id: id.index.map(CellValue.integer) ?? .text(id.description),
      ItemColumn.text: .text(item?.text ?? ""),
      ItemColumn.section: item?.place.map { .integer($0.section) } ?? .null,
      ItemColumn.row: item?.place.map { .integer($0.row) } ?? .null,
    ]
  }

  /// All items that the source knows; nil if it does not provide them.
  var allIdentifiers: Set<RowID>? { identifiers.map { Set($0.lazy.map(RowID.text)) } }

  /// The identifiers of all items that the source knows; nil if it does not provide them.
  var identifiers: [String]? {
    if !isDataSourceRequiringUniqueIdentifiers { return nil }
    let identifiers: [String]? = dataSource.allUniqueIdentifiers(in: self)
    return identifiers
  }

  /// Adds items that the source knows, but that its list does not contain.
  func admit(_ ids: [RowID]) throws(ListPickerProblem) {
    if ids.isEmpty { return }
    let known = allIdentifiers ?? []
    var operations: [RowOperation] = []
    for id in ids where items[id] == nil && known.contains(id) {
      items[id] = Item(text: try reader.cell(of: id).searchText)
      operations.append(.insert(values(of: id)))
    }
    _ = infallible { try engine.apply(operations) }
  }

  /// Selects those of the initially selected rows that exist by now.
  private func selectMissing() throws(ListPickerProblem) -> [RowID] {
    if missing.isEmpty { return [] }
    // Some may not be in the list, but still be known to the source.
    try admit(missing.filter { items[$0] == nil })
    let found = missing.filter { items[$0] != nil }
    missing.removeAll { items[$0] != nil }
    if !found.isEmpty { select(withoutRules: found) }
    accepted += found
    return found
  }

  /// Reports selected rows that are gone.
  private func tell(_ pruned: SelectionChange) {
    let gone = Set(pruned.removed)
    let removed =
      reporting == .live ? pruned.removed : accepted.filter { gone.contains($0) }
    accepted.removeAll { gone.contains($0) }
    signal(pruned.events)
    if removed.isEmpty { return }
    let change = ListPickerSelectionChange(cause: .pruned, added: [], removed: removed)
    note { [weak self] in self?.onSelectionChange?(change) }
  }

  /// Runs what cannot fail, because the picker itself has built the table.
  private func infallible<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { preconditionFailure("a list picker's own table: \(error)") }
  }
}

extension String {
  /// Whether two texts are equal code point by code point.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The attribute names of a picker's table.
private enum ItemColumn {
  static let id = "id"
  static let text = "text"
  static let section = "section"
  static let row = "row"
}

extension RowTable {
  /// Returns a table of items.
  ///
  /// - Parameters:
  ///   - rows: The items, each once.
  ///   - areIdentified: Whether strings identify them; if not, integers do.
  /// - Returns: The table.
  @MainActor
  static func items<Cell>(
    _ rows: [ListPickerReader<Cell>.Row], areIdentified: Bool
  ) -> RowTable {
    let schema: [ListSchema.Entry] = [
      .init(name: ItemColumn.id, type: areIdentified ? .text : .integer),
      .init(name: ItemColumn.text, type: .text), .init(name: ItemColumn.section, type: .integer),
      .init(name: ItemColumn.row, type: .integer),
    ]
    let options = TableOptions(id: ItemColumn.id, schema: schema)
    var builder = TableBuilder(path: "items", options: options)
    do {
      try builder.setColumns(schema.map(\.name), line: 1)
      for (index, row) in rows.enumerated() {
        builder.beginRow(line: index + 2)
        let cells: [(CellKind, String)] = [
          (areIdentified ? .text : .integer, row.id.description), (.text, row.text),
          (.integer, String(row.place.section)), (.integer, String(row.place.row)),
        ]
        for (column, (kind, text)) in cells.enumerated() {
          builder.append(kind, Array(text.utf8).span, column: column)
        }
        builder.endRow()
      }
      return try builder.finish()
    } catch {
      preconditionFailure("a list picker's own table: \(error)")
    }
  }
}
