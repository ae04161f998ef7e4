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
          "\(shown(heading.name.isEmpty ? "(none)" : heading.name)) \(CountText.rows(of: heading))\n"
      }
      let cells = columns.filter { $0 < line.values.count }.map { shown(line.values[$0].shown) }
      text += line.isSelected ? "* " : "  "
      text += "\(position + 1)  " + cells.joined(separator: ", ") + "\n"
    }
    return text
  }

  /// Where the page is in the list, how many rows are marked, and other things to be said.
  package func summary(_ page: Page, notes: [String] = []) -> String {
    var parts = [page.visible == 0 ? CountText.nothing(of: page).asSentence : place(of: page)]
    if !settings.isSingle {
      parts.append(SelectionText.status(page.selected, limits: settings.limits, dash: "-"))
    }
    return (parts + notes.map(shown)).joined(separator: ". ") + ".\n"
  }

  private func place(of page: Page) -> String {
    let last = page.start + page.lines.count
    var text = "Rows \((page.start + 1).grouped) to \(last.grouped) of \(page.visible.grouped)"
    if page.visible < page.total {
      text += " in the window, \(page.total.grouped) match"
    } else if page.total < page.count {
      text += " that match"
    }
    if page.total < page.count { text += ", \(page.count.grouped) in all" }
    return text
  }

  /// What can be typed.
  package var help: String {
    let numbers =
      settings.isSingle
      ? "  3        pick row 3"
      : "  3 5-7    mark or unmark rows 3, 5, 6 and 7\n  (empty)  accept the marked rows"
    let newest = settings.follows ? "\n  r        the newest rows" : ""
    return """
      \(numbers)
        text     search; /text for a text that would mean something else, / for all rows
        n, p     next rows, previous rows\(newest)
        q        leave without picking
        ?        this list
        Terms such as price:10..20 or -kind:stone in a text filter; the panels for values and
        ranges need a screen.

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

extension String {
  /// The same text as a sentence begins.
  var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
