import ShortlistControls

/// A slider with two handles, as it comes from somewhere else.
@MainActor
final class RangeSlider {
  var lowerValue = 0.0
  var upperValue = 1.0
  var minimumValue = 0.0
  var maximumValue = 1.0

  private var action: ((RangeSlider) -> Void)?

  /// Calls an action when somebody has let go of a handle.
  func addTarget(_ action: @escaping (RangeSlider) -> Void) { self.action = action }

  /// Moves the handles as somebody does who drags them.
  func drag(lower: Double? = nil, upper: Double? = nil) {
    lowerValue = lower ?? lowerValue
    upperValue = upper ?? upperValue
    action?(self)
  }
}

/// What makes the slider the view of a numeric range.
class RangeSliderController: NumberRangeController {

  let rangeSlider: RangeSlider

  var onRangeChanged: ((ClosedRange<Double>) -> Void)?

  func setBounds(_ bounds: ClosedRange<Double>) {
    rangeSlider.minimumValue = bounds.lowerBound
    rangeSlider.maximumValue = bounds.upperBound
    setItem(bounds)
  }

  func setItem(_ item: ClosedRange<Double>) {
    rangeSlider.lowerValue = item.lowerBound
    rangeSlider.upperValue = item.upperBound
  }

  init(rangeSlider: RangeSlider) {
    self.rangeSlider = rangeSlider
    // Where there are selectors: addTarget(self, action: #selector(onValueChanged(sender:)), …).
    rangeSlider.addTarget { [weak self] slider in self?.onValueChanged(sender: slider) }
  }

  func onValueChanged(sender: RangeSlider) {
    onRangeChanged?(sender.lowerValue...sender.upperValue)
  }

}
