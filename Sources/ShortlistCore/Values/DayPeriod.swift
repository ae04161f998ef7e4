import ShortlistPlatform

/// The days that a short form of a date stands for.
///
/// A year (`1990`), a month (`1990-05`), `today`, `yesterday`, `tomorrow`, or a number of days or
/// weeks from today: `-7d`, `+2w`.
///
///     DayPeriod("2024-02", today: 0)  // 2024-02-01 to 2024-02-29
struct DayPeriod: Hashable, Sendable {
  /// The first day.
  let first: Timestamp
  /// The last day.
  let last: Timestamp

  /// Parses a short form; nil if the text is none.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - today: The days from 1970-01-01 to today.
  init?(_ text: String, today: Int) {
    guard let days = Self.relative(text, today) ?? Self.calendar(text) else { return nil }
    (first, last) = (Timestamp(day: days.lowerBound), Timestamp(day: days.upperBound))
  }

  private static func relative(_ text: String, _ today: Int) -> ClosedRange<Int>? {
    let names = ["today": 0, "yesterday": -1, "tomorrow": 1]
    if let days = names[text] { return today + days...today + days }
    guard let sign = text.first, "+-".contains(sign), let unit = text.last, "dw".contains(unit),
      let count = Int(text.dropFirst().dropLast()), (0...99_999).contains(count)
    else { return nil }
    let day = today + count * (unit == "w" ? 7 : 1) * (sign == "-" ? -1 : 1)
    return day...day
  }

  private static func calendar(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), text.utf8.allSatisfy({ $0 == 45 || 48...57 ~= $0 }),
      parts[0].count == 4, let year = Int(parts[0])
    else { return nil }
    if parts.count == 1 {
      guard let first = Instant.days(year: year, month: 1, day: 1),
        let last = Instant.days(year: year, month: 12, day: 31)
      else { return nil }
      return first...last
    }
    guard parts[1].count == 2, let month = Int(parts[1]),
      let first = Instant.days(year: year, month: month, day: 1),
      let last = (28...31).reversed().lazy.compactMap({
        Instant.days(year: year, month: month, day: $0)
      }).first
    else { return nil }
    return first...last
  }

  /// The days from 1970-01-01 to today, where the program runs.
  static var today: Int {
    var seconds = time(nil)
    var parts = unsafe tm()
    // The call fills `parts`, of which only numbers are read.
    guard unsafe localtime_r(&seconds, &parts) != nil else { return Int(seconds) / 86_400 }
    let (year, month) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    let day = unsafe Int(parts.tm_mday)
    return Instant.days(year: year, month: month, day: day) ?? Int(seconds) / 86_400
  }
}

extension Timestamp {
  /// Creates the day that is a number of days after 1970-01-01.
  init(day: Int) {
    self.init(
      text: Self.dayText(day), instant: Instant(microseconds: day * Self.day, isDay: true))
  }
}
