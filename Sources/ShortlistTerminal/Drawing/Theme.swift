/// How the parts of the screen look.
///
/// Without colour everything can be told apart too: the cursor row by its pointer, selected rows by
/// their mark, matches by their underline.
package struct Theme: Hashable, Sendable {
  package var prompt: Style
  package var counts: Style
  package var header: Style
  package var heading: Style
  package var pointer: Style
  package var mark: Style
  /// The row that the cursor is on.
  package var current: Style
  /// What the search matched.
  package var match: Style
  /// What stands for characters that are not sent, or were left out.
  package var symbol: Style
  package var message: Style
  package var problem: Style
  /// The place in the search line, while the terminal's cursor is on a row.
  package var caret: Style
  /// The bars of a histogram.
  package var bar: Style
  /// A filter that can be removed.
  package var chip: Style

  /// With the colours of the terminal.
  package static let colored = Theme(
    prompt: Style(.blue, .bold), counts: Style(.yellow), header: Style(nil, [.bold, .underline]),
    heading: Style(.cyan, .bold), pointer: Style(.red, .bold), mark: Style(.magenta, .bold),
    current: Style(nil, .bold), match: Style(.green, .bold), symbol: Style(nil, .dim),
    message: Style(nil, .dim), problem: Style(.red, .bold), caret: Style(nil, .reverse),
    bar: Style(.cyan), chip: Style(.magenta))

  /// Without colour.
  package static let plain = Theme(
    prompt: Style(nil, .bold), counts: .plain, header: Style(nil, [.bold, .underline]),
    heading: Style(nil, .bold), pointer: Style(nil, .bold), mark: Style(nil, .bold),
    current: Style(nil, .bold), match: Style(nil, .underline), symbol: Style(nil, .dim),
    message: .plain, problem: Style(nil, .reverse), caret: Style(nil, .reverse), bar: .plain,
    chip: .plain)

  /// The signs of the screen.
  package struct Signs: Hashable, Sendable {
    package var pointer: String
    package var mark: String
    /// Before a section of which some rows are marked.
    package var partMark: String
    package var ellipsis: String
    package var dash: String
    package var separator: String

    package static let unicode = Signs(
      pointer: "❯", mark: "●", partMark: "◐", ellipsis: "…", dash: "–", separator: " · ")
    package static let ascii = Signs(
      pointer: ">", mark: "*", partMark: "-", ellipsis: "...", dash: "-", separator: ", ")
  }
}
