import ShortlistControls

/// A slider with two handles under a histogram, drawn as two lines of text.
@MainActor
final class TextSlider: NumberRangeController {
  let width = 24
  var onRangeChanged: ((ClosedRange<Double>) -> Void)?
  private var bounds = 0.0...1.0
  private var item = 0.0...1.0

  func setBounds(_ bounds: ClosedRange<Double>) { self.bounds = bounds }
  func setItem(_ item: ClosedRange<Double>) { self.item = item }

  /// Moves the handles, as somebody does who drags them.
  func drag(to range: ClosedRange<Double>) {
    item = range
    onRangeChanged?(range)
  }

  /// The histogram of the values, and below it the slider between its bounds.
  func lines(_ histogram: [NumberReport.Bucket]) -> [String] {
    if histogram.isEmpty { return ["no prices"] }
    let most = histogram.map(\.count).max() ?? 1
    let bars = histogram.map { Array(" ▁▂▃▄▅▆▇█")[($0.count * 8 + most - 1) / most] }
    let scale = Double(width) / max(bounds.upperBound - bounds.lowerBound, .ulpOfOne)
    let lower = Int((item.lowerBound - bounds.lowerBound) * scale)
    let upper = Int((item.upperBound - bounds.lowerBound) * scale)
    func run(_ length: Int, of text: String) -> String { String(repeating: text, count: length) }
    let (before, after) = (run(lower, of: "-"), run(width - upper, of: "-"))
    let line = "\(bounds.lowerBound) \(before)[" + run(upper - lower, of: "=") + "]\(after)"
    let indent = run("\(bounds.lowerBound) [".count, of: " ")
    return [indent + String(bars), line + " \(bounds.upperBound)"]
  }
}
