package import Shortlist

/// The complete state of the picker's screen, as a value.
///
/// `update` handles an event and returns the effects to carry out; `frame` draws the state. Nothing
/// here blocks: effects request rows, and the rows arrive as events.
///
/// The meaning of a key can depend on rows that are still being searched for. Such a key, and every
/// key after it, is deferred until the rows arrive, so quick typing has the same result as slow
/// typing.
package struct ScreenState: Sendable {
  /// Text that replaces the selection count in the status line until the next key.
  package struct Message: Hashable, Sendable {
    package var text: String
    package var isProblem: Bool
  }

  /// The element with the focus, where the terminal's cursor is drawn.
  package enum Focus: Hashable, Sendable {
    case search, rows, chips
    case panel(Panel)
  }

  /// The appearance and behavior, with what actions have changed of it.
  package internal(set) var options: PickOptions
  /// What the list was like at the start.
  package internal(set) var traits: ListTraits
  /// The size of the part of the screen that the picker has.
  var screenSize: Size
  /// The size of what is within the margin, the border and the padding.
  package internal(set) var size: Size
  package internal(set) var field: SearchField
  /// How the typed text is compared.
  package internal(set) var match: MatchKind
  /// The styles of the parts of the screen.
  package internal(set) var theme: Theme
  package internal(set) var viewport = Viewport()
  package internal(set) var columns: TableColumns
  /// The order, the sections and the columns.
  package internal(set) var arrangement: Arrangement
  /// Which sections are collapsed.
  package internal(set) var collapsing = Collapsing()
  /// The name of a file that is being typed; nil while none is asked for.
  package internal(set) var fileEntry: FileEntry?
  /// The number of columns after the first one that are scrolled past; half screens if there is a
  /// single column.
  package internal(set) var scrolledColumns = 0
  package internal(set) var page: ListSnapshot?
  package internal(set) var message: Message?
  /// Why the last selection request was refused.
  ///
  /// Stays until a request succeeds or a new search is answered.
  package internal(set) var refusal: String?
  package internal(set) var reading = SearchReading(search: "")
  package internal(set) var focus = Focus.search
  /// Index of the first entry shown in the list of keys; nil while the list is hidden.
  package internal(set) var help: Int?

  /// The index of the first line shown of the details of the row at the cursor; nil while they are
  /// hidden.
  package internal(set) var details: Int?

  /// The preview; nil if there is none.
  package internal(set) var preview: Preview?
  /// The command and the place of the preview; nil if there is none.
  var previewOptions: PreviewOptions?

  /// The lines of text above the rows, without those of the source.
  var header: [String]
  /// Whether the typed text is searched for.
  var isSearchEnabled: Bool
  /// The text that is searched for instead of the typed one.
  var otherSearch: String?
  /// The attributes that are searched instead of those that the list was opened with.
  var attributes: [String]?
  /// How often actions with several choices, by their texts, have chosen.
  var turns: [String: Int] = [:]
  /// Whether rows that match better come first.
  var ranks: Bool
  /// The texts that were searched for before.
  var history: QueryHistory
  /// Whether the command of an action runs, for which everything else waits.
  package internal(set) var isRunningCommand = false
  /// Non-nil while the screen still shows the rows of a list that was replaced; true if the new
  /// rows are shown only when all are read.
  var replacing: Bool?
  /// The revision at which the new list had too few rows to be shown.
  var early: Int?
  /// The texts that come before the result.
  package internal(set) var printed: [String] = []
  /// The number of bindings that others have started since the last key.
  var nested = 0
  /// The name of the last key.
  var lastKey = ""
  /// Whether a key or the mouse was pressed, or a text was pasted.
  package internal(set) var isTouched = false

  /// The filters set in the panels.
  package internal(set) var groups: FilterGroups
  package internal(set) var facets = FacetPanel()
  package internal(set) var ranges = RangePanel()
  package internal(set) var columnPanel = ColumnPanel()
  package internal(set) var openPanels: Set<Panel> = []
  /// The most recently used panel.
  var lastPanel = Panel.facets
  /// Index of the current filter chip while the chips have the focus.
  package internal(set) var chip = 0
  /// The last measurement requested; nil if its answer would no longer apply to the list.
  var measuring: Measuring?
  var measurings = 0

  /// The typed text that can become a row.
  package var offer: String? { page?.creatable }
  /// Whether the cursor is on the offer line, above the rows.
  var isAboveRows = false
  /// Whether a row is being created from the offer.
  var isCreating = false
  /// The view of the selected rows; nil while the list is shown.
  package internal(set) var picked: PickedView?
  /// The row where a range selection starts: the last one marked.
  var anchor: RowID?
  /// The range selection in progress; nil once any other key is pressed.
  var extending: Extending?

  /// How the view follows a growing list; nil if the list does not follow its source.
  package internal(set) var following: Following?
  /// Why the shown rows may be outdated and cannot be written; nil if they are current.
  package internal(set) var stopReason: String?

  /// The loading progress; nil once all rows are read.
  package internal(set) var progress: LoadProgress?
  package internal(set) var isProgressDue = false
  /// The locked file that the source last reported waiting for.
  ///
  /// Cleared by the next change of the list and, once all rows are read, by the next key.
  package internal(set) var lockedFile: String?
  /// The row that a key is about to name; nil while keys have their usual meaning.
  package internal(set) var jump: Jump?
  /// Whether the list is prepared when all rows are read, and nothing can be picked before.
  package internal(set) var isPreparing = false
  /// Whether the choice is made and will be accepted as soon as all rows are read.
  package internal(set) var isAccepting = false

  /// The first lines of the source, which are shown above the rows.
  var head: [String] = []
  /// All lines of text above the rows.
  var text: [String] { isHeaderHidden ? [] : header + head }
  var isHeaderHidden = false

  /// The name of the last key, if it is one of `PickOptions.expected`.
  package internal(set) var expectedKey: String?

  /// The number of the last search requested; `answered` is the last one answered.
  package internal(set) var searches = 0
  var answered = 0
  /// The number of selection changes still unanswered.
  var selecting = 0
  /// The number of arrangements still unanswered.
  var arranging = 0
  /// The row at which the cursor is placed when the arrangement is answered.
  var rowToFind: RowID?
  /// Whether the cursor goes on to the first row of its section when that is known.
  var goesToSection = false
  /// The row that the cursor goes to when the search is answered; nil for the first one.
  var startRow: RowID?
  /// The row request still unanswered.
  var requested: SnapshotRequest?
  /// Why the last search has failed, so that the list still has the query before it.
  var failure: SearchFailure?
  /// The texts of the searches that are still unanswered, the latest one last.
  var unanswered: [(number: Int, text: String)] = []
  /// The attributes known so far.
  var schema = ListSchema([])
  /// The newest known revision.
  var revision = 0
  /// The newest revision at which the list has counted: an estimate can become the count of the
  /// same revision.
  var countedRevision = 0
  /// Keys deferred until rows arrive.
  var deferred: [ScreenEvent] = []

  /// Creates the state for a list that is loading or about to answer its first search.
  package init(
    options: PickOptions = PickOptions(), traits: ListTraits = ListTraits(), size: Size, search: String = "",
    groups: FilterGroups = FilterGroups(), isLoading: Bool = false, isPreparing: Bool = false
  ) {
    (self.options, self.traits) = (options, traits)
    self.isPreparing = isPreparing
    screenSize = size
    self.size = options.box.content(of: size).size
    self.groups = groups
    field = SearchField(search)
    match = traits.match
    theme = options.theme(isLight: options.isLight)
    arrangement = traits.arrangement(options)
    columns = TableColumns(
      traits.arrangement(options), isASCII: options.isASCII, tabStop: options.lines.tabStop)
    message = options.notice.map { Message(text: $0, isProblem: false) }
    if options.follows { following = Following() }
    previewOptions = options.preview
    preview = options.preview.map { Preview(isShown: !$0.window.isHidden && !$0.command.isEmpty) }
    header = options.header
    isSearchEnabled = !options.isSearchDisabled
    ranks = traits.ranks
    history = QueryHistory(options.history)
    if isLoading { progress = LoadProgress(rows: 0, bytes: 0) }
    if let names = options.facets { facets.setAttributes(names) }
    if traits.sections != nil { collapsing = options.collapsing }
    (viewport.margin, viewport.gap) = (options.margin, options.gap)
    viewport.height = geometry.rows.count
  }

  /// Whether the latest search is still unanswered.
  package var isSearching: Bool { answered < searches }

  /// Whether the known rows are about to be replaced: the search is unanswered, or it has found
  /// nothing while rows are still being read, or the page dates from before all rows were read.
  package var isWaitingForRows: Bool {
    guard let page, !isSearching, arranging == 0, replacing == nil else { return true }
    return progress == nil ? page.isReading : viewport.total == 0
  }

  /// The revision of the page, to which its row ids belong.
  var shownRevision: Int { page?.revision ?? 0 }

  /// Returns the row at a position; nil if it is not known.
  package func line(at position: Int) -> ListSnapshot.Line? {
    guard let page, position >= page.start, position < page.start + page.lines.count else {
      return nil
    }
    return page.lines[position - page.start]
  }
}

