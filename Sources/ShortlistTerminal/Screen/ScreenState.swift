package import Shortlist

/// Everything that the screen of a picker shows and knows, as a value.
///
/// Events go in by `update`, which answers what is to be done; `frame` draws. Nothing here waits:
/// rows are asked for by effects and come back as events.
///
/// What a key means can depend on rows that are still being searched for. Such a key waits, and all
/// keys after it, until the rows are there, so that quick typing does the same as slow typing.
package struct ScreenState: Sendable {
  /// What does not change while the screen is shown.
  package struct Settings: Hashable, Sendable {
    package var prompt = "> "
    package var theme = Theme.colored
    package var signs = Theme.Signs.unicode
    package var limits = SelectionLimits()
    /// The attributes shown; nil for all.
    package var columns: [String]?
    /// The attributes whose values can be filtered by; nil for those whose values repeat.
    package var facets: [String]?
    /// What waits until all rows are read, whatever is typed: `filters`, `sort`, `sections`.
    package var waiting: [String] = []
    /// Whether the list goes on with what is appended to its source.
    package var follows = false
    /// Whether there are rules about rows: then also one row alone is asked about.
    package var hasRules = false
    /// Whether a row can be made of the text that is typed.
    package var creates = false
    /// Whether such a row is written to where the rows come from.
    package var isStored = false
    /// The row that the cursor is on at first; nil for the first one.
    package var start: RowID?

    package init() {}

    /// Whether symbols are made of ASCII characters only.
    package var isASCII: Bool { signs == .ascii }
    /// Whether one row is picked, without marks.
    package var isSingle: Bool { limits.maximum == 1 }
  }

  /// What the last line says instead of the number of selected rows, until the next key.
  package struct Message: Hashable, Sendable {
    package var text: String
    package var isProblem: Bool
  }

  /// Where the terminal's own cursor is: where the last key did something.
  package enum Focus: Hashable, Sendable {
    case search, rows, chips
    case panel(Panel)
  }

  package let settings: Settings
  package internal(set) var size: Size
  package internal(set) var field: SearchField
  package internal(set) var viewport = Viewport()
  package internal(set) var columns: TableColumns
  package internal(set) var page: Page?
  package internal(set) var message: Message?
  /// Why the last request about the selection was not carried out.
  ///
  /// It is shown until one is, or until something else is searched for.
  package internal(set) var refusal: String?
  package internal(set) var reading = SearchReading(search: "")
  package internal(set) var focus = Focus.search
  /// The first line of the list of keys on the screen; nil while it is not shown.
  package internal(set) var help: Int?

  /// The filters that the panels have set.
  package internal(set) var groups: FilterGroups
  package internal(set) var facets = FacetPanel()
  package internal(set) var ranges = RangePanel()
  package internal(set) var openPanels: Set<Panel> = []
  /// The panel that was used last.
  var lastPanel = Panel.facets
  /// The filter that is removed next, while the focus is on the filters.
  package internal(set) var chip = 0
  /// What was asked to be measured last; nil if the answer would not be that of the list any more.
  var measuring: Measuring?
  var measurings = 0

  /// How much of each section is selected, by its index; none while nothing is.
  var sections: [SelectedSectionsReport.Section] = []
  /// The selected rows that do not match.
  package internal(set) var notShown = 0
  /// The text that can become a row.
  package internal(set) var offer: String?
  /// Whether the cursor is on that text, above the rows.
  var isAboveRows = false
  /// Whether a row is being made of it.
  var isCreating = false
  /// The view of the selected rows alone; nil while the list is shown.
  package internal(set) var picked: PickedView?
  /// The row from which a range of rows is marked: the one that was marked last.
  var anchor: RowID?
  /// The marking of rows by moving the cursor; nil while other keys are pressed.
  var extending: Extending?

  /// How the view goes along with a list that grows; nil with one that does not.
  package internal(set) var following: Following?
  /// Why what is shown may be outdated, and cannot be written; nil if all is well.
  package internal(set) var stopReason: String?

  /// How far loading is; nil when all is read.
  package internal(set) var progress: LoadProgress?
  package internal(set) var isProgressDue = false
  /// The file that the source waited for when it was last heard of; nil after the next news, and
  /// after the next key once all is read.
  package internal(set) var lockedFile: String?
  /// Whether the rows are accepted as soon as all is read.
  package internal(set) var isAccepting = false

  /// Searches asked for, and the last one that was answered.
  var searches = 0
  var answered = 0
  /// Changes of the selection that were not answered.
  var selecting = 0
  /// The rows asked for and not answered.
  var requested: RowRequest?
  /// The attributes known.
  var schema = ListSchema([])
  /// The newest revision of the rows heard of, which a change of the selection leaves alone.
  var rowsRevision = 0
  /// The revision after the last change of the selection that was asked for.
  var selectedRevision = 0
  /// The newest revision heard of.
  var revision = 0
  /// The first revision with all rows read, when they got other ids; nil before that.
  var finalRevision: Int?
  /// Keys that wait for rows.
  var deferred: [ScreenEvent] = []

  /// Creates the state of a list that is being read, or is about to answer.
  package init(
    settings: Settings = Settings(), size: Size, search: String = "",
    groups: FilterGroups = FilterGroups(), isLoading: Bool = false
  ) {
    self.settings = settings
    self.size = size
    self.groups = groups
    field = SearchField(search)
    columns = TableColumns(names: settings.columns, isASCII: settings.isASCII)
    if settings.follows { following = Following() }
    if isLoading { progress = LoadProgress(rows: 0, bytes: 0) } else { finalRevision = 0 }
    if let names = settings.facets { facets.take(attributes: names) }
    viewport.height = geometry.rows.count
  }

  /// Whether the rows shown are not yet those that were searched for.
  package var isSearching: Bool { answered < searches }

  /// Whether other rows than those known are about to come: what is searched for is not found yet, or
  /// nothing is while rows are being read, or they are from before all were read.
  package var isWaitingForRows: Bool {
    guard let page, !isSearching else { return true }
    return progress == nil ? !isFinal(page) : viewport.total == 0
  }

  /// The revision of the page, which the ids on it are of.
  var shownRevision: Int { page?.revision ?? 0 }

  /// The row at a position, if it is known.
  package func line(at position: Int) -> Page.Line? {
    guard let page, position >= page.start, position < page.start + page.lines.count else {
      return nil
    }
    return page.lines[position - page.start]
  }
}

