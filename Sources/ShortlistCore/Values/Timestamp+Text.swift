extension Timestamp {
  /// Creates the instant `microseconds` after 1970-01-01T00:00:00Z, clamped to the years 1 to 9999.
  ///
  ///     Timestamp(microseconds: 1_500_000).text  // 1970-01-01T00:00:01.5Z
  public init(microseconds: Int) {
    let microseconds = min(max(microseconds, Self.first), Self.last)
    let (day, rest) = microseconds.quotientAndRest(by: Self.day)
    let seconds = rest / 1_000_000
    var text = Self.dayText(day)
    text += "T" + (seconds / 3600).digits(2) + ":" + (seconds / 60 % 60).digits(2)
    text += ":" + (seconds % 60).digits(2)
    var fraction = (rest % 1_000_000).digits(6)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    text += (fraction.isEmpty ? "" : "." + fraction) + "Z"
    self.init(text: text, instant: Instant(microseconds: microseconds, isDay: false))
  }

  /// The text of the day in UTC.
  public var dayText: String { Self.dayText(microseconds.quotientAndRest(by: Self.day).quotient) }

  /// The first instant of year 1.
  private static let first = -62_135_596_800_000_000
  /// The last instant of year 9999.
  private static let last = 253_402_300_799_999_999

  /// Returns the Gregorian date of a number of days since 1970-01-01.
  ///
  /// This is the inverse of the parser's formula: 146,097 days make four centuries, and years begin
  /// in March.
  static func dayText(_ days: Int) -> String {
    let (era, day) = (days + 719_468).quotientAndRest(by: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let civilYear = year + era * 400 + (month <= 2 ? 1 : 0)
    return civilYear.digits(4) + "-" + month.digits(2) + "-"
      + (dayOfYear - (153 * march + 2) / 5 + 1).digits(2)
  }
}

extension Int {
  /// Returns the quotient and the nonnegative remainder.
  fileprivate func quotientAndRest(by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// Returns the decimal digits, zero-padded to at least `count` digits.
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}
