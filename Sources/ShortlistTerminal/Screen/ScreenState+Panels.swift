import Shortlist

extension ScreenState {
  /// The effective focus: the search if the focused element has no space on the screen, and the
  /// rows if there is no search.
  package var shownFocus: Focus {
    switch focus {
    case .panel(let panel) where geometry.panels[panel] != nil: focus
    case .chips where geometry.chips != nil: focus
    case .rows: focus
    case .panel, .chips, .search: options.hasInput ? .search : .rows
    }
  }

  /// The panel that receives keys.
  var usedPanel: Panel? { if case .panel(let panel) = shownFocus { panel } else { nil } }

  /// The current filters.
  package var chips: FilterChips { FilterChips(groups) }

  // MARK: Keys and the mouse

  /// Handles a key for the focused panel or filter chips, and the keys that open them.
  ///
  /// - Returns: Whether the key was handled.
  mutating func handleFilterKey(
    _ key: KeyPress, _ action: Action?, _ effects: inout [ScreenEffect]
  ) -> Bool {
    switch action {
    case .cancel where key != KeyPress(.escape): return false
    case .toggleSection where usedPanel == .columns: handlePanelKey(key, &effects)
    case .write, .copy, .collapse, .collapseAll, .toggleWrap: return false
    case .previousSection where usedPanel == nil, .nextSection where usedPanel == nil: return false
    case .columns where usedPanel != .columns: open(.columns, &effects)
    case .details where usedPanel == nil, .columnsLeft where usedPanel == nil,
      .columnsRight where usedPanel == nil:
      return false
    case .suspend, .redraw, .selectMatching, .deselectAll, .invertMatching, .toggleSection, .undo,
      .redo, .picked:
      return false
    case .clearFilters: changeFilters(&effects) { $0.clear() }
    case .facets where usedPanel != .facets: open(.facets, &effects)
    case .ranges where usedPanel != .range: open(.range, &effects)
    case .filters where shownFocus != .chips:
      if groups.isEmpty {
        refuse(
          !traits.filters.isEmpty
            ? "this filter stays"
            : reading.hasTerms ? "the filters are in the search line" : "there are no filters")
      } else if geometry.chips == nil {
        refuse("no room for filters")
      } else {
        focus = .chips
      }
    default:
      if usedPanel != nil {
        handlePanelKey(key, &effects)
        return true
      }
      if shownFocus == .chips { return handleChipKey(key, &effects) }
      return key == KeyPress(.escape) && closePanels()
    }
    return true
  }

  /// Handles a mouse press or wheel event over the chips and panels.
  ///
  /// - Returns: Whether the event was over one of them.
  mutating func handleMouseOnFilters(_ mouse: MouseEvent, _ effects: inout [ScreenEffect]) -> Bool {
    if mouse.row == geometry.chips {
      let hit = chipPlaces.first { $0.columns.contains(mouse.column) }
      if let hit, mouse.kind == .press, mouse.button == 0 { removeChip(hit.chip, &effects) }
      return true
    }
    let hit = geometry.panels.first { $0.value.contains(column: mouse.column, row: mouse.row) }
    guard let (panel, area) = hit else { return false }
    switch mouse.kind {
    case .wheelUp where panel == .facets: facets.scroll(by: -3)
    case .wheelDown where panel == .facets: facets.scroll(by: 3)
    case .wheelUp where panel == .columns: columnPanel.scroll(by: -3)
    case .wheelDown where panel == .columns: columnPanel.scroll(by: 3)
    case .press where mouse.button == 0:
      message = nil
      lastPanel = panel
      focus = .panel(panel)
      if handleMouseOnTitle(mouse, of: panel, area, &effects) { break }
      if panel == .facets {
        let first = area.rows.upperBound - facets.view.height
        carryOut(facets.press(line: mouse.row - first), &effects)
      } else if panel == .columns {
        let first = area.rows.upperBound - columnPanel.view.height
        carryOut(columnPanel.press(line: mouse.row - first), &effects)
      } else if RangePanel.histogramRows(in: area).contains(mouse.row) {
        let before = ranges
        let column = mouse.column - area.columns.lowerBound
        carryOut(ranges.press(column: column, of: area.columns.count), from: before, &effects)
      }
    default: break
    }
    return true
  }

