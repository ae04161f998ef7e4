package import Shortlist

/// What the numbered mode prints.
package struct PlainText: Sendable {
  let settings: ScreenState.Settings

  package init(_ settings: ScreenState.Settings) { self.settings = settings }

  /// The rows of a page with their numbers, one a line, under the names of their sections.
  package func rows(_ page: Page, schema: Schema) -> String {
    var text = ""
    let columns =
      settings.columns?.compactMap { schema.index(of: $0) } ?? Array(schema.entries.indices)
    for (offset, line) in page.lines.enumerated() {
      let position = page.start + offset
      if page.isSectioned,
        let heading = page.headings.first(where: {
          $0.section == line.section && (offset == 0 || $0.start == position)
        })
      {
        text +=
          "\(shown(heading.name.isEmpty ? "(none)" : heading.name)) (\(heading.count.grouped))\n"
      }
      let cells = columns.filter { $0 < line.values.count }.map { shown(line.values[$0].shown) }
      text += line.isSelected ? "* " : "  "
      text += "\(position + 1)  " + cells.joined(separator: ", ") + "\n"
    }
    return text
  }

  /// Where the page is in the list, and how many rows are marked.
  package func summary(_ page: Page, hint: String?) -> String {
    var text: String
    if page.total == 0 {
      text = page.count == 0 ? "No rows" : "No rows match"
    } else {
      let last = page.start + page.lines.count
      text = "Rows \((page.start + 1).grouped) to \(last.grouped) of \(page.total.grouped)"
      if page.total < page.count { text += " that match, \(page.count.grouped) in all" }
    }
    if !settings.isSingle {
      text += ". "
      text += SelectionText.status(page.selected, limits: settings.limits, dash: "-")
    }
    if let hint { text += ". " + shown(hint) }
    return text + ".\n"
  }

  /// What can be typed.
  package var help: String {
    let numbers =
      settings.isSingle
      ? "  3        pick row 3"
      : "  3 5-7    mark or unmark rows 3, 5, 6 and 7\n  (empty)  accept the marked rows"
    return """
      \(numbers)
        text     search; /text for a text that would mean something else, / for all rows
        n, p     next rows, previous rows
        q        leave without picking
        ?        this list

      """
  }

  /// What stands before the line to be typed.
  package var prompt: String {
    settings.isSingle ? "Number, text, ? or q: " : "Numbers, text, ? or q: "
  }

  private func shown(_ text: String) -> String {
    ShownText(text, isASCII: settings.isASCII).glyphs.reduce(into: "") { $0 += $1.text }
  }
}
