import Shortlist

extension ScreenState {
  /// The layout of the screen: which lines and columns show what.
  package struct Geometry: Hashable, Sendable {
    /// The lines of the search, with its border.
    package var input: Range<Int>
    /// The line with the number of rows that match, if it is not in that of the search.
    package var info: Int?
    package var chips: Int?
    /// The lines of text above the rows, and those below them, with their borders.
    package var text: Range<Int>
    package var footer: Range<Int>
    package var header: Int?
    /// The offer line, with the text that can become a row.
    package var offer: Int?
    package var rows: Range<Int>
    /// The status line, and those before it that a long reason needs; empty if there is no room.
    package var status: Range<Int>
    /// The width of the list, in columns.
    package var width: Int
    /// The first column of the list.
    package var left: Int
    /// The area of the preview; nil if it is hidden or has no room.
    package var preview: Area?
    /// The area of the preview with its border.
    package var previewBox: Area?
    /// The panels that are shown.
    package var panels: [Panel: Area]
    /// Whether a panel covers the list.
    package var coversList: Bool
    /// The area of the list with its border; nil if it has none.
    package var listBox: Area?
    /// What is drawn around the parts.
    package var boxes: PartBoxes
  }

  /// The layout, from the top: search line, counts, filter chips, column names, rows, status line.
  ///
  /// If space runs out, rows take priority over the status line, the status line over column names,
  /// and column names over chips. Panels take their space from column names and rows.
  package var geometry: Geometry {
    let size = size
    let status = max(0, size.rows - statusLineCount)..<max(0, size.rows)
    let hasHeader = size.rows >= 5 && columns.columns.count > 1
    let hasChips = size.rows >= 6 && !(panels.groups.isEmpty && traits.filters.isEmpty)
    let hasInfo = size.rows >= 7 && options.info.hasLine
    var boxes = partBoxes.fitted(to: size, isTurned: isTurned)
    let input = 0..<(options.hasInput ? min(max(size.rows, 0), 1 + boxes.input.lineCount) : 0)
    let textStart = min(max(size.rows, 0), input.count + (hasInfo ? 1 : 0) + (hasChips ? 1 : 0))
    // Rows take priority over the text.
    func length(of lines: [String], _ box: ScreenBox, _ room: Int) -> Int {
      let count = min(lines.count, room - box.lineCount)
      return count > 0 ? count + box.lineCount : 0
    }
    let top = textStart + length(of: text, boxes.header, size.rows - textStart - 4)
    let end = max(top, status.lowerBound)
    let bottom = end - length(of: options.footer, boxes.footer, end - top - 3)
    let area = Area(columns: 0..<max(0, size.columns), rows: top..<bottom)
    let parts = divide(area, &boxes)
    let layout = panels.layout(parts?.list ?? area)
    let listBox = isTurned ? boxes.list.turned : boxes.list
    let list = layout.coversList ? layout.list : listBox.contentOfPart(layout.list)
    let (start, last) = (list.rows.lowerBound, list.rows.upperBound)
    let first = min(last, hasHeader ? start + 1 : start)
    let hasOffer =
      offer != nil && overlays.picked == nil && last - first > (viewport.total == 0 ? 0 : 1)
    return Geometry(
      input: input, info: hasInfo ? input.upperBound : nil, chips: hasChips ? textStart - 1 : nil,
      text: textStart..<top, footer: bottom..<end, header: hasHeader ? start : nil,
      offer: hasOffer ? first : nil,
      rows: (hasOffer ? first + 1 : first)..<last, status: status,
      width: list.columns.count, left: list.columns.lowerBound,
      preview: parts.map { boxes.preview.contentOfPart($0.preview) }, previewBox: parts?.preview,
      panels: layout.panels, coversList: layout.coversList,
      listBox: list == layout.list ? nil : layout.list, boxes: boxes)
  }

  /// Returns how many lines of the screen show all rows, if it has enough.
  ///
  /// - Parameter most: The largest size of the screen.
  /// - Returns: The number of lines.
  func height(within most: Size) -> Int {
    var state = self
    state.screenSize = most
    let headings = page?.isSectioned == true ? page?.headings.count ?? 0 : 0
    // Lines of text above or below the rows leave at least three lines to these.
    let least = text.isEmpty && options.footer.isEmpty ? 1 : 3
    let count = max(least, min(page?.count ?? 0, most.rows))
    let rows = count * (1 + options.gap) - options.gap + headings
    return min(most.rows, most.rows - state.geometry.rows.count + rows)
  }

  /// The content of a line below the column names.
  package enum BodyLine: Hashable, Sendable {
    /// The heading of the section that the row at this position is in.
    case heading(Int)
    /// The row at this position.
    case row(Int)
    /// A further line of the row at this position, with its number.
    case rest(Int, line: Int)
    /// An empty line after a row.
    case gap
  }

  /// The lines between the column names and the status line, from the top.
  package var body: [BodyLine] {
    var lines: [BodyLine] = []
    for position in viewport.visible {
      let isFirst = position == viewport.top
      if isFirst ? viewport.hasStickyHeading : viewport.hasHeading(position) {
        lines.append(.heading(position))
      }
      if viewport.collapsed.contains(position) {
        if !viewport.hasStickyHeading { lines.append(.heading(position)) }
        continue
      }
      lines.append(.row(position))
      for line in 1..<max(1, viewport.lines(of: position)) {
        lines.append(.rest(position, line: line))
      }
      let room = max(0, viewport.height - lines.count)
      let gap = position + 1 < viewport.total ? viewport.gap(after: position) : 0
      lines += Array(repeating: .gap, count: min(gap, room))
    }
    // Show the next heading even if its first row does not fit.
    let next = viewport.visible.upperBound
    if lines.count < viewport.height, next < viewport.total, viewport.hasHeading(next), !goesUp {
      lines.append(.heading(next))
    }
    return goesUp ? Self.withHeadingsLast(lines) : lines
  }

  /// Returns lines with each heading after the rows of its section: above them, where rows go up.
  private static func withHeadingsLast(_ lines: [BodyLine]) -> [BodyLine] {
    var (result, heading): ([BodyLine], BodyLine?) = ([], nil)
    for line in lines {
      guard case .heading = line else {
        result.append(line)
        continue
      }
      if let heading { result.append(heading) }
      heading = line
    }
    return result + [heading].compactMap(\.self)
  }

  /// The number of columns before the table, for the pointer and the mark.
  package var gutter: Int { options.isSingle ? 2 : 3 }
}
