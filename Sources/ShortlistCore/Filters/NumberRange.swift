/// A range that a person chooses between bounds, for example with a slider.
///
/// The type separates three things: the choice, whose ends may be open; the bounds, which come
/// from the data or are given; and the displayed range, which is the choice clamped to the current
/// bounds. Clamping never changes the choice, so the choice survives bounds that shrink and grow
/// again.
///
///     var price = NumberRange<Int>()
///     try price.choose(10, 20, within: 0...100)
///     price.filter(on: "price")     // price:10..20
///     price.state(within: 0...15)   // shows 10...15
///     try price.choose(10, 100, within: 0...100)
///     price.filter(on: "price")     // price:10.., includes later values above 100
public struct NumberRange<Number: RangeNumber>: Hashable, Sendable {
  /// The chosen ends; a nil end is open.
  public struct Choice: Hashable, Sendable {
    /// The least value; nil if the end is open.
    public var lower: Number?
    /// The greatest value; nil if the end is open.
    public var upper: Number?
  }

  /// The given bounds; nil if the bounds follow the data.
  public let givenBounds: ClosedRange<Number>?
  /// The step whose multiples ends are rounded to; nil for no rounding.
  public let step: Number.Step?
  /// The choice; nil while nothing is filtered out.
  public package(set) var choice: Choice?

  /// Creates a range without a choice, whose bounds follow the data.
  public init() { (givenBounds, step) = (nil, nil) }

  /// Creates a range without a choice.
  ///
  /// - Parameters:
  ///   - bounds: The bounds to use instead of those of the data, rounded outward to `step`.
  ///   - step: The step whose multiples ends are rounded to.
  /// - Throws: `InvalidRequestError` for bounds that are not finite and a step that is not above
  ///   zero.
  public init(
    bounds: ClosedRange<Number>? = nil, step: Number.Step? = nil
  ) throws(InvalidRequestError) {
    if let step, !Number.isStep(step) {
      throw InvalidRequestError("step: \(step) is not above zero and finite")
    }
    self.step = step
    guard let bounds else {
      givenBounds = nil
      return
    }
    guard bounds.lowerBound.quantity != nil, bounds.upperBound.quantity != nil else {
      throw InvalidRequestError("bounds: the ends are not finite")
    }
    givenBounds = Self.rounded(bounds, step)
  }

  private static func rounded(
    _ range: ClosedRange<Number>, _ step: Number.Step?
  ) -> ClosedRange<Number> {
    guard let step else { return range }
    let lower = range.lowerBound.rounded(outwards: .lower, to: step)
    let upper = range.upperBound.rounded(outwards: .upper, to: step)
    return lower <= upper ? lower...upper : range
  }

  /// Returns the given bounds, or those of the data rounded outward to the step.
  ///
  /// - Parameter measured: The least and the greatest value of the data; nil if there are none.
  /// - Returns: The bounds; nil if there are none.
  public func bounds(over measured: ClosedRange<Number>?) -> ClosedRange<Number>? {
    givenBounds ?? measured.map { Self.rounded($0, step) }
  }

  // MARK: Choosing

  /// Chooses the values from `lower` to `upper`, both included and rounded outward to the step.
  ///
  /// If both ends are at or beyond the bounds, nothing is filtered out. Given bounds clamp the
  /// choice. With bounds from the data, an end at or beyond its bound is open.
  ///
  /// - Parameters:
  ///   - lower: The least value.
  ///   - upper: The greatest value.
  ///   - bounds: The current bounds; nil if there are none.
  /// - Throws: `InvalidRequestError` for ends that are not finite, and for a range that is inverted
  ///   or entirely outside of the bounds; the choice does not change then.
  public mutating func choose(
    _ lower: Number, _ upper: Number, within bounds: ClosedRange<Number>?
  ) throws(InvalidRequestError) {
    try Self.check(lower, upper)
    let range = Self.rounded(lower...upper, step)
    guard let bounds else {
      choice = Choice(lower: range.lowerBound, upper: range.upperBound)
      return
    }
    let common = Self.intersection(
      range.lowerBound, range.upperBound, bounds.lowerBound, bounds.upperBound)
    guard let common else {
      throw InvalidRequestError(
        "range: \(Self.text(lower)) to \(Self.text(upper)) is outside of the bounds "
          + "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))")
    }
    let isOpenBelow = range.lowerBound <= bounds.lowerBound
    let isOpenAbove = range.upperBound.asUpperEnd >= bounds.upperBound
    if isOpenBelow && isOpenAbove {
      choice = nil
    } else if givenBounds != nil {
      choice = Choice(lower: common.lowerBound, upper: common.upperBound)
    } else {
      choice = Choice(
        lower: isOpenBelow ? nil : range.lowerBound, upper: isOpenAbove ? nil : range.upperBound)
    }
  }

