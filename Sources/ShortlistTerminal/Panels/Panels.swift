package import Shortlist

/// The panels, the filters that are set in them, and which part of the screen has the focus.
package struct Panels: Hashable, Sendable {
  /// The element with the focus, where the terminal's cursor is drawn.
  package enum Focus: Hashable, Sendable {
    case search, rows, chips
    case panel(Panel)
  }

  /// A requested measurement.
  struct Measuring: Hashable {
    let number: Int
    let request: MeasureRequest
    var isAnswered = false
    /// Whether the rows have changed since the request.
    var isOutdated = false
  }

  /// The filters set in the panels.
  package internal(set) var groups: FilterGroups
  /// Index of the current filter chip while the chips have the focus.
  var chip = 0
  package internal(set) var facets = FacetPanel()
  package internal(set) var ranges = RangePanel()
  var columns = ColumnPanel()
  package private(set) var open: Set<Panel> = []
  /// The most recently used panel.
  private var last = Panel.facets
  var focus = Focus.search
  /// The last measurement requested; nil if its answer would no longer apply to the list.
  var measuring: Measuring?
  /// The number of measurements that were requested.
  private var measurings = 0

  /// Creates closed panels, with these filters.
  init(_ groups: FilterGroups, facets names: [String]?) {
    self.groups = groups
    if let names { facets.setAttributes(names) }
  }

  // MARK: Opening

  /// Returns the layout of the list and the open panels.
  func layout(_ area: Area) -> PanelLayout {
    let isUsed = if case .panel = focus { true } else { false }
    return PanelLayout(area, open: open, last: last, isUsed: isUsed)
  }

  /// Gives the focus to a panel, and opens it if it is closed.
  mutating func use(_ panel: Panel) {
    open.insert(panel)
    last = panel
    focus = .panel(panel)
  }

  /// Closes a panel and focuses the search.
  mutating func close(_ panel: Panel) {
    open.remove(panel)
    focus = .search
  }

  /// Closes all panels and focuses the search.
  mutating func closeAll() {
    open = []
    focus = .search
  }

  /// Fits the panels to their areas.
  ///
  /// - Parameters:
  ///   - areas: The areas of the visible panels.
  ///   - names: The attributes that can be columns, in the order of the columns; needed only if
  ///     their panel is visible.
  mutating func fit(_ areas: [Panel: Area], names: [String]) {
    if let area = areas[.columns] {
      columns.setNames(names)
      let isSearching = !columns.field.text.isEmpty
      columns.fit(height: ColumnPanel.height(in: area, isSearching: isSearching))
    }
    guard let area = areas[.facets] else { return }
    facets.fit(height: FacetPanel.height(in: area, isSearching: !facets.field.text.isEmpty))
  }

  // MARK: Keys and the mouse

  /// Returns the text in the field of a panel.
  func text(in panel: Panel) -> String {
    switch panel {
    case .facets: facets.field.text
    case .range: ranges.entry.text
    case .columns: columns.field.text
    }
  }

  /// Returns whether the meaning of a key to a panel depends on pending measures.
  func mustWait(_ key: KeyPress, in panel: Panel, isLoading: Bool) -> Bool {
    if isLoading && KeyBindings.action(for: key) == .cancel { return false }
    return switch panel {
    case .facets: facets.mustWait(key, isLoading: isLoading)
    case .range: ranges.mustWait(key, isLoading: isLoading)
    case .columns: false
    }
  }

  /// Scrolls the values or the names of a panel.
  mutating func scroll(_ panel: Panel, by lines: Int) {
    switch panel {
    case .facets: facets.scroll(by: lines)
    case .columns: columns.scroll(by: lines)
    case .range: break
    }
  }

  // MARK: Filters

  /// The current filters.
  package var chips: FilterChips { FilterChips(groups) }

  /// Changes the filters.
  ///
  /// - Returns: Whether they differ now.
  /// - Throws: The error of the change, after which they are as before.
  mutating func changeFilters(
    _ change: (inout FilterGroups) throws -> Void
  ) throws -> Bool {
    var changed = groups
    try change(&changed)
    ranges.forgetChoices(notIn: changed)
    let isChanged = changed != groups
    if isChanged { groups = changed }
    moveToChip(chip)
    return isChanged
  }

  /// Makes a chip the current one, or the nearest one that there is.
  mutating func moveToChip(_ index: Int) { chip = max(0, min(index, chips.chips.count - 1)) }

  // MARK: Measures

  /// Returns a new measurement for the visible panels; nil if what they need is known or on its
  /// way.
  mutating func measure(_ areas: [Panel: Area]) -> Measuring? {
    var request = MeasureRequest()
    if areas[.facets] != nil, let facet = facets.request { request.facets = [facet] }
    if let area = areas[.range], let number = ranges.request(columns: area.columns.count) {
      request.numbers = [number]
    }
    if request == MeasureRequest() { return nil }
    let isWaiting =
      !request.facets.isEmpty && facets.isWaiting || !request.numbers.isEmpty && ranges.isWaiting
    if let measuring, measuring.request == request,
      !measuring.isAnswered || !(measuring.isOutdated || isWaiting)
    {
      return nil
    }
    measurings += 1
    measuring = Measuring(number: measurings, request: request)
    return measuring
  }

  /// Shows measures, unless they answer an older request.
  mutating func show(_ measures: Measures, number: Int) {
    guard measuring?.number == number else { return }
    measuring?.isAnswered = true
    if let report = measures.facets.first, report.attribute == facets.attribute {
      facets.show(report, groups: groups)
    }
    if let report = measures.numbers.first { ranges.show(report) }
  }

  /// Waits no longer for a measurement that has failed.
  ///
  /// - Returns: Whether it was the last one requested.
  mutating func stopWaiting(for number: Int) -> Bool {
    guard measuring?.number == number else { return false }
    measuring?.isAnswered = true
    facets.isWaiting = false
    ranges.isWaiting = false
    return true
  }

  /// Marks the panels' measures as outdated, because different rows match.
  mutating func expectMeasures(except panel: Panel? = nil) {
    if panel != .facets && facets.attribute != nil { facets.isWaiting = true }
    if panel != .range && ranges.control != nil { ranges.isWaiting = true }
  }

  /// Offers more attributes as facets: those of these names that are known and not hidden.
  mutating func offer(_ names: [String], of schema: ListSchema, hiding hidden: Set<String>) {
    let offered = Set(names).union(facets.attributes).subtracting(hidden)
    facets.setAttributes(schema.entries.map(\.name).filter(offered.contains))
  }
}