extension ScreenState {
  /// Which rows of the screen are for what.
  package struct Geometry: Hashable, Sendable {
    package var chips: Int?
    package var header: Int?
    /// The line of the text that can become a row.
    package var offer: Int?
    package var rows: Range<Int>
    package var status: Int?
    /// The columns of the list.
    package var width: Int
    /// The panels that are shown.
    package var panels: [Panel: Area]
    /// Whether a panel covers the list.
    package var coversList: Bool
  }

  /// From the top the search line, the filters, the names of the columns, the rows, and the status.
  ///
  /// Where there is no room for all, rows come before status, status before names, and names before
  /// filters. Panels take their room from names and rows.
  package var geometry: Geometry {
    let hasStatus = size.rows >= 3
    let hasHeader = size.rows >= 5 && columns.columns.count > 1
    let hasChips = size.rows >= 6 && !groups.isEmpty
    let top = min(max(size.rows, 0), hasChips ? 2 : 1)
    let bottom = max(top, size.rows - (hasStatus ? 1 : 0))
    let isUsed = if case .panel = focus { true } else { false }
    let layout = PanelLayout(
      Area(columns: 0..<max(0, size.columns), rows: top..<bottom), open: openPanels,
      last: lastPanel,
      isUsed: isUsed)
    let end = layout.list.rows.upperBound
    let first = min(end, hasHeader ? top + 1 : top)
    let hasOffer =
      offer != nil && picked == nil && end - first > (viewport.total == 0 ? 0 : 1)
    return Geometry(
      chips: hasChips ? 1 : nil, header: hasHeader ? top : nil, offer: hasOffer ? first : nil,
      rows: (hasOffer ? first + 1 : first)..<end, status: hasStatus ? size.rows - 1 : nil,
      width: layout.list.columns.count, panels: layout.panels, coversList: layout.coversList)
  }

  /// The lines for the list of keys.
  var helpRows: Range<Int> {
    let first = min(max(size.rows, 0), geometry.header == nil ? 1 : 2)
    return first..<max(first, geometry.status ?? size.rows)
  }

  /// What a line below the names of the columns shows.
  package enum BodyLine: Hashable, Sendable {
    /// The heading of the section that the row at this position is in.
    case heading(Int)
    /// The row at this position.
    case row(Int)
  }

  /// The lines between the names of the columns and the status, from the first.
  package var body: [BodyLine] {
    var lines: [BodyLine] = []
    for position in viewport.visible {
      let isFirst = position == viewport.top
      if isFirst ? viewport.hasStickyHeading : viewport.hasHeading(position) {
        lines.append(.heading(position))
      }
      lines.append(.row(position))
    }
    // A heading that comes next is shown also where its first row does not fit.
    let next = viewport.visible.upperBound
    if lines.count < viewport.height, next < viewport.total, viewport.hasHeading(next) {
      lines.append(.heading(next))
    }
    return lines
  }

  /// The columns of the screen before those of the table: for the pointer and the mark.
  package var gutter: Int { settings.isSingle ? 2 : 3 }

  /// The keys that the list of keys names.
  package var keyList: [KeyBindings.Binding] {
    KeyBindings.all.filter {
      (!settings.isSingle || !$0.isForMarks) && (settings.follows || !$0.isForFollowing)
        && (settings.creates || !$0.isForCreating)
    }
  }
}
