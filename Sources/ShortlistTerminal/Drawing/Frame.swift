/// The size of a screen in character cells.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A character cell of a screen.
package struct Cell: Hashable, Sendable {
  /// The grapheme; empty in a cell covered by a wide grapheme to its left.
  package var text: String
  /// Its width in columns; 0 in a cell covered by a wide grapheme to its left.
  package var width: Int
  package var style: Style

  package init(text: String, width: Int, style: Style) {
    self.text = text
    self.width = width
    self.style = style
  }

  package static let blank = Cell(text: " ", width: 1, style: .plain)

  /// Whether all terminals agree on its width.
  var hasCertainWidth: Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return true }
    return first.value < 0x1F000 && scalars.index(after: scalars.startIndex) == scalars.endIndex
  }
}

/// The contents of a screen.
package struct Frame: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  package let size: Size
  package private(set) var cells: [Cell]
  /// The position of the cursor; nil if it is hidden.
  package var cursor: Place?

  /// Creates an empty frame; negative dimensions count as zero.
  package init(size: Size) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// Returns the cells of a row.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  package subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }

  /// Writes a grapheme to a cell; a grapheme that does not fit in the row is dropped.
  ///
  /// - Returns: The column after it.
  @discardableResult
  package mutating func put(
    _ text: String, width: Int, _ style: Style, column: Int, row: Int
  ) -> Int {
    let end = column + width
    guard row >= 0, row < size.rows, column >= 0, end <= size.columns, width > 0 else { return end }
    let start = row * size.columns
    // Overwriting part of a wide grapheme removes all of it.
    var first = column
    while cells[start + first].width == 0 { first -= 1 }
    var last = end
    while last < size.columns, cells[start + last].width == 0 { last += 1 }
    for place in first..<last { cells[start + place] = .blank }
    cells[start + column] = Cell(text: text, width: width, style: style)
    for place in (column + 1)..<max(end, column + 1) {
      cells[start + place] = Cell(text: "", width: 0, style: style)
    }
    return end
  }

  /// Writes the program's own text, as far as it fits before `limit`.
  ///
  /// - Returns: The column after it.
  @discardableResult
  package mutating func write(
    _ text: String, _ style: Style = .plain, column: Int, row: Int, limit: Int = .max
  ) -> Int {
    var column = column
    for character in text {
      let width = character.displayWidth
      if column + width > min(limit, size.columns) { break }
      put(String(character), width: width, style, column: column, row: row)
      column += width
    }
    return column
  }

  /// Writes sanitized data.
  ///
  /// - Returns: The column after it.
  @discardableResult
  mutating func write(
    _ glyphs: some Sequence<SanitizedText.Glyph>, column: Int, row: Int,
    style: (SanitizedText.Glyph) -> Style
  ) -> Int {
    var column = column
    for glyph in glyphs {
      column = put(glyph.text, width: glyph.width, style(glyph), column: column, row: row)
    }
    return column
  }

  /// Gives cells of a row a style, and empties them.
  mutating func fill(_ style: Style, _ columns: Range<Int>, row: Int) {
    for column in columns.clamped(to: 0..<size.columns) {
      put(" ", width: 1, style, column: column, row: row)
    }
  }

  /// Applies the styles of all cells on top of another one.
  mutating func lay(over base: Style) {
    for index in cells.indices { cells[index].style = base.adding(cells[index].style) }
  }

  /// Draws what another frame shows, but not its empty cells, and takes over its cursor.
  mutating func copy(_ other: Frame, toColumn first: Int, row top: Int = 0) {
    for row in 0..<other.size.rows {
      for (place, cell) in other.row(row).enumerated() where cell != .blank && cell.width > 0 {
        put(cell.text, width: cell.width, cell.style, column: first + place, row: top + row)
      }
    }
    if let place = other.cursor {
      cursor = Place(column: first + place.column, row: top + place.row)
    }
  }

  /// Takes over columns of a row of another frame of the same size, in another row.
  mutating func copy(_ other: Frame, _ columns: Range<Int>, ofRow row: Int, toRow target: Int) {
    let columns = columns.clamped(to: 0..<size.columns)
    guard 0..<size.rows ~= row, 0..<size.rows ~= target else { return }
    let (from, to) = (row * size.columns, target * size.columns)
    cells.replaceSubrange(
      to + columns.lowerBound..<to + columns.upperBound,
      with: other.cells[from + columns.lowerBound..<from + columns.upperBound])
  }

  /// The text of the rows, without trailing white space.
  package var text: String {
    var lines: [String] = []
    for row in 0..<size.rows {
      var line = self.row(row).reduce(into: "") { $0 += $1.text }
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
