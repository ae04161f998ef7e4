import Shortlist

/// What is said of how many rows there are.
enum CountText {
  /// The rows that match, and all: `412/63,440`; with a window `50 of 412/63,440`.
  static func matches(of page: Page) -> String {
    let matches = "\(page.total.grouped)/\(page.count.grouped)"
    return page.visible == page.total ? matches : "\(page.visible.grouped) of \(matches)"
  }

  /// The rows of a section: `(12)`, with a window `(5 of 12)`, with marked ones `(12, 3 picked)`.
  static func rows(of heading: Page.Heading, selected: Int = 0) -> String {
    var text = heading.count.grouped
    if heading.count != heading.total { text += " of \(heading.total.grouped)" }
    if selected > 0 { text += ", \(selected.grouped) picked" }
    return "(\(text))"
  }

  /// The rows that have come since the view left the end of the list: `12 new`.
  static func new(_ count: Int) -> String { count == 0 ? "none new" : "\(count.grouped) new" }

  /// Why nothing comes, not even of what is there: `waiting for a.db, which another program has
  /// locked`.
  static func waiting(for path: String) -> String {
    "waiting for \(path), which another program has locked"
  }

  /// Why there are no rows to be shown.
  static func nothing(of page: Page) -> String {
    if page.count == 0 { return "no rows" }
    return page.total == 0 ? "no rows match" : "no rows in the window"
  }
}
