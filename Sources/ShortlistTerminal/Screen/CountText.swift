import Shortlist

/// The texts that report row counts.
enum CountText {
  /// Returns the matching and total counts: `412/63,440`; with a window `50 of 412/63,440`; of rows
  /// on a server `~410/~63,000 on server`, where `~` marks what is estimated.
  ///
  /// With collapsed sections, the rows that are on the screen are not counted.
  static func matches(of page: ListSnapshot, isCollapsed: Bool = false) -> String {
    let count = (page.estimates.contains(.count) ? "~" : "") + page.count.grouped
    let matches = "\(total(of: page))/\(count)" + (page.isRemote ? " on server" : "")
    return page.visible == page.total || isCollapsed
      ? matches : "\(page.visible.grouped) of \(matches)"
  }

  /// Returns the number of matches alone.
  static func total(of page: ListSnapshot) -> String {
    (page.estimates.contains(.total) ? "~" : "") + page.total.grouped
  }

  /// Returns a section's count: `(12)`, with a window `(5 of 12)`, with marks `(12, 3 picked)`.
  static func rows(
    of heading: ListSnapshot.Heading, isCollapsed: Bool = false, selected: Int = 0
  ) -> String {
    var text = (isCollapsed ? heading.total : heading.count).grouped
    if heading.count != heading.total && !isCollapsed { text += " of \(heading.total.grouped)" }
    if selected > 0 { text += ", \(selected.grouped) picked" }
    return "(\(text))"
  }

  /// Returns the number of rows added since the view left the end of the list: `12 new`.
  static func new(_ count: Int) -> String { count == 0 ? "none new" : "\(count.grouped) new" }

  /// Returns the notice that a lock blocks reading: `waiting for a.db, which another program has
  /// locked`.
  static func waiting(for path: String) -> String {
    "waiting for \(path), which another program has locked"
  }

  /// Returns why there are no rows to show.
  static func nothing(of page: ListSnapshot) -> String {
    if page.count == 0 { return "no rows" }
    return page.total == 0 ? "no rows match" : "no rows in the window"
  }
}
