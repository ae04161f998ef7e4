/// An end of a range.
///
///     Int(Quantity.number(9.5), as: .lower)  // 9
///     Int(Quantity.number(9.5), as: .upper)  // 10
public enum RangeEnd: Sendable, CaseIterable {
  /// The least value.
  case lower
  /// The greatest value.
  case upper
}

/// A type whose ranges can be chosen: `Int`, `Double`, `Float`, `Decimal`,
/// `Date`.
///
/// Values convert to and from the data as quantities. Integers never pass through a double.
///
///     var added = NumberRange<Date>()
///     try added.choose(Date.distantPast, Date.now, within: nil)
public protocol RangeNumber: Comparable, Hashable, Sendable {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable

  /// The quantity to use in filters; nil if the value is not finite.
  var quantity: Quantity? { get }

  /// The greatest value that a range with this upper end contains: the value itself, but for a day
  /// its last microsecond.
  var asUpperEnd: Self { get }

  /// Creates the value of a quantity, or the next one outward that the type can represent.
  ///
  /// A range of such ends therefore contains everything in the range of the quantities. The result
  /// is nil if there is no such value.
  init?(_ quantity: Quantity, as end: RangeEnd)

  /// Whether a step is finite and above zero.
  static func isStep(_ step: Step) -> Bool

  /// Returns the nearest multiple of a step that is equal to the value or outward of it.
  ///
  /// A value within 1e-9 steps of a multiple becomes that multiple. If the type cannot represent
  /// such a multiple, the result is the value itself.
  func rounded(outwards end: RangeEnd, to step: Step) -> Self

  /// Returns the value moved by a number of steps, limited to the range of the type.
  func advanced(by count: Int, steps step: Step) -> Self
}

extension RangeNumber {
  /// The value itself.
  public var asUpperEnd: Self { self }

  /// Returns the value as the upper end of a range from `lower` on: a day in which `lower` is
  /// becomes its last microsecond.
  func asUpperEnd(from lower: Self) -> Self { self < lower ? asUpperEnd : self }
}

extension Int: RangeNumber {
  /// The number as a quantity.
  public var quantity: Quantity? { .integer(self) }

  /// Creates the nearest integer that is equal to a quantity or outward of it.
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

  /// Returns the nearest multiple of a step that is equal to the number or outward of it.
  public func rounded(outwards end: RangeEnd, to step: Int) -> Int {
    let rest = self % step
    if rest == 0 { return self }
    let beyond = end == .lower ? (rest < 0 ? step : 0) : (rest > 0 ? step : 0)
    // Rounding toward zero first cannot overflow.
    let sum = (self - rest).addingReportingOverflow(end == .lower ? -beyond : beyond)
    return sum.overflow ? self : sum.partialValue
  }

  /// Returns the number moved by a number of steps.
  public func advanced(by count: Int, steps step: Int) -> Int {
    let way = count.multipliedReportingOverflow(by: step)
    let sum = addingReportingOverflow(way.partialValue)
    return way.overflow || sum.overflow ? (count < 0 ? .min : .max) : sum.partialValue
  }
}

extension Double: RangeNumber {
  /// The number as a quantity; nil if it is not finite.
  public var quantity: Quantity? { Quantity(self) }

  /// Creates the nearest double that is equal to a quantity or outward of it.
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

  /// Whether a step is finite and above zero.
  public static func isStep(_ step: Double) -> Bool { step > 0 && step.isFinite }

  /// Returns the nearest multiple of a step that is equal to the number or outward of it.
  public func rounded(outwards end: RangeEnd, to step: Double) -> Double {
    let near = end == .lower ? 1e-9 : -1e-9
    let count = (self / step + near).rounded(end == .lower ? .down : .up)
    // Beyond 2^53, not every multiple of the step is a double.
    guard count.magnitude < 0x1p53 else { return self }
    let multiple = Self.multiple(count, of: step)
    guard multiple.isFinite else { return self }
    // Most steps are not exact doubles. Rounding must not move a multiple inward by such an error,
    // which would exclude rows with exactly this value.
    return (multiple - self).magnitude <= 4 * ulp ? self : multiple
  }

  /// Returns the number moved by a number of steps.
  public func advanced(by count: Int, steps step: Double) -> Double {
    let steps = (self / step).rounded()
    let isMultiple = (self / step - steps).magnitude < 1e-9 && steps.magnitude < 0x1p53
    let moved =
      isMultiple
      ? Self.multiple(steps + Double(count), of: step) : self + Double(count) * step
    if moved.isFinite { return moved }
    return count < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// Returns a multiple of a step; divides for a step such as 0.1, so that three of them are 0.3.
  private static func multiple(_ count: Double, of step: Double) -> Double {
    let parts = (1 / step).rounded()
    return parts < 0x1p53 && parts * step == 1 ? count / parts : count * step
  }
}
