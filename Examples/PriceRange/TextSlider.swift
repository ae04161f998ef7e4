import Shortlist

/// A slider with two handles, drawn as a line of text.
///
///     0.45 ---[============]----------- 24.9
@MainActor
final class TextSlider {
  var lowerValue = 0.0
  var upperValue = 1.0
  var minimumValue = 0.0
  var maximumValue = 1.0
  /// What happens when somebody lets go of a handle.
  var onRelease: (() -> Void)?

  /// Moves handles, as somebody does who drags them.
  func drag(lower: Double? = nil, upper: Double? = nil) {
    lowerValue = lower ?? lowerValue
    upperValue = upper ?? upperValue
    onRelease?()
  }

  /// The slider as text.
  var text: String {
    let width = 24
    func place(_ value: Double) -> Int {
      let length = maximumValue - minimumValue
      return length > 0 ? Int((value - minimumValue) / length * Double(width)) : 0
    }
    let (lower, upper) = (place(lowerValue), place(upperValue))
    let line =
      String(repeating: "-", count: lower) + "["
      + String(repeating: "=", count: upper - lower) + "]"
      + String(repeating: "-", count: width - upper)
    return "\(minimumValue) \(line) \(maximumValue)"
  }
}

/// What makes the slider the view of a numeric range.
final class TextSliderController: NumberRangeController {
  let slider: TextSlider
  var onRangeChanged: ((ClosedRange<Double>) -> Void)?

  init(slider: TextSlider) {
    self.slider = slider
    slider.onRelease = { [weak self, unowned slider] in
      self?.onRangeChanged?(slider.lowerValue...slider.upperValue)
    }
  }

  func setBounds(_ bounds: ClosedRange<Double>) {
    slider.minimumValue = bounds.lowerBound
    slider.maximumValue = bounds.upperBound
    setItem(bounds)
  }

  func setItem(_ item: ClosedRange<Double>) {
    slider.lowerValue = item.lowerBound
    slider.upperValue = item.upperBound
  }
}
