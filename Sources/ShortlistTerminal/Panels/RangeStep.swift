package import Shortlist

/// The step by which a key moves an end of a range: a round number, about 1% of the bounds.
package struct RangeStep: Hashable, Sendable {
  /// The integer step; for dates, in seconds.
  private var whole = 1
  /// For fractions, the step is 1, 2 or 5 (`mantissa`) times ten to the `power`.
  private var mantissa = 1
  private var power: Int?

  /// Creates the step for an attribute of this type with these bounds.
  package init(_ type: AttributeType, bounds: ClosedRange<Quantity>) {
    let hundredth = bounds.upperBound.double / 100 - bounds.lowerBound.double / 100
    switch type {
    case .date: whole = Self.seconds(hundredth / 1e6, bounds)
    case .number:
      var (rest, power) = (hundredth, 0)
      while rest >= 10 && power < 307 { (rest, power) = (rest / 10, power + 1) }
      while rest < 1 && power > -300 { (rest, power) = (rest * 10, power - 1) }
      self.power = power
      mantissa = rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10
    default: whole = Self.round(hundredth)
    }
  }

  /// Returns the greatest 1, 2 or 5 times a power of ten up to a number, at least 1.
  private static func round(_ number: Double) -> Int {
    var step = 1
    while true {
      for factor in [2, 5, 10] where Double(step * factor) > number {
        return factor == 2 ? step : step * (factor == 5 ? 2 : 5)
      }
      if step >= 100_000_000_000_000_000 { return step }
      step *= 10
    }
  }

  /// Returns a step in whole days, or in parts of a day if a day is too coarse.
  private static func seconds(_ seconds: Double, _ bounds: ClosedRange<Quantity>) -> Int {
    let day = 86_400
    let haveTimes = [bounds.lowerBound, bounds.upperBound].contains { !$0.isMidnight }
    if seconds >= Double(day) || !haveTimes { return day * round(seconds / Double(day)) }
    return [21_600, 3600, 900, 300, 60, 15, 5].first { Double($0) <= seconds } ?? 1
  }

  /// Returns a value moved by a number of steps, always a multiple of the step.
  ///
  /// - Returns: The value; nil if the type cannot represent it.
  package func moved(_ value: Quantity, by count: Int) -> Quantity? {
    if let power { return moved(value.double, by: count, power) }
    let step = Quantity.integer(whole)
    let multiple = value.rounded(outwards: count > 0 ? .lower : .upper, to: step)
    let moved = multiple.advanced(by: count, steps: step)
    guard case .date(let date) = moved, moved.isMidnight else { return moved }
    return Timestamp(date.dayText).map(Quantity.date)
  }

  private func moved(_ value: Double, by count: Int, _ power: Int) -> Quantity? {
    let unit = Double("1e\(abs(power))") ?? 1
    let places = power < 0 ? value * unit / Double(mantissa) : value / unit / Double(mantissa)
    // Treat values close to a multiple as that multiple: 0.3 is three times 0.1.
    let multiple =
      count > 0 ? (places + 1e-9).rounded(.down) : (places - 1e-9).rounded(.up)
    let product = (multiple + Double(count)) * Double(mantissa)
    // Dividing by a power of ten gives the double nearest to the decimal number.
    return Quantity(power < 0 ? product / unit : product * unit)
  }
}

extension Quantity {
  /// Whether this is a day, or the first instant of one.
  var isMidnight: Bool {
    guard case .date(let date) = self else { return false }
    return date.microseconds % 86_400_000_000 == 0
  }

  /// The quantity as text for display; a midnight is shown as its day.
  package var shown: String {
    guard case .date(let date) = self, isMidnight else { return value.text }
    return date.dayText
  }

  /// Parses typed text for an attribute of a type; nil if it is not valid.
  package init?(typed text: String, _ type: AttributeType) {
    switch type {
    case .date:
      guard let date = Timestamp(text, .civil) else { return nil }
      self = .date(date)
    default:
      // Reject other forms that Swift parses: nan, infinity, 0x10.
      guard text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
      if let whole = Int(text) {
        self = .integer(whole)
      } else if let number = Double(text) {
        self.init(number)
      } else {
        return nil
      }
    }
  }
}
