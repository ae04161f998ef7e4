extension Quantity: RangeNumber {
  /// The quantity itself; nil if it is not finite.
  public var quantity: Quantity? { Quantity(value) }

  /// The last microsecond of a day; any other quantity itself.
  public var asUpperEnd: Quantity {
    if case .date(let date) = self, date.isDay {
      .date(Timestamp(microseconds: date.end - 1))
    } else {
      self
    }
  }

  /// The quantity itself.
  public init?(_ quantity: Quantity, as end: RangeEnd) { self = quantity }

  /// Whether a step is finite and above zero; a step of dates is a number of seconds.
  public static func isStep(_ step: Quantity) -> Bool {
    switch step {
    case .integer(let step): Int.isStep(step)
    case .number(let step): Double.isStep(step)
    case .date: false
    }
  }

  /// Returns the nearest multiple of a step that is equal to the quantity or outward of it.
  public func rounded(outwards end: RangeEnd, to step: Quantity) -> Quantity {
    if case .integer(let integer) = self, let step = step.whole {
      return .integer(integer.rounded(outwards: end, to: step))
    }
    switch self {
    // No double represents this integer, so rounding through a double might move it inward.
    case .integer(let integer) where Int(exactly: double) != integer: return self
    case .date(let date):
      guard let step = step.microseconds else { return self }
      let rounded = date.microseconds.rounded(outwards: end, to: step)
      // A day stays a day, which includes all of its hours.
      return rounded == date.microseconds ? self : .date(Timestamp(microseconds: rounded))
    default:
      return Quantity(double.rounded(outwards: end, to: step.double)) ?? self
    }
  }

  /// Returns the quantity moved by a number of steps.
  public func advanced(by count: Int, steps step: Quantity) -> Quantity {
    if case .integer(let integer) = self, let step = step.whole {
      return .integer(integer.advanced(by: count, steps: step))
    }
    switch self {
    case .date(let date):
      guard let step = step.microseconds else { return self }
      return .date(Timestamp(microseconds: date.microseconds.advanced(by: count, steps: step)))
    default:
      return Quantity(double.advanced(by: count, steps: step.double)) ?? self
    }
  }

  /// The quantity as an integer; nil if it is not a whole number.
  private var whole: Int? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int(exactly: number)
    case .date: nil
    }
  }

  /// A step of seconds in microseconds, at least one; nil if it cannot be represented.
  private var microseconds: Int? { Int(exactly: (double * 1e6).rounded()).map { max($0, 1) } }
}
