#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates are instants to the microsecond, of the years 1 to 9999; others become the nearest of these.
extension Date: RangeNumber {
  /// The instant, nil if it is not finite.
  public var quantity: Quantity? {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return nil }
    // Far beyond the years that there are, and within what microseconds can hold.
    let clamped = min(max(seconds, -1e12), 1e12)
    let whole = clamped.rounded(.down)
    let fraction = Int(((clamped - whole) * 1e6).rounded())
    return .date(
      Timestamp(microseconds: (Int(whole) + Self.secondsTo2001) * 1_000_000 + fraction))
  }

  /// The instant, or in far years, where dates are coarser than microseconds, the next one outwards.
  public init?(_ quantity: Quantity, as end: RangeEnd) {
    guard case .date(let date) = quantity else { return nil }
    let (whole, rest) = date.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let seconds = Double(whole - Self.secondsTo2001) + Double(rest) / 1e6
    self.init(timeIntervalSinceReferenceDate: seconds)
    guard let near = self.quantity else { return }
    if end == .lower && near > quantity {
      self.init(timeIntervalSinceReferenceDate: seconds.nextDown)
    } else if end == .upper && near < quantity {
      self.init(timeIntervalSinceReferenceDate: seconds.nextUp)
    }
  }

  /// Whether a step of seconds is above zero and finite.
  public static func isStep(_ step: TimeInterval) -> Bool { Double.isStep(step) }

  /// The nearest multiple of a step of seconds since 1970 at or outwards of the date.
  public func rounded(outwards end: RangeEnd, to step: TimeInterval) -> Date {
    guard let quantity, let step = Quantity(step) else { return self }
    return Date(quantity.rounded(outwards: end, to: step), as: end) ?? self
  }

  /// The date so many steps of seconds away.
  public func advanced(by count: Int, steps step: TimeInterval) -> Date {
    guard let quantity, let step = Quantity(step) else { return self }
    return Date(quantity.advanced(by: count, steps: step), as: count < 0 ? .lower : .upper) ?? self
  }

  /// The seconds from 1970 to 2001, which is what dates count from.
  private static let secondsTo2001 = 978_307_200
}
