import Shortlist
import ShortlistCore

extension ListPicker {
  // MARK: Searching

  /// Searches again after the text or the match kind has changed.
  func search() {
    if let source = searchingSource {
      source.listPicker(self, didChangeSearchText: searchText)
      return read(isReload: isOutdated)
    }
    let before = shownSelection
    if isSearching { readTexts() }
    let changes = setQuery().changes
    showSelection()
    announce(list: changes, selectionBefore: before)
    deliver()
  }

  /// Whether a search is in effect.
  var isSearching: Bool { !searchText.allSatisfy(\.isWhitespace) }

  /// Whether the picker searches the cells.
  var isSearchingItself: Bool { isSearching && searchingSource == nil }

  /// Sets the query of the engine.
  @discardableResult
  private func setQuery(isSearching: Bool? = nil) -> QueryOutcome<RowID> {
    let isSearching = isSearching ?? isSearchingItself
    var query = ListQuery()
    query.search = isSearching ? searchText : ""
    query.match = matchKind
    query.attributes = [ItemColumn.text]
    query.filters = "\(ItemColumn.row):*"
    query.sort = [SortKey(ItemColumn.row)]
    if shape == .inSections {
      // Show empty sections as the source has them, but hide those that a search left empty.
      let names = list.sections.indices.map(String.init)
      query.sections = SectionRule(
        by: ItemColumn.section, order: .names(names, keepEmpty: !isSearching))
    }
    return infallible { try engine.setQuery(query) }
  }

  // MARK: Reading the source

  /// Reads the current list of the source.
  ///
  /// - Parameter isReload: Whether the data may have changed.
  func read(isReload: Bool) {
    hasTexts = false
    isFiltered = searchingSource != nil && !searchText.isEmpty
    let before = (list: listedSections, selection: shownSelection)
    var changed: Set<RowID> = []
    var pruned: SelectionChange<RowID>?
    var found: [RowID] = []
    do throws(ListPickerError) {
      list = try reader.list()
      isOutdated = isReload && isFiltered
      var texts: [RowID: String] = [:]
      if isReload { (texts, changed) = try readTextsAgain() }
      if mayFillLater(isReload: isReload) {
        if isReload { items = [:] }
        isTableCurrent = false
      } else {
        pruned = apply(
          texts, changed: changed, isReload: isReload, isComplete: isReload && !isFiltered)
        found = try selectMissing()
        setQuery()
      }
      problem = list.repeated
    } catch {
      problem = error
    }
    showSelection()
    announce(
      list: changes(from: before.list, to: listedSections, updated: changed),
      selectionBefore: before.selection, selected: found, deselected: pruned?.removed ?? [],
      updated: changed)
    if let pruned { tell(pruned) }
    deliver()
  }

  /// Whether the engine needs the list only when something asks for it.
  private func mayFillLater(isReload: Bool) -> Bool {
    if !missing.isEmpty || isSearchingItself { return false }
    let report = table.selectionReport(limit: 0)
    return !isReload || report.count == 0 && !report.canUndo && !report.canRedo
  }

  /// Fills the engine with the current list, unless it has it.
  func fillTable() {
    if isTableCurrent { return }
    _ = apply([:], changed: [], isReload: false, isComplete: false)
    setQuery(isSearching: false)
  }

  /// Reads the texts of all items that have none yet.
  func readTexts() {
    if hasTexts { return }
    do throws(ListPickerError) {
      var texts: [RowID: String] = [:]
      let (list, reader) = (list, reader)
      for (id, place) in list.rows where items[id]?.text == nil {
        if let text = drawn[id] {
          texts[id] = text
        } else {
          texts[id] = try reader.cell(at: place, list.shape).searchText
        }
      }
      for (id, item) in items where item.text == nil && item.place == nil && texts[id] == nil {
        texts[id] = try reader.cell(of: id).searchText
      }
      hasTexts = true
      if texts.isEmpty { return }
      let isNew = !isTableCurrent
      _ = apply(texts, changed: [], isReload: false, isComplete: false)
      if isNew { setQuery(isSearching: false) }
    } catch {
      problem = error
    }
  }

  /// Reads the texts again that were drawn or, if the picker searches, of all rows.
  ///
  /// - Returns: The texts, and the rows whose text changed.
  private func readTextsAgain() throws(ListPickerError) -> (
    texts: [RowID: String], changed: Set<RowID>
  ) {
    var texts: [RowID: String] = [:]
    var changed: Set<RowID> = []
    let isSearchingItself = isSearchingItself
    if drawn.isEmpty && !isSearchingItself { return (texts, changed) }
    let (list, reader) = (list, reader)
    for (id, place) in list.rows where isSearchingItself || drawn[id] != nil {
      let text = try reader.cell(at: place, list.shape).searchText
      let old = items[id]?.text ?? drawn[id]
      if let old, !old.isSame(as: text) { changed.insert(id) }
      texts[id] = text
      if drawn[id] != nil { drawn[id] = text }
    }
    return (texts, changed)
  }