  /// Checks the ends of a range; a nil end is open.
  ///
  /// - Throws: `InvalidRequestError` for ends that are not finite, and for a range that is
  ///   inverted.
  static func check(_ lower: Number?, _ upper: Number?) throws(InvalidRequestError) {
    for (end, name) in [(lower, "lower"), (upper, "upper")] {
      if let end, end.quantity == nil {
        throw InvalidRequestError("range: the \(name) end is not finite")
      }
    }
    if let lower, let upper, upper < lower {
      throw InvalidRequestError("range: \(text(lower)) is above \(text(upper))")
    }
  }

  /// Returns the text of a value as the data has it.
  ///
  /// The value's own description is not used, because that of a distant date may trap.
  private static func text(_ value: Number) -> String { value.quantity?.value.text ?? "" }

  /// Clears the choice, so that nothing is filtered out.
  public mutating func reset() { choice = nil }

  // MARK: Showing

  /// Returns what a control shows within the current bounds.
  ///
  /// - Parameter bounds: The bounds; nil if there are none.
  /// - Returns: The bounds, and the part of the choice within them.
  public func state(within bounds: ClosedRange<Number>?) -> NumberRangeState<Number> {
    guard let choice else { return NumberRangeState(bounds: bounds) }
    guard let bounds else { return NumberRangeState(bounds: nil, isConflict: true) }
    let shown = Self.intersection(
      choice.lower ?? bounds.lowerBound, choice.upper ?? bounds.upperBound,
      bounds.lowerBound, bounds.upperBound)
    return NumberRangeState(bounds: bounds, range: shown, isConflict: shown == nil)
  }

  /// Returns what two ranges have in common; nil if that is nothing.
  private static func intersection(
    _ lower: Number, _ upper: Number, _ otherLower: Number, _ otherUpper: Number
  ) -> ClosedRange<Number>? {
    let lower = max(lower, otherLower)
    let ends = (upper.asUpperEnd(from: lower), otherUpper.asUpperEnd(from: lower))
    let upper = min(ends.0, ends.1)
    return lower <= upper ? lower...upper : nil
  }

  /// Returns where the handles of a slider are: the range as it is shown or, without one, the whole
  /// bounds; for a choice that misses the bounds, the bound nearest to it.
  package func handles(within bounds: ClosedRange<Number>?) -> ClosedRange<Number>? {
    guard let bounds else { return nil }
    let state = state(within: bounds)
    if !state.isConflict { return state.range ?? bounds }
    let isAbove = choice?.lower.map { $0 > bounds.upperBound } ?? false
    let end = isAbove ? bounds.upperBound : bounds.lowerBound
    return end...end
  }

  /// Returns the filter for the choice; nil if nothing is filtered out.
  public func filter(on attribute: String) -> Filter? {
    choice.map {
      .inRange(attribute, $0.lower?.quantity?.value, $0.upper?.quantity?.value)
    }
  }
}

/// What a range control shows.
///
///     let price = try NumberRange<Double>(step: 5)
///     let state = price.state(within: 0...50)
///     let handles = state.range ?? state.bounds  // of a slider
public struct NumberRangeState<Number: RangeNumber>: Hashable, Sendable {
  /// The least and the greatest value that can be chosen; nil if there are none.
  public var bounds: ClosedRange<Number>?
  /// The chosen range within the bounds; nil if there is no choice, or none of it is within them.
  public var range: ClosedRange<Number>?
  /// Whether there is a choice that does not overlap the bounds, or that has no bounds.
  public var isConflict: Bool

  /// Creates a state.
  public init(
    bounds: ClosedRange<Number>?, range: ClosedRange<Number>? = nil, isConflict: Bool = false
  ) {
    self.bounds = bounds
    self.range = range
    self.isConflict = isConflict
  }
}
