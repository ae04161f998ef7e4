import Shortlist

extension PickOptions {
  /// Returns the part of a terminal to draw on.
  func size(on terminal: Size) -> Size {
    let rows =
      switch height {
      case .full: terminal.rows
      case .lines(let lines): lines < 0 ? terminal.rows + lines : lines
      case .percent(let percent): terminal.rows * max(0, min(percent, 100)) / 100
      }
    return Size(columns: terminal.columns, rows: max(1, min(rows, terminal.rows)))
  }
}

extension ScreenState.Settings {
  /// Creates the settings of a picker from its options and the state of its list.
  init(_ options: PickOptions, _ list: ListState) {
    let query = list.query
    self.init()
    prompt = options.prompt
    notice = options.notice
    (match, matchKinds, ranks) = (query.match, list.matchKinds, query.ranks)
    colors = options.colors
    if !options.hasColor { colors = .none }
    isLight = options.isLight
    signs = options.isASCII ? .ascii : .unicode
    limits = options.limits
    columns = options.columns
    sort = query.sort.filter { !options.lines.hiddenAttributes.contains($0.attribute) }
    (sections, window) = (query.sections, options.window)
    (wraps, writer) = (options.wraps, options.writer)
    follows = options.follows
    facets = options.facets
    creates = options.creates
    preview = options.preview
    (cycles, header, expected) = (options.cycles, options.header, options.expected)
    (footer, partBoxes) = (options.footer, options.partBoxes)
    (gap, gapLine, ghost) = (options.gap, options.gapLine, options.ghost)
    collapsing = options.collapsing
    lines = options.lines
    (bindings, history) = (options.bindings, options.history)
    (layout, isHeaderFirst, margin) = (options.layout, options.isHeaderFirst, options.margin)
    (box, info, widths) = (options.box, options.info, options.widths)
    if let labels = options.jumpLabels { jumpLabels = Array(labels) }
    if let sign = options.pointer { signs.pointer = sign }
    if let sign = options.mark { signs.mark = sign }
    (isSearchDisabled, tracks) = (options.isSearchDisabled, options.tracks)
    (hasInput, keepsRows) = (options.hasInput, options.keepsRows)
    isStored = list.isStored
    hasRules = Self.areAboutRows(list.rules)
    filters = query.filters
    if !query.filters.isEmpty { waiting.append("filters") }
    if !query.sort.isEmpty { waiting.append("sort") }
    waitsForAllRows = options.waitsForAllRows || hasRules
  }
}
