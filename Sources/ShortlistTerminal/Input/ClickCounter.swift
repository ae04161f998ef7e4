/// Detects double clicks.
package struct ClickCounter {
  private var last: (column: Int, row: Int, at: ContinuousClock.Instant)?

  /// The maximum time between the two presses.
  static let pause = Duration.milliseconds(400)

  package init() {}

  /// Returns whether an event is the second press of a double click.
  package mutating func isDouble(_ event: InputEvent, at now: ContinuousClock.Instant) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    guard mouse.kind == .press, mouse.button == 0 else {
      if mouse.kind != .release { last = nil }
      return false
    }
    if let last, last.column == mouse.column, last.row == mouse.row, now - last.at <= Self.pause {
      self.last = nil
      return true
    }
    last = (mouse.column, mouse.row, now)
    return false
  }
}
