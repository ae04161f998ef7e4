import Shortlist

/// The order, the sections and the columns, as they are changed on the screen.
extension ScreenState {
  /// The attributes that can be columns.
  var columnNames: [String] {
    let hidden = options.lines.hiddenAttributes.subtracting(options.columns ?? [])
    return schema.entries.map(\.name).filter { !hidden.contains($0) }
  }

  /// The options that take effect only after all rows are read.
  var waiting: [String] {
    var waiting = traits.waiting
    let arrangement = columns.arrangement
    if !arrangement.sort.isEmpty && !waiting.contains("sort") { waiting.append("sort") }
    if arrangement.sections != nil && !waiting.contains("sections") { waiting.append("sections") }
    return waiting
  }

  /// Whether a choice is accepted only when all rows are read.
  var waitsForAllRows: Bool { options.waitsForAllRows || traits.hasRules || !waiting.isEmpty }

  /// Changes the arrangement, and asks for rows in its order if that differs.
  mutating func arrange(_ effects: inout [ScreenEffect], _ change: (inout Arrangement) -> Void) {
    let before = columns.arrangement
    change(&columns.arrangement)
    let now = columns.arrangement
    if now == before { return }
    columns.update(schema)
    if let page { columns.widen(toFit: page.lines) }
    if now.sort == before.sort && now.sections == before.sections { return }
    var arranging = Arranging(order: .init(sort: now.sort, sections: now.sections))
    if now.sections != before.sections && collapsing.isActive {
      arranging.parts = collapsing.setAll(false, window: options.window)
    }
    viewport.cursor = 0
    viewport.top = 0
    isAboveRows = false
    marks.end()
    if following != nil { goToEnd() }
    request(arranging, ScrollAnchors(), &effects)
  }

  private mutating func request(
    _ arranging: Arranging, _ anchors: ScrollAnchors, _ effects: inout [ScreenEffect]
  ) {
    requests.arranging += 1
    effects.append(.arrange(arranging, wanted(around: anchors)))
  }

  /// Shows the rows as they are arranged now.
  mutating func show(arranged page: ListSnapshot) {
    requests.arranging -= 1
    requests.rows = nil
    if let row = requests.rowToFind, let position = page.positions[row] {
      viewport.cursor = position
    }
    requests.rowToFind = nil
    show(page)
  }

  // MARK: The panel

  mutating func carryOut(_ outcome: ColumnPanel.Outcome, _ effects: inout [ScreenEffect]) {
    let names = columnNames
    switch outcome {
    case .nothing: break
    case .sort(let name): arrange(&effects) { $0.changeSort(by: name) }
    case .sortAlone(let name): arrange(&effects) { $0.sort(by: name) }
    case .collate(let name): arrange(&effects) { $0.changeCollation(by: name) }
    case .section(let name): arrange(&effects) { $0.changeSections(by: name) }
    case .toggle(let name): arrange(&effects) { $0.toggle(name, of: names) }
    case .move(let name, let step): arrange(&effects) { $0.move(name, by: step, of: names) }
    case .widen(let name, let step):
      guard let column = columns.columns.first(where: { columnName($0) == name }) else {
        return notices.refuse("the column is hidden")
      }
      arrange(&effects) { $0.setWidth(column.width + step, of: name) }
    case .fit(let name): arrange(&effects) { $0.setWidth(nil, of: name) }
    case .reset:
      let start = traits.arrangement(options)
      arrange(&effects) { $0 = start }
    case .leave: panels.focus = .search
    case .close: panels.close(.columns)
    }
  }

  /// Returns the attribute of a column.
  func columnName(_ column: TableColumns.Column) -> String? {
    let entries = schema.entries
    return entries.indices.contains(column.index) ? entries[column.index].name : nil
  }

  // MARK: The mouse

  /// Returns the attribute whose column is at a column of the screen.
  func columnName(at place: Int) -> String? {
    let layout = columnLayout
    var start = geometry.left + gutter
    for (index, width) in zip(layout.places, layout.widths) {
      if (start..<start + width).contains(place) { return columnName(columns.columns[index]) }
      start += width + ColumnWidths.gap
    }
    return nil
  }

  /// Orders the rows by a column whose name was clicked; by the right button, by it too.
  mutating func pressHeader(_ mouse: MouseEvent, _ effects: inout [ScreenEffect]) {
    guard let name = columnName(at: mouse.column) else { return }
    arrange(&effects) { mouse.button == 2 ? $0.changeSort(by: name) : $0.sort(by: name) }
  }

  // MARK: Sections

  /// Whether the cursor is on the heading of a collapsed section.
  var isOnCollapsed: Bool { viewport.collapsed.contains(viewport.cursor) }

  /// The row at the cursor; nil if it is not known, or if the cursor is on a heading.
  var currentLine: ListSnapshot.Line? { isOnCollapsed ? nil : line(at: viewport.cursor) }

  /// Marks which of the known sections are collapsed.
  mutating func updateCollapsed() {
    let headings = page?.isSectioned == true && collapsing.isActive ? page?.headings ?? [] : []
    viewport.collapsed = Set(headings.filter { collapsing.contains($0.name) }.map(\.start))
  }

  /// Collapses or opens the section of a row.
  mutating func collapseSection(at position: Int, _ effects: inout [ScreenEffect]) {
    guard page?.isSectioned == true else { return notices.refuse("there are no sections") }
    guard requests.arranging == 0, let heading = heading(of: position) else { return }
    marks.end()
    var arranging = Arranging()
    arranging.parts = [collapsing.toggle(heading.name, window: options.window)]
    if viewport.cursor >= heading.start { viewport.cursor = heading.start }
    followCursor()
    panels.focus = .rows
    request(arranging, ScrollAnchors(), &effects)
  }

  /// Collapses all sections, or opens them.
  mutating func collapseAll(_ effects: inout [ScreenEffect]) {
    guard page?.isSectioned == true else { return notices.refuse("there are no sections") }
    guard requests.arranging == 0 else { return }
    marks.end()
    var anchors = ScrollAnchors()
    var arranging = Arranging()
    if collapsing.isForAll {
      // The row at the cursor is the first one of its section.
      requests.rowToFind = line(at: viewport.cursor)?.id
      anchors.ids = requests.rowToFind.map { [$0] } ?? []
      arranging.parts = collapsing.setAll(false, window: options.window)
    } else {
      viewport.cursor = heading(of: viewport.cursor)?.section ?? 0
      arranging.parts = collapsing.setAll(true, window: options.window)
    }
    panels.focus = .rows
    request(arranging, anchors, &effects)
  }

  /// Moves to the first row of the next section, or of this one or the one before.
  mutating func goToSection(after isNext: Bool) {
    guard page?.isSectioned == true else { return notices.refuse("there are no sections") }
    guard let heading = heading(of: viewport.cursor) else { return }
    if isNext {
      let next = heading.start + heading.count
      if next < viewport.total { move(by: next - viewport.cursor) }
    } else if viewport.cursor > heading.start {
      move(by: heading.start - viewport.cursor)
    } else if viewport.cursor > 0 {
      let before = viewport.cursor - 1
      let start = self.heading(of: before)?.start
      requests.goesToSection = start == nil
      move(by: (start ?? before) - viewport.cursor)
    }
  }

  /// Goes on to the first row of a section that was not known before.
  mutating func finishGoingToSection() {
    guard requests.goesToSection, let heading = heading(of: viewport.cursor) else { return }
    requests.goesToSection = false
    viewport.cursor = heading.start
  }
}
