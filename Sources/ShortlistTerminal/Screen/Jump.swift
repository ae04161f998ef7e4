/// A jump: each row of the screen has a label, and the key of a label moves the cursor to its row.
package struct Jump: Hashable, Sendable {
  /// Whether the row is then accepted.
  let accepts: Bool

  /// The labels, in the order of the rows.
  package static let usualLabels =
    "asdfghjklqwertyuiopzxcvbnm1234567890ASDFGHJKLQWERTYUIOPZXCVBNM"
}

extension ScreenState {
  /// The positions of rows with their labels, by the lines of the list.
  private var labels: [(line: Int, position: Int, label: Character)] {
    let rows = body.enumerated().compactMap { line, content in
      if case .row(let position) = content { (line, position) } else { nil }
    }
    return zip(rows, options.jumpLabels).map { ($0.0, $0.1, $1) }
  }

  /// Shows the labels.
  mutating func startJump(accepts: Bool) {
    if overlays.picked != nil || overlays.details != nil || geometry.coversList
      || viewport.total == 0
    {
      return notices.refuse("there are no rows to jump to")
    }
    overlays.jump = Jump(accepts: accepts)
  }

  /// Moves to the row of a label; any other input ends the jump.
  mutating func finishJump(_ input: InputEvent, _ effects: inout [ScreenEffect]) {
    guard let jump = overlays.jump else { return }
    let labels = labels
    overlays.jump = nil
    guard case .key(let key) = input, case .character(let character) = key.key,
      key.modifiers.subtracting(.shift).isEmpty,
      let target = labels.first(where: { $0.label == character })
    else {
      enqueue(.jumpCancel)
      return
    }
    move(by: target.position - viewport.cursor)
    if jump.accepts { return accept(&effects) }
    enqueue(.jump)
  }

  /// Draws the labels in the place of the pointer.
  func drawJumpLabels(_ frame: inout Frame) {
    if overlays.jump == nil { return }
    for (line, position, label) in labels {
      let base = position == viewport.cursor ? theme.current : .plain
      let row = geometry.rows.lowerBound + line
      frame.write(String(label), base.adding(theme.pointer), column: 0, row: row)
    }
  }
}
