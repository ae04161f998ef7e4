extension Quantity: RangeNumber {
  /// The quantity itself, nil if it is not finite.
  public var quantity: Quantity? { Quantity(value) }

  /// The quantity itself.
  public init?(_ quantity: Quantity, as end: RangeEnd) { self = quantity }

  /// Whether a step is above zero and finite; a step of dates is a number of seconds.
  public static func isStep(_ step: Quantity) -> Bool {
    switch step {
    case .integer(let step): Int.isStep(step)
    case .number(let step): Double.isStep(step)
    case .date: false
    }
  }

  /// The nearest multiple of a step at or outwards of the quantity.
  public func rounded(outwards end: RangeEnd, to step: Quantity) -> Quantity {
    if case .integer(let integer) = self, let step = step.whole {
      return .integer(integer.rounded(outwards: end, to: step))
    }
    switch self {
    // No double is this number, so none is a multiple at or outwards of it for sure.
    case .integer(let integer) where Int(exactly: double) != integer: return self
    case .date(let date):
      guard let step = step.microseconds else { return self }
      return .date(Timestamp(microseconds: date.microseconds.rounded(outwards: end, to: step)))
    default:
      return Quantity(double.rounded(outwards: end, to: step.double)) ?? self
    }
  }

  /// The quantity so many steps away.
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

  /// The whole number that the quantity is, nil if it is none.
  private var whole: Int? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int(exactly: number)
    case .date: nil
    }
  }

  /// A step of seconds in microseconds, at least one; nil if it is none.
  private var microseconds: Int? { Int(exactly: (double * 1e6).rounded()).map { max($0, 1) } }
}
