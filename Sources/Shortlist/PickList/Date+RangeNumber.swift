#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates are instants with microsecond precision in the years 1 to 9999; others are clamped to
/// these.
extension Date: RangeNumber {
  /// The instant; nil if it is not finite.
  public var quantity: Quantity? {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return nil }
    // Far outside of the supported years, but within the range of microseconds.
    let clamped = min(max(seconds, -1e12), 1e12)
    let whole = clamped.rounded(.down)
    let fraction = Int(((clamped - whole) * 1e6).rounded())
    return .date(
      Timestamp(microseconds: (Int(whole) + Self.secondsTo2001) * 1_000_000 + fraction))
  }

  /// Creates the date of an instant, rounded outwards in far years, where `Date` is coarser than
  /// microseconds.
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

  /// Whether a step in seconds is positive and finite.
  public static func isStep(_ step: TimeInterval) -> Bool { Double.isStep(step) }

  /// Returns the nearest multiple of a step, in seconds since 1970, at or outwards of the date.
  public func rounded(outwards end: RangeEnd, to step: TimeInterval) -> Date {
    guard let quantity, let step = Quantity(step) else { return self }
    return Date(quantity.rounded(outwards: end, to: step), as: end) ?? self
  }

  /// Returns the date `count` steps away; the step is in seconds.
  public func advanced(by count: Int, steps step: TimeInterval) -> Date {
    guard let quantity, let step = Quantity(step) else { return self }
    return Date(quantity.advanced(by: count, steps: step), as: count < 0 ? .lower : .upper) ?? self
  }

  /// The seconds from 1970 to 2001, the reference date of `Date`.
  private static let secondsTo2001 = 978_307_200
}
