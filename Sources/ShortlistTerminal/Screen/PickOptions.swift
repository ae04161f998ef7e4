package import Shortlist

/// The appearance and behavior of a picker.
public struct PickOptions: Hashable, Sendable {
  /// The part of the screen to use.
  public enum Height: Hashable, Sendable {
    /// The whole screen; its former contents are restored at the end.
    case full
    /// This number of lines below the cursor; a negative number is that of the lines of the screen
    /// that are left.
    case lines(Int)
    /// This percentage of the screen's lines, below the cursor.
    case percent(Int)
  }

  /// The attributes to show, in this order; nil for all.
  public var columns: [String]?
  /// The attributes offered as facets, to count and filter by, in this order; nil for those whose
  /// values repeat.
  public var facets: [String]?
  /// The limits on how many rows can be picked.
  ///
  /// The list enforces the maximum, so open it with the same one. The minimum applies only when
  /// rows are accepted: a list opened with a minimum would not let the user unmark the last rows to
  /// pick others.
  public var limits = SelectionLimits()
  /// The attribute that receives the typed text when a row is created; nil if rows cannot be
  /// created.
  ///
  /// If the list is stored, the row is written to its source. Otherwise it exists only in the list.
  public var creates: String?
  /// The text in the search line at the start; nil for the search of the list.
  public var search: String?
  /// The prompt before the search text.
  public var prompt = "> "
  /// A sentence in the status line until the first key.
  package var notice: String?
  /// The part of the screen to use.
  public var height = Height.full
  /// Whether fewer lines are used if there are fewer rows.
  package var adaptsHeight = false
  /// Whether to use colors.
  public var hasColor = true
  /// The colors, if there are any.
  package var colors = ColorScheme()
  /// Whether the background of the terminal is light; nil if that is not known.
  package var isLight: Bool?
  /// Whether the terminal is asked for the color of its background.
  package var asksForBackground = true
  /// Whether the picker's own symbols are ASCII only; data is shown as it is.
  public var isASCII = false
  /// Whether to use the mouse.
  public var hasMouse = true
  /// Whether the list follows its source.
  ///
  /// The picker starts at the end of the list, stays there as rows arrive, and counts new rows
  /// while the cursor is elsewhere.
  public var follows = false
  /// Whether the screen is shown only when all rows are read and prepared.
  package var isShownWhenRead = false
  /// Whether a choice that is made while rows are being read is accepted only when all are.
  ///
  /// Before that, ids are row numbers and all values are text. A choice also waits if the list has
  /// filters, a sort or sections that apply only then, or rules about the values of rows.
  public var waitsForAllRows = true
  /// Whether rows are numbered and picked by typing their numbers, line by line.
  ///
  /// For screen readers and terminals that cannot move their cursor.
  public var isPlain = false
  /// Whether picking ends without the picked rows, for the caller to read them from the list.
  package var leavesRows = false
  /// The command that shows what the row at the cursor is about; nil for none.
  package var preview: PreviewOptions?
  /// Whether the row above the first one is the last one.
  package var cycles = false
  /// The lines of text above the rows, and those below them.
  package var header: [String] = []
  package var footer: [String] = []
  /// The keys that accept besides Enter, with their names.
  package var expected: [KeyPress: String] = [:]
  /// The range of rows that each section shows, which the list has already; nil for all.
  package var window: RangeOptions?
  /// Whether rows take as many lines as their values need.
  package var wraps = false
  /// Writes the rows to files; nil if that is not possible.
  package var writer: ViewWriter?
  /// How lines are shown and searched.
  package var lines = LineSettings()
  /// What keys and events do.
  package var bindings = Bindings()
  /// Where the search line is.
  package var layout = ScreenLayout.reverse
  /// Whether the text above the rows is on the other side of the search line.
  package var isHeaderFirst = false
  /// What is around the picker on its part of the screen.
  package var box = ScreenBox()
  /// What is around the parts of the screen.
  package var partBoxes = PartBoxes()
  /// The number of empty lines after each row, and what is repeated in the last of them.
  package var gap = 0
  package var gapLine = ""
  /// What the search line shows while nothing is typed.
  package var ghost = ""
  /// Which sections are collapsed at the start.
  package var collapsing = Collapsing()
  /// Where the number of rows that match is shown.
  package var info = InfoStyle()
  /// The keys that jump to the rows of the screen, in the order of the rows.
  package var jumpLabels = Jump.usualLabels
  /// The widths of columns at the start.
  package var widths: [String: Int] = [:]
  /// The number of rows that are shown before and after that at the cursor.
  package var margin = 0
  /// The sign at the row of the cursor, and that at picked rows; nil for the usual one.
  package var pointer: String?
  package var mark: String?
  /// The shell that runs commands, and its arguments before a command.
  package var shell = ["/bin/sh", "-c"]
  /// Whether what is typed is not searched for at the start.
  package var isSearchDisabled = false
  /// Whether the search line is shown at the start.
  package var hasInput = true
  /// Whether the cursor stays on its row when the search changes.
  package var tracks = false
  /// Whether rows are the same after a reload if they have the same id.
  package var keepsRows = false
  /// The texts that were searched for before, the latest one last.
  package var history: [String] = []

  /// Creates the default options: a picker on the whole screen.
  public init() {}
}

extension PickOptions {
  /// Whether the user picks exactly one row, without marks.
  package var isSingle: Bool { limits.maximum == 1 }

  /// The picker's own symbols.
  var signs: Theme.Signs {
    var signs = isASCII ? Theme.Signs.ascii : .unicode
    if let pointer { signs.pointer = pointer }
    if let mark { signs.mark = mark }
    return signs
  }

  /// Whether anything is drawn in color.
  var isColored: Bool { hasColor && colors.base != .bw }

  /// Returns the styles of the parts of the screen.
  func theme(isLight: Bool?) -> Theme {
    (hasColor ? colors : .none).theme(isLight: isLight)
  }
}
