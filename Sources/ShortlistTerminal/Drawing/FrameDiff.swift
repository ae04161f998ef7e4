/// Updates a terminal from one frame to the next with few bytes.
///
/// Tracks what the terminal shows and where its cursor is. After a grapheme whose width terminals
/// disagree on, it repositions the cursor, so that the grapheme does not shift what follows.
package struct FrameDiff {
  /// Where frames are drawn.
  package enum Placement: Hashable, Sendable {
    /// From the top left corner of the screen.
    case screen
    /// From the row where the cursor was at first; uses only relative movement.
    case inline
  }

  private let placement: Placement
  private var shown: Frame?
  /// The row and column of the cursor; nil if unknown.
  private var row: Int? = 0
  private var column: Int? = 0
  private var style = Style.plain
  private var isCursorVisible = true
  private var output = ""

  package init(_ placement: Placement) {
    self.placement = placement
    if placement == .screen { row = nil }
  }

  /// Marks the terminal's contents as unknown; the next frame is drawn completely.
  package mutating func invalidate() { shown = nil }

  /// Returns the bytes that update the terminal to a frame.
  package mutating func draw(_ frame: Frame) -> [UInt8] {
    if shown == frame { return [] }
    if let shown, shown.size == frame.size {
      if shown.cells != frame.cells { update(from: shown, to: frame) }
    } else {
      clear(for: frame.size)
      update(from: Frame(size: frame.size), to: frame)
    }
    set(.plain)
    if let cursor = frame.cursor {
      move(toColumn: cursor.column, row: cursor.row)
      setCursor(visible: true)
    } else {
      setCursor(visible: false)
    }
    shown = frame
    defer { output = "" }
    return Array(output.utf8)
  }

  /// Returns the bytes that remove the drawing from the terminal; for frames drawn inline.
  ///
  /// - Parameter columns: The current width of the terminal.
  /// - Returns: The bytes.
  package mutating func erase(columns: Int) -> [UInt8] {
    set(.plain)
    if shown != nil { clear(for: Size(columns: columns, rows: 0)) }
    setCursor(visible: true)
    shown = nil
    defer { output = "" }
    return Array(output.utf8)
  }

  private mutating func clear(for size: Size) {
    setCursor(visible: false)
    set(.plain)
    switch placement {
    case .screen:
      output += "\u{1B}[H\u{1B}[2J"
    case .inline:
      if let up = rowsAboveCursor(at: size.columns), up > 0 { output += "\u{1B}[\(up)A" }
      output += "\r\u{1B}[J"
    }
    row = 0
    column = 0
  }

  /// Returns how many rows above the cursor the frame starts.
  ///
  /// Accounts for rows that wrapped when the terminal became narrower.
  private func rowsAboveCursor(at columns: Int) -> Int? {
    guard let row, let shown, shown.size.columns > columns, columns > 0 else { return row }
    return (0..<row).reduce(0) { rows, above in
      let cells = Array(shown.row(above))
      let used = (cells.lastIndex { $0 != .blank } ?? -1) + 1
      return rows + max(1, (used + columns - 1) / columns)
    }
  }

  private mutating func update(from old: Frame, to new: Frame) {
    setCursor(visible: false)
    for row in 0..<new.size.rows {
      let before = old.row(row)
      let after = new.row(row)
      if before != after { updateRow(row, from: Array(before), to: Array(after)) }
    }
  }

  private mutating func updateRow(_ row: Int, from old: [Cell], to new: [Cell]) {
    // The row is empty from `end` on.
    let end = (new.lastIndex { $0 != .blank } ?? -1) + 1
    var index = 0
    var isDoubtful = false
    while index < end {
      let cell = new[index]
      let next = index + max(1, cell.width)
      let isChanged = old[index..<next] != new[index..<next]
      if cell.width > 0 && (isChanged || isDoubtful) {
        if !rewrite(to: index, row: row, new) { move(toColumn: index, row: row) }
        write(cell, row: row)
        if column == new.count { column = nil }
      }
      // The grapheme may have covered its neighbor.
      isDoubtful = isChanged && !(cell.hasCertainWidth && old[index].hasCertainWidth)
      index = next
    }
    guard let last = old[end...].lastIndex(where: { $0 != .blank }) else { return }
    move(toColumn: end, row: row)
    set(.plain)
    // Use spaces if they are shorter than the sequence; they must not reach the last column.
    if last + 1 - end < 3 && last + 1 < new.count {
      output += String(repeating: " ", count: last + 1 - end)
      column = last + 1
    } else {
      output += "\u{1B}[K"
    }
  }

  /// Rewrites existing cells up to a column, if that takes no more bytes than moving the cursor.
  private mutating func rewrite(to target: Int, row: Int, _ cells: [Cell]) -> Bool {
    guard self.row == row, let column, column < target, target - column <= 3 else { return false }
    let between = cells[column..<target]
    guard between.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 && $0.width == 1 })
    else { return false }
    for cell in between { output += cell.text }
    self.column = target
    return true
  }

  private mutating func write(_ cell: Cell, row: Int) {
    set(cell.style)
    if !cell.hasCertainWidth, cell.width > 1, let start = column {
      // A terminal that draws it narrower would leave old contents beside it.
      output += String(repeating: " ", count: cell.width)
      column = nil
      move(toColumn: start, row: row)
    }
    output += cell.text
    column = cell.hasCertainWidth ? column.map { $0 + cell.width } : nil
  }

  private mutating func set(_ next: Style) {
    output += style.change(to: next)
    style = next
  }

  private mutating func setCursor(visible: Bool) {
    if visible != isCursorVisible { output += visible ? "\u{1B}[?25h" : "\u{1B}[?25l" }
    isCursorVisible = visible
  }
}

extension FrameDiff {
  private mutating func move(toColumn target: Int, row targetRow: Int) {
    if row == targetRow && column == target { return }
    var ways: [String] = []
    if placement == .screen {
      ways.append(Self.sequence(targetRow + 1, target + 1))
    }
    if let row {
      ways.append(Self.vertical(targetRow - row) + horizontal(to: target))
      if targetRow == row + 1 && target == 0 { ways.append("\r\n") }
    }
    output += ways.min { $0.utf8.count < $1.utf8.count } ?? ""
    row = targetRow
    column = target
  }

  private static func sequence(_ row: Int, _ column: Int) -> String {
    if column == 1 { return row == 1 ? "\u{1B}[H" : "\u{1B}[\(row)H" }
    return "\u{1B}[\(row == 1 ? "" : String(row));\(column)H"
  }

  private static func vertical(_ rows: Int) -> String {
    if rows == 0 { return "" }
    let count = abs(rows) == 1 ? "" : String(abs(rows))
    return "\u{1B}[\(count)\(rows < 0 ? "A" : "B")"
  }

  private func horizontal(to target: Int) -> String {
    if column == target { return "" }
    if target == 0 { return "\r" }
    let absolute = "\u{1B}[\(target + 1)G"
    guard let column else { return absolute }
    let distance = abs(target - column)
    if target == column - 1 { return "\u{8}" }
    let count = distance == 1 ? "" : String(distance)
    let relative = "\u{1B}[\(count)\(target < column ? "D" : "C")"
    return relative.utf8.count <= absolute.utf8.count ? relative : absolute
  }
}
