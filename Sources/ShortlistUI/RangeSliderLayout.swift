/// Which places the values of a range slider have on its track.
struct RangeSliderLayout: Hashable, Sendable {
  /// An end of the range that a person moves.
  enum Thumb: Hashable, Sendable {
    case lower
    case upper
  }

  /// The values at the ends of the track.
  var bounds: ClosedRange<Double>
  /// The length of the track in points.
  var length: Double
  /// The distance between two values; nil for any value.
  var step: Double?

  /// The place of a value on the track, in points from its start.
  func place(of value: Double) -> Double {
    let extent = bounds.upperBound - bounds.lowerBound
    if extent <= 0 || length <= 0 { return 0 }
    return (min(max(value, bounds.lowerBound), bounds.upperBound) - bounds.lowerBound) / extent
      * length
  }

  /// The value at a place: one of the steps from the lower bound on, or a bound.
  func value(at place: Double) -> Double {
    if length <= 0 { return bounds.lowerBound }
    let part = min(max(place / length, 0), 1)
    if part == 1 { return bounds.upperBound }
    return nearestStep(bounds.lowerBound + part * (bounds.upperBound - bounds.lowerBound))
  }

  private func nearestStep(_ value: Double) -> Double {
    guard let step, step > 0 else { return value }
    let steps = ((value - bounds.lowerBound) / step).rounded()
    return min(bounds.lowerBound + steps * step, bounds.upperBound)
  }

  /// The thumb that a touch at a place moves: the nearest; of two at one place, the one that can
  /// move towards it.
  func thumb(at place: Double, of range: ClosedRange<Double>) -> Thumb {
    let (lower, upper) = (self.place(of: range.lowerBound), self.place(of: range.upperBound))
    let (toLower, toUpper) = (abs(place - lower), abs(place - upper))
    if toLower != toUpper { return toLower < toUpper ? .lower : .upper }
    return place < lower || lower >= length ? .lower : .upper
  }

  /// The range with a thumb at another value, at most at the other thumb.
  func range(
    _ range: ClosedRange<Double>, moving thumb: Thumb, to value: Double
  ) -> ClosedRange<Double> {
    let value = min(max(value, bounds.lowerBound), bounds.upperBound)
    return switch thumb {
    case .lower: min(value, range.upperBound)...range.upperBound
    case .upper: range.lowerBound...max(value, range.lowerBound)
    }
  }

  /// How far one press of a key moves a thumb: a step, or a hundredth of the track.
  var stride: Double {
    if let step, step > 0 { return step }
    return (bounds.upperBound - bounds.lowerBound) / 100
  }
}