extension ScreenState {
  /// The layout of the screen: which lines and columns show what.
  package struct Geometry: Hashable, Sendable {
    /// The lines of the search, with its border.
    package var input: Range<Int>
    /// The line with the number of rows that match, if it is not in that of the search.
    package var info: Int?
    package var chips: Int?
    /// The lines of text above the rows, and those below them, with their borders.
    package var text: Range<Int>
    package var footer: Range<Int>
    package var header: Int?
    /// The offer line, with the text that can become a row.
    package var offer: Int?
    package var rows: Range<Int>
    /// The status line, and those before it that a long reason needs; empty if there is no room.
    package var status: Range<Int>
    /// The width of the list, in columns.
    package var width: Int
    /// The first column of the list.
    package var left: Int
    /// The area of the preview; nil if it is hidden or has no room.
    package var preview: Area?
    /// The area of the preview with its border.
    package var previewBox: Area?
    /// The panels that are shown.
    package var panels: [Panel: Area]
    /// Whether a panel covers the list.
    package var coversList: Bool
    /// The area of the list with its border; nil if it has none.
    package var listBox: Area?
    /// What is drawn around the parts.
    package var boxes: PartBoxes
  }

  /// The layout, from the top: search line, counts, filter chips, column names, rows, status line.
  ///
  /// If space runs out, rows take priority over the status line, the status line over column names,
  /// and column names over chips. Panels take their space from column names and rows.
  package var geometry: Geometry {
    let status = max(0, size.rows - statusLineCount)..<max(0, size.rows)
    let hasHeader = size.rows >= 5 && columns.columns.count > 1
    let hasChips = size.rows >= 6 && !(groups.isEmpty && traits.filters.isEmpty)
    let hasInfo = size.rows >= 7 && options.info.hasLine
    var boxes = partBoxes.fitted(to: size, isTurned: isTurned)
    let input = 0..<(options.hasInput ? min(max(size.rows, 0), 1 + boxes.input.lineCount) : 0)
    let textStart = min(max(size.rows, 0), input.count + (hasInfo ? 1 : 0) + (hasChips ? 1 : 0))
    // Rows take priority over the text.
    func length(of lines: [String], _ box: ScreenBox, _ room: Int) -> Int {
      let count = min(lines.count, room - box.lineCount)
      return count > 0 ? count + box.lineCount : 0
    }
    let top = textStart + length(of: text, boxes.header, size.rows - textStart - 4)
    let end = max(top, status.lowerBound)
    let bottom = end - length(of: options.footer, boxes.footer, end - top - 3)
    let isUsed = if case .panel = focus { true } else { false }
    let area = Area(columns: 0..<max(0, size.columns), rows: top..<bottom)
    let parts = divide(area, &boxes)
    let layout = PanelLayout(
      parts?.list ?? area, open: openPanels, last: lastPanel, isUsed: isUsed)
    let listBox = isTurned ? boxes.list.turned : boxes.list
    let list = layout.coversList ? layout.list : listBox.contentOfPart(layout.list)
    let (start, last) = (list.rows.lowerBound, list.rows.upperBound)
    let first = min(last, hasHeader ? start + 1 : start)
    let hasOffer =
      offer != nil && picked == nil && last - first > (viewport.total == 0 ? 0 : 1)
    return Geometry(
      input: input, info: hasInfo ? input.upperBound : nil, chips: hasChips ? textStart - 1 : nil,
      text: textStart..<top, footer: bottom..<end, header: hasHeader ? start : nil,
      offer: hasOffer ? first : nil,
      rows: (hasOffer ? first + 1 : first)..<last, status: status,
      width: list.columns.count, left: list.columns.lowerBound,
      preview: parts.map { boxes.preview.contentOfPart($0.preview) }, previewBox: parts?.preview,
      panels: layout.panels, coversList: layout.coversList,
      listBox: list == layout.list ? nil : layout.list, boxes: boxes)
  }

