/// The styles of the parts of the screen.
///
/// Without color, everything can still be told apart: the cursor row by its pointer, selected rows
/// by their mark, matches by their underline.
package struct Theme: Hashable, Sendable {
  package var prompt: Style
  package var counts: Style
  package var header: Style
  package var heading: Style
  package var pointer: Style
  package var mark: Style
  /// The row at the cursor.
  package var current: Style
  /// Rows that are no longer up to date.
  package var stale = Style(nil, .dim)
  /// Text that the search matched.
  package var match: Style
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

  /// The theme with the terminal's colors.
  package static let colored = Theme(
    prompt: Style(.blue, .bold), counts: Style(.yellow), header: Style(nil, [.bold, .underline]),
    heading: Style(.cyan, .bold), pointer: Style(.red, .bold), mark: Style(.magenta, .bold),
    current: Style(nil, .bold), match: Style(.green, .bold), symbol: Style(nil, .dim),
    message: Style(nil, .dim), problem: Style(.red, .bold), caret: Style(nil, .reverse),
    bar: Style(.cyan), chip: Style(.magenta))

  /// The theme without color.
  package static let plain = Theme(
    prompt: Style(nil, .bold), counts: .plain, header: Style(nil, [.bold, .underline]),
    heading: Style(nil, .bold), pointer: Style(nil, .bold), mark: Style(nil, .bold),
    current: Style(nil, .bold), match: Style(nil, .underline), symbol: Style(nil, .dim),
    message: .plain, problem: Style(nil, .reverse), caret: Style(nil, .reverse), bar: .plain,
    chip: .plain)

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

    package static let unicode = Signs(
      pointer: "❯", mark: "●", partMark: "◐", ellipsis: "…", dash: "–", separator: " · ",
      before: "‹")
    package static let ascii = Signs(
      pointer: ">", mark: "*", partMark: "-", ellipsis: "...", dash: "-", separator: ", ",
      before: "<")
  }
}
