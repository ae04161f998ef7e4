/// What is around the picker on its part of the screen: a margin, a border with a label, and a
/// padding.
///
/// Where there is little room, the border goes first, then the padding, then the margin.
package struct ScreenBox: Hashable, Sendable {
  /// A distance from each side.
  package struct Insets: Hashable, Sendable {
    package var top = CellCount.cells(0)
    package var right = CellCount.cells(0)
    package var bottom = CellCount.cells(0)
    package var left = CellCount.cells(0)

    package init() {}

    /// Parses one to four lengths, as `1`, `1,5%`, `1,2,3` or `1,2,3,4`.
    ///
    /// They are for all sides; top and bottom, left and right; top, left and right, bottom; top,
    /// right, bottom, left.
    package init(_ text: String) throws(SyntaxError) {
      var lengths: [CellCount] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let length = CellCount(part.trimmed) else {
          throw SyntaxError("a number of cells, as 2, or a part, as 10%, expected", at: part)
        }
        if lengths.count == 4 { throw SyntaxError("there are only four sides", at: part) }
        lengths.append(length)
      }
      top = lengths[0]
      right = lengths.count > 1 ? lengths[1] : top
      bottom = lengths.count > 2 ? lengths[2] : top
      left = lengths.count > 3 ? lengths[3] : right
    }

    /// Returns what is left of an area, given the size that percentages are of.
    func content(of area: Area, _ size: Size) -> Area {
      func rest(_ range: Range<Int>, _ start: CellCount, _ end: CellCount, _ all: Int) -> Range<Int>
      {
        let lower = range.lowerBound + start.cells(of: all)
        return lower..<max(lower, range.upperBound - end.cells(of: all))
      }
      return Area(
        columns: rest(area.columns, left, right, size.columns),
        rows: rest(area.rows, top, bottom, size.rows))
    }
  }

  /// Where the label is on the border.
  package struct LabelPlace: Hashable, Sendable {
    /// The column from the left, from 1; from the right if it is negative; 0 for the middle.
    var column = 0
    var isAtBottom = false

    package init() {}

    /// Parses `3`, `-3:bottom`, `center` or `bottom`.
    package init(_ text: String) throws(SyntaxError) {
      for part in text.split(separator: ":") {
        switch part {
        case "center": column = 0
        case "top": isAtBottom = false
        case "bottom": isAtBottom = true
        default:
          guard let number = Int(part), -9_999...9_999 ~= number else {
            throw SyntaxError("a column, as 3 or -3:bottom, expected", at: part)
          }
          column = number
        }
      }
    }
  }

  package var margin = Insets()
  package var border = BorderStyle.none
  package var padding = Insets()
  /// The text on the border, with the sequences that color it.
  package var label = ""
  package var labelPlace = LabelPlace()
  /// Whether what is inside begins right beside a line at the left or the right, without an empty
  /// column.
  package var isTight = false

  /// The least size of what is inside.
  private static let least = Size(columns: 20, rows: 4)

  /// The number of lines of the border above and below.
  var lineCount: Int { (border.hasTop ? 1 : 0) + (border.hasBottom ? 1 : 0) }

  /// The number of columns beside what is inside.
  var columnCount: Int {
    (isTight ? 1 : 2) * ((border.hasLeft ? 1 : 0) + (border.hasRight ? 1 : 0))
  }

  /// The box with what is above below, and the other way round.
  var turned: ScreenBox {
    var box = self
    if border == .top { box.border = .bottom }
    if border == .bottom { box.border = .top }
    return box
  }

  /// Returns the area within the border, without regard to what is least.
  package func contentOfPart(_ area: Area) -> Area { borderInsets.content(of: area, area.size) }

  package init() {}

  // MARK: Layout

  /// The distance of the inside from the outer edge of the border.
  private var borderInsets: Insets {
    var insets = Insets()
    if border.hasTop { insets.top = .cells(1) }
    if border.hasBottom { insets.bottom = .cells(1) }
    let columns = CellCount.cells(isTight ? 1 : 2)
    if border.hasLeft { insets.left = columns }
    if border.hasRight { insets.right = columns }
    return insets
  }

  private func outside(of size: Size) -> Area {
    margin.content(of: Area(columns: 0..<max(0, size.columns), rows: 0..<max(0, size.rows)), size)
  }

  private func inside(of size: Size) -> Area {
    padding.content(of: borderInsets.content(of: outside(of: size), size), size)
  }

  /// Returns the box without the parts for which a screen has no room.
  private func fitted(to size: Size) -> ScreenBox {
    var box = self
    for part in 0..<3 {
      let area = box.inside(of: size)
      if area.columns.count >= Self.least.columns && area.rows.count >= Self.least.rows { break }
      switch part {
      case 0: box.border = .none
      case 1: box.padding = Insets()
      default: box.margin = Insets()
      }
    }
    return box
  }

  /// Returns the area of a screen that is inside.
  package func content(of size: Size) -> Area { fitted(to: size).inside(of: size) }

  // MARK: Drawing

  /// Returns the frame of a screen with what is inside and what is around it.
  ///
  /// - Parameters:
  ///   - content: What is inside.
  ///   - size: The size of the screen.
  ///   - theme: The styles.
  ///   - isASCII: Whether the lines are limited to ASCII characters.
  /// - Returns: The frame.
  func draw(around content: Frame, _ size: Size, _ theme: Theme, isASCII: Bool) -> Frame {
    let box = fitted(to: size)
    let (inside, outside) = (box.inside(of: size), box.outside(of: size))
    var frame = Frame(size: size)
    if theme.text != .plain {
      for row in outside.rows { frame.fill(theme.text, outside.columns, row: row) }
    }
    box.drawBorder(&frame, outside, theme, isASCII)
    frame.copy(content, toColumn: inside.columns.lowerBound, row: inside.rows.lowerBound)
    return frame
  }

  func drawBorder(_ frame: inout Frame, _ area: Area, _ theme: Theme, _ isASCII: Bool) {
    let signs = border.signs(isASCII: isASCII)
    let (first, last) = (area.columns.lowerBound, area.columns.upperBound - 1)
    func put(_ sign: Int, column: Int, row: Int) {
      let style = theme.text.adding(theme.edge ?? theme.symbol)
      frame.put(String(signs[sign]), width: 1, style, column: column, row: row)
    }
    for row in area.rows {
      if border.hasLeft { put(3, column: first, row: row) }
      if border.hasRight { put(4, column: last, row: row) }
    }
    let lines = [
      (border.hasTop, area.rows.lowerBound, 0), (border.hasBottom, area.rows.upperBound - 1, 5),
    ]
    for (isDrawn, row, sign) in lines where isDrawn {
      for column in area.columns { put(sign + 1, column: column, row: row) }
      if border.hasLeft { put(sign, column: first, row: row) }
      if border.hasRight { put(sign + 2, column: last, row: row) }
    }
    drawLabel(&frame, area, theme, isASCII)
  }

  private func drawLabel(_ frame: inout Frame, _ area: Area, _ theme: Theme, _ isASCII: Bool) {
    guard border.hasTop || border.hasBottom, !label.isEmpty else { return }
    let isAtBottom = border.hasBottom && (labelPlace.isAtBottom || !border.hasTop)
    var style = Style.plain
    let styled = StyledText(Array(label.utf8)[...], style: &style)
    let room = area.columns.count
    let glyphs = SanitizedText(styled.text, isASCII: isASCII).fitted(to: room, isASCII: isASCII)
    let rest = room - glyphs.reduce(0) { $0 + $1.width }
    let column =
      switch labelPlace.column {
      case 0: rest / 2
      case 1...: min(labelPlace.column - 1, rest)
      default: max(0, rest + labelPlace.column + 1)
      }
    let row = isAtBottom ? area.rows.upperBound - 1 : area.rows.lowerBound
    let base = theme.text.adding(theme.chip)
    let isPlain = theme == .plain
    frame.write(glyphs, column: area.columns.lowerBound + column, row: row) { glyph in
      isPlain ? base : base.adding(styled.style(at: glyph.source))
    }
  }
}
