/// An end of a range.
public enum RangeEnd: Sendable, CaseIterable {
  /// The least value.
  case lower
  /// The greatest value.
  case upper
}

/// A type of which ranges are chosen: `Int`, `Double`, `Decimal`, `Date`.
///
/// Values go to and from the data as quantities, a whole number never by way of a double.
public protocol RangeNumber: Comparable, Hashable, Sendable {
  /// What steps are measured in.
  associatedtype Step: Hashable & Sendable

  /// The quantity that filters compare with; nil if the value is not finite.
  var quantity: Quantity? { get }

  /// The value of a quantity; where the type cannot hold it the next one outwards, so that a range
  /// of such ends has everything that the range of the quantities has.
  ///
  /// Nil if there is none.
  init?(_ quantity: Quantity, as end: RangeEnd)

  /// Whether a step is above zero and finite.
  static func isStep(_ step: Step) -> Bool

  /// The nearest multiple of a step at or outwards of the value; a value within 1e-9 steps of a
  /// multiple becomes that multiple.
  ///
  /// Where the type has no such multiple, the value itself.
  func rounded(outwards end: RangeEnd, to step: Step) -> Self

  /// The value so many steps away, or the last one that the type has in that direction.
  func advanced(by count: Int, steps step: Step) -> Self
}

extension Int: RangeNumber {
  /// The whole number.
  public var quantity: Quantity? { .integer(self) }

  /// The whole number at or outwards of a quantity.
  public init?(_ quantity: Quantity, as end: RangeEnd) {
    switch quantity {
    case .integer(let integer): self = integer
    case .number(let number):
      guard let whole = Int(exactly: number.rounded(end == .lower ? .down : .up)) else {
        return nil
      }
      self = whole
    case .date: return nil
    }
  }

  /// Whether a step is above zero.
  public static func isStep(_ step: Int) -> Bool { step > 0 }

  /// The nearest multiple of a step at or outwards of the number.
  public func rounded(outwards end: RangeEnd, to step: Int) -> Int {
    let rest = self % step
    if rest == 0 { return self }
    let beyond = end == .lower ? (rest < 0 ? step : 0) : (rest > 0 ? step : 0)
    // Towards zero first: that cannot overflow.
    let sum = (self - rest).addingReportingOverflow(end == .lower ? -beyond : beyond)
    return sum.overflow ? self : sum.partialValue
  }

  /// The number so many steps away.
  public func advanced(by count: Int, steps step: Int) -> Int {
    let way = count.multipliedReportingOverflow(by: step)
    let sum = addingReportingOverflow(way.partialValue)
    return way.overflow || sum.overflow ? (count < 0 ? .min : .max) : sum.partialValue
  }
}

extension Double: RangeNumber {
  /// The number, nil if it is not finite.
  public var quantity: Quantity? { Quantity(self) }

  /// The double at or outwards of a quantity.
  public init?(_ quantity: Quantity, as end: RangeEnd) {
    switch quantity {
    case .integer(let integer):
      let operand = FilterOperand<Double>(.integer(integer))
      guard let double = end == .lower ? operand?.last : operand?.first else { return nil }
      self = double
    case .number(let number): self = number
    case .date: return nil
    }
  }

  /// Whether a step is above zero and finite.
  public static func isStep(_ step: Double) -> Bool { step > 0 && step.isFinite }

  /// The nearest multiple of a step at or outwards of the number.
  public func rounded(outwards end: RangeEnd, to step: Double) -> Double {
    let near = end == .lower ? 1e-9 : -1e-9
    let count = (self / step + near).rounded(end == .lower ? .down : .up)
    // Beyond that not every multiple of the step is a double.
    guard count.magnitude < 0x1p53 else { return self }
    let multiple = Self.multiple(count, of: step)
    guard multiple.isFinite else { return self }
    // Most steps are no exact doubles; a value that is a multiple but for this must not become one
    // that leaves out rows with the very same value.
    return (multiple - self).magnitude <= 4 * ulp ? self : multiple
  }

  /// The number so many steps away.
  public func advanced(by count: Int, steps step: Double) -> Double {
    let steps = (self / step).rounded()
    let isMultiple = (self / step - steps).magnitude < 1e-9 && steps.magnitude < 0x1p53
    let moved =
      isMultiple
      ? Self.multiple(steps + Double(count), of: step) : self + Double(count) * step
    if moved.isFinite { return moved }
    return count < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// A multiple of a step; of a step such as 0.1 by dividing, so that three of them are 0.3.
  private static func multiple(_ count: Double, of step: Double) -> Double {
    let parts = (1 / step).rounded()
    return parts < 0x1p53 && parts * step == 1 ? count / parts : count * step
  }
}
