import Shortlist

extension ScreenState {
  /// The effective focus: the search if the focused element has no space on the screen, and the
  /// rows if there is no search.
  package var shownFocus: Panels.Focus {
    switch panels.focus {
    case .panel(let panel) where geometry.panels[panel] != nil: panels.focus
    case .chips where geometry.chips != nil: panels.focus
    case .rows: panels.focus
    case .panel, .chips, .search: options.hasInput ? .search : .rows
    }
  }

  /// The panel that receives keys.
  var usedPanel: Panel? { if case .panel(let panel) = shownFocus { panel } else { nil } }

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
      if panels.groups.isEmpty {
        notices.refuse(
          !traits.filters.isEmpty
            ? "this filter stays"
            : searching.reading.hasTerms
              ? "the filters are in the search line" : "there are no filters")
      } else if geometry.chips == nil {
        notices.refuse("no room for filters")
      } else {
        panels.focus = .chips
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
    case .wheelUp: panels.scroll(panel, by: -3)
    case .wheelDown: panels.scroll(panel, by: 3)
    case .press where mouse.button == 0:
      notices.message = nil
      panels.use(panel)
      if handleMouseOnTitle(mouse, of: panel, area, &effects) { break }
      if panel == .facets {
        let first = area.rows.upperBound - panels.facets.view.height
        carryOut(panels.facets.press(line: mouse.row - first), &effects)
      } else if panel == .columns {
        let first = area.rows.upperBound - panels.columns.view.height
        carryOut(panels.columns.press(line: mouse.row - first), &effects)
      } else if RangePanel.histogramRows(in: area).contains(mouse.row) {
        let before = panels.ranges
        let column = mouse.column - area.columns.lowerBound
        carryOut(
          panels.ranges.press(column: column, of: area.columns.count), from: before, &effects)
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
    let names = isFacets ? panels.facets.attributes : panels.ranges.controls.map(\.attribute)
    let name = isFacets ? panels.facets.attribute : panels.ranges.control?.attribute
    let note = isFacets ? panels.facets.note(drawing) : panels.ranges.note(area, drawing)
    let titles = drawing.titles(
      names, current: names.firstIndex { $0 == name } ?? 0, note: note, in: area)
    guard panel != .columns, let hit = titles.first(where: { $0.columns.contains(mouse.column) })
    else { return true }
    if isFacets {
      carryOut(panels.facets.turn(to: hit.index), &effects)
    } else {
      let before = panels.ranges
      carryOut(panels.ranges.turn(to: hit.index), from: before, &effects)
    }
    return true
  }

  // MARK: What they do

  /// Opens a panel, or focuses it if it is open.
  mutating func open(_ panel: Panel, _ effects: inout [ScreenEffect]) {
    let before = panels
    panels.use(panel)
    if geometry.panels[panel] == nil {
      panels = before
      return notices.refuse("no room for a panel")
    }
    let wantsFacets = panel == .facets && options.facets == nil
    if wantsFacets && !source.isReading { effects.append(.sample) }
  }

  /// Closes all visible panels.
  ///
  /// Returns false if there are none.
  mutating func closePanels() -> Bool {
    if geometry.panels.isEmpty { return false }
    panels.closeAll()
    return true
  }

  /// Handles a key in the used panel.
  mutating func handlePanelKey(_ key: KeyPress, _ effects: inout [ScreenEffect]) {
    switch usedPanel {
    case .facets: carryOut(panels.facets.handle(key), &effects)
    case .range:
      let before = panels.ranges
      carryOut(panels.ranges.handle(key), from: before, &effects)
    case .columns: carryOut(panels.columns.handle(key), &effects)
    case nil: break
    }
  }

  /// Inserts pasted text in the used panel.
  mutating func pasteInPanel(_ text: String, _ effects: inout [ScreenEffect]) {
    switch usedPanel {
    case .facets: carryOut(panels.facets.paste(text), &effects)
    case .range: panels.ranges.paste(text)
    case .columns: panels.columns.paste(text)
    case nil: break
    }
  }

  mutating func carryOut(_ outcome: FacetPanel.Outcome, _ effects: inout [ScreenEffect]) {
    switch outcome {
    case .nothing, .measure: break
    case .leave: panels.focus = .search
    case .close: panels.close(.facets)
    case .choose(let value):
      guard let attribute = panels.facets.attribute else { return }
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
    case .leave: panels.focus = .search
    case .close: panels.close(.range)
    case .refuse(let reason): notices.refuse(reason)
    case .choose:
      guard let control = panels.ranges.control else { return }
      let isDone = changeFilters(by: .range, &effects) { groups in
        try groups.replace(
          before.control?.filter, with: control.filter, in: control.group, .and)
      }
      if !isDone { panels.ranges = before }
    }
  }
}
