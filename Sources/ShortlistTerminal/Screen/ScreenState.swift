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
  /// The appearance and behavior, with what actions have changed of it.
  package internal(set) var options: PickOptions
  /// What the list was like at the start.
  var traits: ListTraits
  /// The size of the part of the screen that the picker has.
  var screenSize: Size
  /// The styles of the parts of the screen.
  package internal(set) var theme: Theme
  /// The text above the rows.
  var header: HeaderText

  /// What is searched for.
  package internal(set) var searching: Searching
  /// What is not answered yet.
  package internal(set) var requests = Requests()
  /// How far the source is read.
  package internal(set) var source = SourceReading()
  /// The rows that are known; nil before the first ones are.
  package internal(set) var page: ListSnapshot?
  package internal(set) var viewport = Viewport()
  /// Whether the cursor is on the offer line, above the rows.
  var isAboveRows = false
  /// The columns, the order and the sections.
  package internal(set) var columns: TableColumns
  /// Which sections are collapsed.
  var collapsing = Collapsing()
  /// The range of rows that is marked by moving the cursor.
  var marks = MarkedRange()
  /// How the view follows a growing list; nil if the list does not follow its source.
  package internal(set) var following: Following?

  /// The keys that wait.
  package internal(set) var keys = KeyState()
  /// The panels, the filters and the focus.
  package internal(set) var panels: Panels
  /// What is shown in the place of the list.
  package internal(set) var overlays = Overlays()
  /// The preview; nil if there is none.
  package internal(set) var preview: Preview?
  /// What the status line says.
  package internal(set) var notices: Notices

  /// Creates the state for a list that is loading or about to answer its first search.
  package init(
    options: PickOptions = PickOptions(), traits: ListTraits = ListTraits(), size: Size,
    search: String = "", groups: FilterGroups = FilterGroups(), isLoading: Bool = false,
    isPreparing: Bool = false
  ) {
    (self.options, self.traits) = (options, traits)
    screenSize = size
    theme = options.theme(isLight: options.isLight)
    header = HeaderText(lines: options.header)
    searching = Searching(search, options, traits)
    columns = TableColumns(
      traits.arrangement(options), isASCII: options.isASCII, tabStop: options.lines.tabStop)
    panels = Panels(groups, facets: options.facets)
    notices = Notices(options.notice)
    source.isPreparing = isPreparing
    if isLoading { source.progress = LoadProgress(rows: 0, bytes: 0) }
    if options.follows { following = Following() }
    preview = options.preview.map {
      Preview($0, isShown: !$0.window.isHidden && !$0.command.isEmpty)
    }
    if traits.sections != nil { collapsing = options.collapsing }
    (viewport.margin, viewport.gap) = (options.margin, options.gap)
    viewport.height = geometry.rows.count
  }

  /// The size of what is within the margin, the border and the padding.
  package var size: Size { options.box.content(of: screenSize).size }

  /// Whether the latest search is still unanswered.
  package var isSearching: Bool { requests.isSearching }

  /// Whether the known rows are about to be replaced: the search is unanswered, or it has found
  /// nothing while rows are still being read, or the page dates from before all rows were read.
  package var isWaitingForRows: Bool {
    guard let page, hasCurrentQuery else { return true }
    return source.isReading ? viewport.total == 0 : page.isReading
  }

  /// The typed text that can become a row.
  package var offer: CreatableRow? { page?.creatable }

  /// The attributes: those of the page, or else those known so far.
  var schema: ListSchema { page?.schema ?? source.schema }

  /// All lines of text above the rows.
  var text: [String] { header.isHidden ? [] : header.lines + source.head }

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
