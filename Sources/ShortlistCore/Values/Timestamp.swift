/// A day or an instant in ISO 8601, with its original text.
///
/// The accepted forms are `YYYY-MM-DD` and `YYYY-MM-DDThh:mm[:ss[.f]](Z|±hh:mm)`.
///
///     Timestamp("2024-01-31")?.isDay  // true
///     Timestamp("2024-01-31T12:00:00+01:00")?.microseconds  // of noon in Bonn
public struct Timestamp: Hashable, Sendable {
  /// The text as written.
  public let text: String
  /// The instant, in microseconds since 1970-01-01T00:00:00Z.
  ///
  /// For a day, this is the midnight in UTC with which the day begins.
  public let microseconds: Int
  /// Whether the text is a day; as a filter operand, a day means the whole day.
  public let isDay: Bool

  /// Parses a day or an instant; nil if `text` is neither.
  ///
  /// - Complexity: O(length of the text)
  public init?(_ text: String) {
    guard let instant = Instant(Array(text.utf8).span, .zoned) else { return nil }
    self.init(text: text, instant: instant)
  }

  /// Parses a day or an instant in the forms that a list accepts; nil if `text` is neither.
  ///
  /// - Complexity: O(length of the text)
  package init?(_ text: String, _ forms: DateForms) {
    guard let instant = Instant(Array(text.utf8).span, forms) else { return nil }
    self.init(text: text, instant: instant)
  }

  init(text: String, instant: Instant) {
    self.text = text
    self.microseconds = instant.microseconds
    self.isDay = instant.isDay
  }

  /// The first microsecond after a day, or the instant itself.
  var end: Int { isDay ? microseconds + Self.day : microseconds }

  /// The number of microseconds in a day.
  static let day = 86_400_000_000
}

/// The instant of a timestamp, without its text.
struct Instant: Hashable, Sendable {
  var microseconds: Int
  var isDay: Bool

  init(microseconds: Int, isDay: Bool) {
    self.microseconds = microseconds
    self.isDay = isDay
  }

  /// Parses a day or an instant; nil if the bytes are neither.
  init?(_ bytes: Span<UInt8>, _ forms: DateForms) {
    var at = 0
    guard bytes.count >= 10, let year = bytes.digits(4, &at), bytes.skip("-", &at),
      let month = bytes.digits(2, &at), bytes.skip("-", &at), let day = bytes.digits(2, &at),
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    if at == bytes.count {
      (microseconds, isDay) = (days * Timestamp.day, true)
      return
    }
    let isCivil = forms == .civil
    guard bytes.skip("T", &at) || isCivil && bytes.skip(" ", &at), let hour = bytes.digits(2, &at),
      hour < 24, bytes.skip(":", &at),
      let minute = bytes.digits(2, &at), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0
    if bytes.skip(":", &at) {
      guard let found = bytes.digits(2, &at), found < 60 else { return nil }
      second = found
    }
    if bytes.skip(".", &at) || isCivil && bytes.skip(",", &at) {
      guard let found = bytes.fraction(&at) else { return nil }
      fraction = found
    }
    let hasNoZone = isCivil && at == bytes.count
    guard let offset = hasNoZone ? 0 : bytes.zone(&at), at == bytes.count else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + second
    (microseconds, isDay) = (days * Timestamp.day + seconds * 1_000_000 + fraction, false)
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar, or nil if there is no
  /// such date.
  ///
  /// Years begin in March, so that the leap day is the last day of its year. The formula relies on
  /// 153 days in five months and 1461 days in four years.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1, (1...12).contains(month), day >= 1, day <= lengths[month - 1] else {
      return nil
    }
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }
}

/// Parsers for the parts of a timestamp; each one advances the position.
extension Span<UInt8> {
  fileprivate func digit(_ at: Int) -> Int? {
    at < count && self[at] &- 48 < 10 ? Int(self[at] &- 48) : nil
  }

  fileprivate func skip(_ character: Unicode.Scalar, _ at: inout Int) -> Bool {
    guard at < count, self[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Parses a number of exactly `length` digits.
  fileprivate func digits(_ length: Int, _ at: inout Int) -> Int? {
    var value = 0
    for _ in 0..<length {
      guard let digit = digit(at) else { return nil }
      value = value * 10 + digit
      at += 1
    }
    return value
  }

  /// Parses the digits of a fraction of a second as microseconds; drops digits beyond the sixth.
  fileprivate func fraction(_ at: inout Int) -> Int? {
    guard digit(at) != nil else { return nil }
    var value = 0
    var scale = 100_000
    while let digit = digit(at) {
      value += digit * scale
      scale /= 10
      at += 1
    }
    return value
  }

  /// Parses the offset of a time zone from UTC, in minutes.
  fileprivate func zone(_ at: inout Int) -> Int? {
    if skip("Z", &at) { return 0 }
    let sign = skip("+", &at) ? 1 : skip("-", &at) ? -1 : 0
    guard sign != 0, let hours = digits(2, &at), hours < 24, skip(":", &at),
      let minutes = digits(2, &at), minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
