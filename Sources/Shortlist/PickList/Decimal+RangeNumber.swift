#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decimal arithmetic is exact: ten steps of 0.1 are 1.
///
/// The data have integers and doubles. A whole decimal corresponds to an integer, any other to the
/// double nearest to its text; a double corresponds to the decimal of its shortest text.
extension Decimal: RangeNumber {
  /// The data's number for the decimal; nil if it is not a number.
  public var quantity: Quantity? {
    if isNaN { return nil }
    let text = wholeText ?? description
    return Int(text).map(Quantity.integer) ?? Double(text).flatMap { Quantity($0) }
  }

  /// Creates the decimal of a quantity; rounds a quantity too close to zero outwards.
  ///
  /// Nil if its magnitude is 1e127 or more, whose digits `Decimal` cannot hold in full.
  public init?(_ quantity: Quantity, as end: RangeEnd) {
    switch quantity {
    case .integer(let integer): self.init(integer)
    case .number(let number) where abs(number) >= Self.greatest: return nil
    case .number(let number) where abs(number) < Self.least:
      switch end {
      case .lower: self = number < 0 ? -Self.leastDecimal : 0
      case .upper: self = number > 0 ? Self.leastDecimal : 0
      }
    case .number(let number): self.init(string: "\(number)")
    case .date: return nil
    }
  }

  /// Whether a step is positive.
  public static func isStep(_ step: Decimal) -> Bool { !step.isNaN && step > 0 }

  /// Returns the nearest multiple of a step at or outwards of the decimal.
  public func rounded(outwards end: RangeEnd, to step: Decimal) -> Decimal {
    let near = Decimal(sign: .plus, exponent: -9, significand: 1)
    let quotient = self / step + (end == .lower ? near : -near)
    guard var whole = quotient.wholePart else { return self }
    if end == .lower && whole > quotient { whole -= 1 }
    if end == .upper && whole < quotient { whole += 1 }
    let multiple = whole * step
    return multiple.isNaN ? self : multiple
  }

  /// Returns the decimal `count` steps away.
  public func advanced(by count: Int, steps step: Decimal) -> Decimal {
    let moved = self + Decimal(count) * step
    if !moved.isNaN { return moved }
    return count < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// The magnitude from which on doubles have no decimal.
  private static let greatest = 1e127
  /// The magnitude from which on decimals can hold all digits of doubles.
  private static let least = 1e-100
  private static let leastDecimal = Decimal(sign: .plus, exponent: -100, significand: 1)

  /// The decimal without its fraction; nil if it is not a number.
  private var wholePart: Decimal? {
    if isNaN { return nil }
    return Decimal(string: String(description.prefix { $0 != "." }))
  }

  /// The text of a whole decimal; nil if it has a fraction.
  private var wholeText: String? {
    let parts = description.split(separator: ".", maxSplits: 1)
    guard parts.count < 2 || parts[1].allSatisfy({ $0 == "0" }) else { return nil }
    return String(parts[0])
  }
}