  /// Applies the current list to the engine.
  ///
  /// - Parameters:
  ///   - texts: Texts that were just read.
  ///   - changed: The rows whose text changed.
  ///   - isReload: Whether other texts that were read before may have changed.
  ///   - isComplete: Whether items that are not in the list are gone.
  /// - Returns: The effect on the selection.
  private func apply(
    _ texts: [RowID: String], changed: Set<RowID>, isReload: Bool, isComplete: Bool
  ) -> SelectionChange<RowID>? {
    isTableCurrent = true
    if items.isEmpty {
      for (id, place) in list.rows {
        items[id] = Item(text: texts[id] ?? drawn[id], place: place)
      }
      let rows = list.rows.map { id, _ in (id, items[id] ?? Item()) }
      engine = ListEngine(
        .items(rows, areIdentified: isDataSourceRequiringUniqueIdentifiers), workers: .cores)
      return nil
    }
    var gone: [RowID] = []
    var operations: [RowOperation] = []
    let listed = Set(list.rows.lazy.map(\.id))
    let others = items.keys.filter { !listed.contains($0) }
    let kept = others.isEmpty || !isComplete ? nil : allIdentifiers
    for id in others {
      if isComplete && kept?.contains(id) != true {
        gone.append(id)
        continue
      }
      let old = items[id]
      items[id] = Item(text: texts[id] ?? (isReload ? nil : old?.text))
      if old?.place != nil || texts[id] != nil { operations.append(.update(values(of: id))) }
    }
    for (id, place) in list.rows {
      guard let old = items[id] else {
        items[id] = Item(text: texts[id] ?? drawn[id], place: place)
        operations.append(.insert(values(of: id)))
        continue
      }
      items[id] = Item(text: texts[id] ?? (isReload ? nil : old.text), place: place)
      if changed.contains(id) && shape == .byIndex {
        gone.append(id)
        operations.append(.insert(values(of: id)))
      } else if old.place != place || texts[id] != nil {
        operations.append(.update(values(of: id)))
      }
    }
    for id in gone where !listed.contains(id) { (items[id], drawn[id]) = (nil, nil) }
    let pruned = infallible { try engine.apply(gone.map(RowOperation.delete)) }.selection
    _ = infallible { try engine.apply(operations) }
    // Undo must not select a different row that has since moved to an index.
    if shape == .byIndex && !gone.isEmpty { engine.forgetSelectionHistory() }
    return pruned
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
  func admit(_ ids: [RowID]) {
    if ids.isEmpty { return }
    let known = allIdentifiers ?? []
    var operations: [RowOperation] = []
    for id in ids where items[id] == nil && known.contains(id) {
      items[id] = Item()
      hasTexts = false
      operations.append(.insert(values(of: id)))
    }
    _ = infallible { try engine.apply(operations) }
  }

  /// Selects those of the initially selected rows that exist by now.
  private func selectMissing() throws(ListPickerError) -> [RowID] {
    if missing.isEmpty { return [] }
    // Some may not be in the list, but still be known to the source.
    admit(missing.filter { items[$0] == nil })
    let found = missing.filter { items[$0] != nil }
    missing.removeAll { items[$0] != nil }
    if !found.isEmpty {
      select(withoutRules: found)
      try noteTexts(of: found)
    }
    accepted += found
    return found
  }

  /// Reads the texts of selected rows of a source by index, which tell after a reload whether an
  /// index is still that of the same row.
  func noteTexts(of ids: [RowID]) throws(ListPickerError) {
    if shape != .byIndex { return }
    for id in ids where drawn[id] == nil {
      if let text = items[id]?.text {
        drawn[id] = text
      } else {
        drawn[id] = try reader.cell(of: id).searchText
      }
    }
  }

  /// Reports selected rows that are gone.
  private func tell(_ pruned: SelectionChange<RowID>) {
    let gone = Set(pruned.removed)
    let removed =
      reporting == .live ? pruned.removed : accepted.filter { gone.contains($0) }
    accepted.removeAll { gone.contains($0) }
    signal(pruned.events)
    if removed.isEmpty { return }
    let change = ListPickerSelectionChange(cause: .pruned, added: [], removed: removed)
    enqueue { [weak self] in self?.onSelectionChange?(change) }
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
  ///   - rows: The ids and items, each once.
  ///   - areIdentified: Whether strings identify them; if not, integers do.
  /// - Returns: The table.
  @MainActor
  static func items<Cell>(
    _ rows: [(id: RowID, item: ListPicker<Cell>.Item)], areIdentified: Bool
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
          (areIdentified ? .text : .integer, row.id.description), (.text, row.item.text ?? ""),
          (.integer, String(row.item.place?.section ?? 0)),
          (.integer, String(row.item.place?.row ?? 0)),
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
