package import Shortlist

/// The text that the numbered mode prints.
package struct PlainText: Sendable {
  let options: PickOptions

  package init(_ options: PickOptions) { self.options = options }

  /// Returns the rows of a page with their numbers, one per line, under their section names.
  package func rows(_ page: ListSnapshot) -> String {
    var text = ""
    let columns = shownColumns(page.schema)
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
      text += line.isSelected ? "* " : "  "
      text += "\(position + 1)  " + cells(line.values, columns) + "\n"
    }
    return text
  }

  /// Returns the notice that the source waits for a locked file.
  package static func waiting(for path: String, isASCII: Bool) -> String {
    let text = CountText.waiting(for: path).asSentence + "."
    return SanitizedText(text, isASCII: isASCII).glyphs.reduce(into: "") { $0 += $1.text } + "\n"
  }

  private func cells(_ values: [CellValue], _ columns: [Int]) -> String {
    columns.filter { $0 < values.count }.map { shown(values[$0].shown) }.joined(separator: ", ")
  }

  /// Returns the selected rows in pick order, one per line.
  package func picked(_ rows: [(id: RowID, values: [CellValue])], schema: ListSchema) -> String {
    let columns = shownColumns(schema)
    let lines = rows.map { "*  " + cells($0.values, columns) + "\n" }.joined()
    return lines + (rows.isEmpty ? "No row is picked.\n" : "\(rows.count.grouped) picked.\n")
  }

  /// Returns what has happened to rows: one is read out, several are counted.
  ///
  /// - Parameters:
  ///   - rows: The rows with their positions, and whether they are marked now.
  ///   - schema: The attributes.
  /// - Returns: The sentence; empty if there are no rows.
  package func change(
    of rows: [(position: Int, values: [CellValue], isMarked: Bool)], schema: ListSchema
  ) -> String {
    let marked = rows.count { $0.isMarked }
    if rows.count == 1 {
      let row = "\(rows[0].position + 1), " + cells(rows[0].values, shownColumns(schema))
      return "\(marked == 1 ? "Marked" : "Not marked"): \(row). "
    }
    return rows.isEmpty
      ? "" : "\(marked.grouped) of these \(rows.count.grouped) rows are marked. "
  }

  /// Returns the number of marked rows.
  package func selection(of page: ListSnapshot) -> String {
    SelectionText.status(
      page.selected, limits: options.limits, dash: "-", notShown: page.selectedElsewhere
    ).asSentence + ".\n"
  }

  /// Returns that bindings have no effect.
  package func withoutEffect(_ names: [String]) -> String {
    if names.isEmpty { return "" }
    return "--bind has no effect here for \(names.map(shown).joined(separator: ", ")): "
      + "there are no keys, only lines.\n"
  }

  private func shownColumns(_ schema: ListSchema) -> [Int] {
    options.columns?.compactMap { schema.index(of: $0) } ?? Array(schema.entries.indices)
  }

  /// Returns the page's place in the list, the number of marked rows, and other notes.
  package func summary(_ page: ListSnapshot, notes: [String] = []) -> String {
    var parts = [page.visible == 0 ? CountText.nothing(of: page).asSentence : place(of: page)]
    if !options.isSingle {
      parts.append(
        SelectionText.status(
          page.selected, limits: options.limits, dash: "-", notShown: page.selectedElsewhere))
    }
    if let offer = page.creatable {
      let similar = offer.similar.map { ", similar to \(shown($0))" } ?? ""
      parts.append("+\(shown(offer.text)) makes a new row\(similar)")
    }
    return (parts + notes.map(shown)).joined(separator: ". ") + ".\n"
  }

  private func place(of page: ListSnapshot) -> String {
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

  /// The description of the commands.
  package var help: String {
    let numbers =
      options.isSingle
      ? "3        pick row 3"
      : """
      3 5-7    mark or unmark rows 3, 5, 6 and 7
        (empty)  accept the marked rows
        m        list the marked rows, as they were picked
        u, y     undo the last change of the marks, do it again
      """
    let new =
      options.creates != nil
      ? "\n  +text    make a row of the text; in this list only, files are not written" : ""
    let newest = options.follows ? "\n  r        the newest rows" : ""
    return """
        \(numbers)
        text     search; /text for a text that would mean something else, / for all rows\(new)
        n, p     next rows, previous rows\(newest)
        l        the same rows again
        q        leave without picking
        ?        this list
        Terms such as price:10..20 or -kind:stone in a text filter; the panels for values and
        ranges need a screen.

      """
  }

  /// The prompt for a line.
  package var prompt: String {
    options.isSingle ? "Number, text, ? or q: " : "Numbers, text, ? or q: "
  }

  private func shown(_ text: String) -> String {
    SanitizedText(text, isASCII: options.isASCII).glyphs.reduce(into: "") { $0 += $1.text }
  }
}

extension String {
  /// The text with its first letter capitalized.
  var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