  /// Returns how many lines of the screen show all rows, if it has enough.
  ///
  /// - Parameter most: The largest size of the screen.
  /// - Returns: The number of lines.
  func height(within most: Size) -> Int {
    var state = self
    state.screenSize = most
    state.size = options.box.content(of: most).size
    let headings = page?.isSectioned == true ? page?.headings.count ?? 0 : 0
    // Lines of text above or below the rows leave at least three lines to these.
    let least = text.isEmpty && options.footer.isEmpty ? 1 : 3
    let count = max(least, min(page?.count ?? 0, most.rows))
    let rows = count * (1 + options.gap) - options.gap + headings
    return min(most.rows, most.rows - state.geometry.rows.count + rows)
  }

  /// The content of a line below the column names.
  package enum BodyLine: Hashable, Sendable {
    /// The heading of the section that the row at this position is in.
    case heading(Int)
    /// The row at this position.
    case row(Int)
    /// A further line of the row at this position, with its number.
    case rest(Int, line: Int)
    /// An empty line after a row.
    case gap
  }

  /// The lines between the column names and the status line, from the top.
  package var body: [BodyLine] {
    var lines: [BodyLine] = []
    for position in viewport.visible {
      let isFirst = position == viewport.top
      if isFirst ? viewport.hasStickyHeading : viewport.hasHeading(position) {
        lines.append(.heading(position))
      }
      if viewport.collapsed.contains(position) {
        if !viewport.hasStickyHeading { lines.append(.heading(position)) }
        continue
      }
      lines.append(.row(position))
      for line in 1..<max(1, viewport.lines(of: position)) {
        lines.append(.rest(position, line: line))
      }
      let room = max(0, viewport.height - lines.count)
      let gap = position + 1 < viewport.total ? viewport.gap(after: position) : 0
      lines += Array(repeating: .gap, count: min(gap, room))
    }
    // Show the next heading even if its first row does not fit.
    let next = viewport.visible.upperBound
    if lines.count < viewport.height, next < viewport.total, viewport.hasHeading(next), !goesUp {
      lines.append(.heading(next))
    }
    return goesUp ? Self.withHeadingsLast(lines) : lines
  }

  /// Returns lines with each heading after the rows of its section: above them, where rows go up.
  private static func withHeadingsLast(_ lines: [BodyLine]) -> [BodyLine] {
    var (result, heading): ([BodyLine], BodyLine?) = ([], nil)
    for line in lines {
      guard case .heading = line else {
        result.append(line)
        continue
      }
      if let heading { result.append(heading) }
      heading = line
    }
    return result + [heading].compactMap(\.self)
  }

  /// The number of columns before the table, for the pointer and the mark.
  package var gutter: Int { options.isSingle ? 2 : 3 }
}
