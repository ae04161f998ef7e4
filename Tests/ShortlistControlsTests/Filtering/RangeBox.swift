import ShortlistControls

/// A view of a range that writes down what it is told.
final class RangeBox<Number: RangeNumber>: NumberRangeController {
  var onRangeChanged: ((ClosedRange<Number>) -> Void)?
  /// What it was told, since it was read last.
  private var calls: [String] = []
  private(set) var state: NumberRangeState<Number>?
  /// Whether it tells what it is told, as if somebody had chosen it.
  var echoes = false

  func setBounds(_ bounds: ClosedRange<Number>) {
    calls.append("bounds \(Self.text(bounds))")
    if echoes { onRangeChanged?(bounds) }
  }

  func setItem(_ item: ClosedRange<Number>) {
    calls.append("item \(Self.text(item))")
    if echoes { onRangeChanged?(item) }
  }

  func setState(_ state: NumberRangeState<Number>) { self.state = state }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  private static func text(_ range: ClosedRange<Number>) -> String {
    "\(range.lowerBound)...\(range.upperBound)"
  }
}
