/// A day or an instant in ISO 8601, kept as it was written.
///
/// Accepted are `YYYY-MM-DD` and `YYYY-MM-DDThh:mm[:ss[.f]](Z|±hh:mm)`.
public struct Timestamp: Hashable, Sendable {
  /// The text as written.
  public let text: String
  /// The instant, in microseconds since 1970-01-01T00:00:00Z.
  ///
  /// Of a day it is the midnight in UTC with which the day begins.
  public let microseconds: Int
  /// Whether the text is a day, which as an operand of a filter means all of it.
  public let isDay: Bool

  /// Reads a day or an instant; nil if `text` is neither.
  public init?(_ text: String) {
    guard let instant = Instant(Array(text.utf8).span) else { return nil }
    self.init(text: text, instant: instant)
  }

  init(text: String, instant: Instant) {
    self.text = text
    self.microseconds = instant.microseconds
    self.isDay = instant.isDay
  }

  /// The instant after the last one that the text stands for: the next midnight, or the instant.
  var end: Int { isDay ? microseconds + Self.day : microseconds }

  /// The microseconds of a day.
  static let day = 86_400_000_000
}

/// The meaning of a timestamp without its text.
struct Instant: Hashable, Sendable {
  var microseconds: Int
  var isDay: Bool

  init(microseconds: Int, isDay: Bool) {
    self.microseconds = microseconds
    self.isDay = isDay
  }

  /// Reads a day or an instant; nil if the bytes are neither.
  init?(_ bytes: Span<UInt8>) {
    var at = 0
    guard bytes.count >= 10, let year = bytes.digits(4, &at), bytes.skip("-", &at),
      let month = bytes.digits(2, &at), bytes.skip("-", &at), let day = bytes.digits(2, &at),
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    if at == bytes.count {
      (microseconds, isDay) = (days * Timestamp.day, true)
      return
    }
    guard bytes.skip("T", &at), let hour = bytes.digits(2, &at), hour < 24, bytes.skip(":", &at),
      let minute = bytes.digits(2, &at), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0
    if bytes.skip(":", &at) {
      guard let found = bytes.digits(2, &at), found < 60 else { return nil }
      second = found
    }
    if bytes.skip(".", &at) {
      guard let found = bytes.fraction(&at) else { return nil }
      fraction = found
    }
    guard let offset = bytes.zone(&at), at == bytes.count else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + second
    (microseconds, isDay) = (days * Timestamp.day + seconds * 1_000_000 + fraction, false)
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar, nil if there is no such date.
  ///
  /// Years are counted from March, so that the leap day is the last of its year; then months of
  /// 153 days in five and years of 1461 days in four make a formula of it.
  private static func days(year: Int, month: Int, day: Int) -> Int? {
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

/// The parts of a timestamp, read at a position that moves on.
extension Span<UInt8> {
  fileprivate func digit(_ at: Int) -> Int? {
    at < count && self[at] &- 48 < 10 ? Int(self[at] &- 48) : nil
  }

  fileprivate func skip(_ character: Unicode.Scalar, _ at: inout Int) -> Bool {
    guard at < count, self[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// A number of exactly `length` digits.
  fileprivate func digits(_ length: Int, _ at: inout Int) -> Int? {
    var value = 0
    for _ in 0..<length {
      guard let digit = digit(at) else { return nil }
      value = value * 10 + digit
      at += 1
    }
    return value
  }

  /// The digits of a fraction of a second, in microseconds; further digits are dropped.
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

  /// The offset of a time zone from UTC in minutes.
  fileprivate func zone(_ at: inout Int) -> Int? {
    if skip("Z", &at) { return 0 }
    let sign = skip("+", &at) ? 1 : skip("-", &at) ? -1 : 0
    guard sign != 0, let hours = digits(2, &at), hours < 24, skip(":", &at),
      let minutes = digits(2, &at), minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
