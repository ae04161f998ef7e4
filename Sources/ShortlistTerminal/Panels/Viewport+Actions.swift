extension Viewport {
  /// Moves the cursor by an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isInPanel: Whether Home and End move the cursor, too; beside a search they do not.
  /// - Returns: Whether the action moves the cursor.
  mutating func move(by action: Action?, isInPanel: Bool = false) -> Bool {
    let page = max(2, height) - 1
    switch action {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown: move(by: page)
    case .first: move(by: -total)
    case .last: move(by: total)
    case .edit(.start) where isInPanel: move(by: -total)
    case .edit(.end) where isInPanel: move(by: total)
    default: return false
    }
    return true
  }

  /// Moves the cursor to a line of the screen.
  ///
  /// - Returns: Whether there is a row.
  mutating func move(toLine line: Int) -> Bool {
    guard line >= 0, visible.contains(top + line) else { return false }
    cursor = top + line
    return true
  }
}
