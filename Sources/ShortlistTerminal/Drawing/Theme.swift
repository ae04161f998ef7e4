/// The styles of the parts of the screen.
///
/// Colors have a contrast of at least 4.5 to 1 against the background, also in the row at the
/// cursor. Without color, everything can still be told apart: the cursor row by its bar and its
/// pointer, selected rows by their mark, matches by their underline.
package struct Theme: Hashable, Sendable {
  package var prompt: Style
  package var counts: Style
  package var header: Style
  package var heading: Style
  package var pointer: Style
  package var mark: Style
  /// All text, below the other styles.
  package var text = Style.plain
  /// The text of the search.
  package var query = Style.plain
  /// The row at the cursor.
  package var current: Style
  /// Rows that are no longer up to date.
  package var stale = Style(nil, .dim)
  /// Text that the search matched.
  package var match: Style
  /// The same in the row at the cursor; nil if it is the same there.
  package var currentMatch: Style?
  /// The text below the rows; nil if it is as that above them.
  package var footer: Style?
  /// The lines between the parts of the screen; nil for that of symbols.
  package var edge: Style?
  /// Symbols that replace unsafe or omitted characters.
  package var symbol: Style
  package var message: Style
  package var problem: Style
  /// The caret in the search line while the terminal's cursor is on a row.
  package var caret: Style
  /// The bars of a histogram.
  package var bar: Style
  /// A filter chip.
  package var chip: Style

  /// The theme for a dark background.
  package static let dark = Theme(
    prompt: Style(.palette(110), .bold), counts: Style(.palette(180)),
    header: Style(nil, [.bold, .underline]), heading: Style(.palette(116), .bold),
    pointer: Style(.palette(210), .bold), mark: Style(.palette(182), .bold),
    current: Style(.palette(255), .bold, on: .palette(236)), stale: Style(.palette(248)),
    match: Style(.palette(150), .bold), symbol: Style(.palette(248)),
    message: Style(.palette(248)), problem: Style(.palette(210), .bold),
    caret: Style(nil, .reverse), bar: Style(.palette(116)), chip: Style(.palette(182)))

  /// The theme for a light background.
  package static let light = Theme(
    prompt: Style(.palette(25), .bold), counts: Style(.palette(58)),
    header: Style(nil, [.bold, .underline]), heading: Style(.palette(23), .bold),
    pointer: Style(.palette(124), .bold), mark: Style(.palette(90), .bold),
    current: Style(.palette(232), .bold, on: .palette(254)), stale: Style(.palette(241)),
    match: Style(.palette(22), .bold), symbol: Style(.palette(241)),
    message: Style(.palette(241)), problem: Style(.palette(124), .bold),
    caret: Style(nil, .reverse), bar: Style(.palette(23)), chip: Style(.palette(90)))

  /// The theme for a background that is not known: each color can be read on black and on white.
  package static let colored = Theme(
    prompt: Style(.palette(63), .bold), counts: Style(.palette(243)),
    header: Style(nil, [.bold, .underline]), heading: Style(.palette(29), .bold),
    pointer: Style(.palette(163), .bold), mark: Style(.palette(98), .bold),
    current: Style(nil, [.bold, .reverse]), stale: Style(.palette(243)),
    match: Style(.palette(29), .bold), symbol: Style(.palette(243)),
    message: Style(.palette(243)), problem: Style(.palette(163), .bold),
    caret: Style(nil, .reverse), bar: Style(.palette(29)), chip: Style(.palette(98)))

  /// The theme with the 16 colors of the terminal's own palette.
  package static let sixteen = Theme(
    prompt: Style(.blue, .bold), counts: .plain, header: Style(nil, [.bold, .underline]),
    heading: Style(.cyan, .bold), pointer: Style(.red, .bold), mark: Style(.magenta, .bold),
    current: Style(nil, [.bold, .reverse]), match: Style(.green, .bold), symbol: Style(nil, .dim),
    message: .plain, problem: Style(.red, .bold), caret: Style(nil, .reverse), bar: Style(.cyan),
    chip: Style(.magenta))

  /// The theme without color.
  package static let plain = Theme(
    prompt: Style(nil, .bold), counts: .plain, header: Style(nil, [.bold, .underline]),
    heading: Style(nil, .bold), pointer: Style(nil, .bold), mark: Style(nil, .bold),
    current: Style(nil, [.bold, .reverse]), match: Style(nil, .underline),
    symbol: Style(nil, .dim), message: .plain, problem: Style(nil, .reverse),
    caret: Style(nil, .reverse), bar: .plain, chip: .plain)

  /// The symbols of the screen.
  package struct Signs: Hashable, Sendable {
    package var pointer: String
    package var mark: String
    /// The mark of a section with some rows selected.
    package var partMark: String
    package var ellipsis: String
    package var dash: String
    package var separator: String
    /// The sign that there are columns to the left.
    package var before: String
    /// The sign of a collapsed section.
    package var collapsed: String

    package static let unicode = Signs(
      pointer: "❯", mark: "●", partMark: "◐", ellipsis: "…", dash: "–", separator: " · ",
      before: "‹", collapsed: "▸ ")
    package static let ascii = Signs(
      pointer: ">", mark: "*", partMark: "-", ellipsis: "...", dash: "-", separator: ", ",
      before: "<", collapsed: "+ ")
  }
}
