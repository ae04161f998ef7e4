/// A range that somebody chooses between bounds, as with a slider.
///
/// Three things are kept apart: what was chosen, whose ends may be open; the bounds, which come from
/// the data or were given; and what is shown, which is the choice clamped to the bounds of the moment
/// and never written back. So a choice survives bounds that move away and come back.
///
///     var price = NumberRange<Int>()
///     try price.choose(10, 20, within: 0...100)
///     price.filter(on: "price")     // price:10..20
///     price.state(within: 0...15)   // shows 10...15
///     try price.choose(10, 100, within: 0...100)
///     price.filter(on: "price")     // price:10.., what comes later above 100 stays in
public struct NumberRange<Number: RangeNumber>: Hashable, Sendable {
  /// What was chosen; an end that is nil is open.
  public struct Choice: Hashable, Sendable {
    /// The least value, nil if there is none.
    public var lower: Number?
    /// The greatest value, nil if there is none.
    public var upper: Number?
  }

  /// The bounds that were given; nil if they follow the data.
  public let givenBounds: ClosedRange<Number>?
  /// What ends are rounded to multiples of, nil if to nothing.
  public let step: Number.Step?
  /// What was chosen, nil while nothing is left out.
  public package(set) var choice: Choice?

  /// A range of which nothing is chosen, and whose bounds follow the data.
  public init() { (givenBounds, step) = (nil, nil) }

  /// A range of which nothing is chosen.
  ///
  /// - Parameters:
  ///   - bounds: Bounds to use instead of those of the data, rounded outwards to `step`.
  ///   - step: What ends are rounded to multiples of.
  /// - Throws: `InvalidRequest` for bounds that are not finite and a step that is not above zero.
  public init(
    bounds: ClosedRange<Number>? = nil, step: Number.Step? = nil
  ) throws(InvalidRequest) {
    if let step, !Number.isStep(step) {
      throw InvalidRequest("step: \(step) is not above zero and finite")
    }
    self.step = step
    guard let bounds else {
      givenBounds = nil
      return
    }
    guard bounds.lowerBound.quantity != nil, bounds.upperBound.quantity != nil else {
      throw InvalidRequest("bounds: the ends are not finite")
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

  /// The bounds: those given, else those of the data rounded outwards to the step.
  ///
  /// - Parameter measured: The least and the greatest value of the data, nil if there are none.
  /// - Returns: The bounds, nil if there are none.
  public func bounds(over measured: ClosedRange<Number>?) -> ClosedRange<Number>? {
    givenBounds ?? measured.map { Self.rounded($0, step) }
  }

  // MARK: Choosing

  /// Chooses the values from `lower` to `upper`, both included and rounded outwards to the step.
  ///
  /// Both ends at or beyond the bounds: nothing is left out. Given bounds clamp the choice; with
  /// bounds from the data an end at or beyond its bound is open.
  ///
  /// - Parameters:
  ///   - lower: The least value.
  ///   - upper: The greatest value.
  ///   - bounds: The bounds of the moment, nil if there are none.
  /// - Throws: `InvalidRequest` for ends that are not finite, a range that is inverted or wholly
  ///   outside of the bounds; nothing is changed then.
  public mutating func choose(
    _ lower: Number, _ upper: Number, within bounds: ClosedRange<Number>?
  ) throws(InvalidRequest) {
    try Self.check(lower, upper)
    let range = Self.rounded(lower...upper, step)
    guard let bounds else {
      choice = Choice(lower: range.lowerBound, upper: range.upperBound)
      return
    }
    guard range.overlaps(bounds) else {
      throw InvalidRequest(
        "range: \(Self.text(lower)) to \(Self.text(upper)) is outside of the bounds "
          + "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))")
    }
    let isOpenBelow = range.lowerBound <= bounds.lowerBound
    let isOpenAbove = range.upperBound >= bounds.upperBound
    if isOpenBelow && isOpenAbove {
      choice = nil
    } else if givenBounds != nil {
      let clamped = range.clamped(to: bounds)
      choice = Choice(lower: clamped.lowerBound, upper: clamped.upperBound)
    } else {
      choice = Choice(
        lower: isOpenBelow ? nil : range.lowerBound, upper: isOpenAbove ? nil : range.upperBound)
    }
  }

  /// Checks the ends of a range, of which one that is nil is open.
  ///
  /// - Throws: `InvalidRequest` for ends that are not finite, and for a range that is inverted.
  static func check(_ lower: Number?, _ upper: Number?) throws(InvalidRequest) {
    for (end, name) in [(lower, "lower"), (upper, "upper")] {
      if let end, end.quantity == nil {
        throw InvalidRequest("range: the \(name) end is not finite")
      }
    }
    if let lower, let upper, upper < lower {
      throw InvalidRequest("range: \(text(lower)) is above \(text(upper))")
    }
  }

  /// A value as the data has it.
  ///
  /// Not its own description: that of a date far away may trap.
  private static func text(_ value: Number) -> String { value.quantity?.value.text ?? "" }

  /// Chooses nothing: nothing is left out any more.
  public mutating func reset() { choice = nil }

  // MARK: Showing

  /// What a control shows between the bounds of the moment.
  ///
  /// - Parameter bounds: The bounds, nil if there are none.
  /// - Returns: The bounds, and what is chosen of them.
  public func state(within bounds: ClosedRange<Number>?) -> NumberRangeState<Number> {
    guard let choice else { return NumberRangeState(bounds: bounds) }
    guard let bounds else { return NumberRangeState(bounds: nil, isConflict: true) }
    let lower = choice.lower.map { max($0, bounds.lowerBound) } ?? bounds.lowerBound
    let upper = choice.upper.map { min($0, bounds.upperBound) } ?? bounds.upperBound
    guard lower <= upper else { return NumberRangeState(bounds: bounds, isConflict: true) }
    return NumberRangeState(bounds: bounds, range: lower...upper)
  }

  /// The filter that keeps what was chosen, nil if nothing is left out.
  public func filter(on attribute: String) -> Filter? {
    choice.map {
      .inRange(attribute, $0.lower?.quantity?.value, $0.upper?.quantity?.value)
    }
  }
}

/// What a control of a range shows.
public struct NumberRangeState<Number: RangeNumber>: Hashable, Sendable {
  /// The least and the greatest value there is to choose; nil if there is none.
  public var bounds: ClosedRange<Number>?
  /// What is chosen, within the bounds; nil if nothing is, or nothing that is within them.
  public var range: ClosedRange<Number>?
  /// Whether something is chosen that does not meet the bounds.
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