  /// Turns a panel to the attribute whose name in the title was pressed.
  ///
  /// - Returns: Whether the press was on the title.
  private mutating func handleMouseOnTitle(
    _ mouse: MouseEvent, of panel: Panel, _ area: Area, _ effects: inout [ScreenEffect]
  ) -> Bool {
    guard mouse.row == area.rows.lowerBound else { return false }
    let drawing = drawing(of: panel)
    let isFacets = panel == .facets
    let names = isFacets ? facets.attributes : ranges.controls.map(\.attribute)
    let name = isFacets ? facets.attribute : ranges.control?.attribute
    let note = isFacets ? facets.note(drawing) : ranges.note(area, drawing)
    let titles = drawing.titles(
      names, current: names.firstIndex { $0 == name } ?? 0, note: note, in: area)
    guard panel != .columns, let hit = titles.first(where: { $0.columns.contains(mouse.column) })
    else { return true }
    if isFacets {
      carryOut(facets.turn(to: hit.index), &effects)
    } else {
      let before = ranges
      carryOut(ranges.turn(to: hit.index), from: before, &effects)
    }
    return true
  }

  // MARK: What they do

  /// Opens a panel, or focuses it if it is open.
  mutating func open(_ panel: Panel, _ effects: inout [ScreenEffect]) {
    let before = (openPanels, lastPanel, focus)
    openPanels.insert(panel)
    lastPanel = panel
    focus = .panel(panel)
    if geometry.panels[panel] == nil {
      (openPanels, lastPanel, focus) = before
      return refuse("no room for a panel")
    }
    if panel == .facets && options.facets == nil && progress == nil { effects.append(.sample) }
  }

  /// Closes a panel and focuses the search.
  mutating func close(_ panel: Panel) {
    openPanels.remove(panel)
    focus = .search
  }

  /// Closes all visible panels.
  ///
  /// Returns false if there are none.
  mutating func closePanels() -> Bool {
    if geometry.panels.isEmpty { return false }
    openPanels = []
    focus = .search
    return true
  }

  /// Returns whether the meaning of a key to the used panel depends on pending measures.
  func mustWaitForMeasures(_ key: KeyPress) -> Bool {
    let isLoading = progress != nil
    if isLoading && KeyBindings.action(for: key) == .cancel { return false }
    return switch usedPanel {
    case .facets: facets.mustWait(key, isLoading: isLoading)
    case .range: ranges.mustWait(key, isLoading: isLoading)
    case .columns, nil: false
    }
  }

  /// Handles a key in the used panel.
  mutating func handlePanelKey(_ key: KeyPress, _ effects: inout [ScreenEffect]) {
    switch usedPanel {
    case .facets: carryOut(facets.handle(key), &effects)
    case .range:
      let before = ranges
      carryOut(ranges.handle(key), from: before, &effects)
    case .columns: carryOut(columnPanel.handle(key), &effects)
    case nil: break
    }
  }

  /// Inserts pasted text in the used panel.
  mutating func pasteInPanel(_ text: String, _ effects: inout [ScreenEffect]) {
    switch usedPanel {
    case .facets: carryOut(facets.paste(text), &effects)
    case .range: ranges.paste(text)
    case .columns: columnPanel.paste(text)
    case nil: break
    }
  }

  mutating func carryOut(_ outcome: FacetPanel.Outcome, _ effects: inout [ScreenEffect]) {
    switch outcome {
    case .nothing, .measure: break
    case .leave: focus = .search
    case .close: close(.facets)
    case .choose(let value):
      guard let attribute = facets.attribute else { return }
      changeFilters(by: .facets, &effects) { groups in
        try groups.choose(groups.choice(of: value, attribute).next, of: value, attribute)
      }
    }
  }

  private mutating func carryOut(
    _ outcome: RangePanel.Outcome, from before: RangePanel, _ effects: inout [ScreenEffect]
  ) {
    switch outcome {
    case .nothing, .measure: break
    case .leave: focus = .search
    case .close: close(.range)
    case .refuse(let reason): refuse(reason)
    case .choose:
      guard let control = ranges.control else { return }
      let isDone = changeFilters(by: .range, &effects) { groups in
        try groups.replace(
          before.control?.filter, with: control.filter, in: control.group, .and)
      }
      if !isDone { ranges = before }
    }
  }
}
