import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Days and instants")
struct TimestampTests {
  @Test(
    "what they stand for",
    arguments: [
      ("1970-01-01", 0), ("1970-01-02", 86_400_000_000), ("1969-12-31", -86_400_000_000),
      ("2000-02-29", 951_782_400_000_000), ("0001-01-01", -62_135_596_800_000_000),
      ("9999-12-31", 253_402_214_400_000_000), ("2024-01-01T10:00:00Z", 1_704_103_200_000_000),
      ("2024-01-01T23:30:00-02:00", 1_704_159_000_000_000),
      ("2024-01-01T10:00+01:30", 1_704_097_800_000_000),
      ("2024-01-01T10:00:00.5Z", 1_704_103_200_500_000),
      ("2024-01-01T10:00:00.1234567Z", 1_704_103_200_123_456),
    ])
  func microseconds(text: String, value: Int) {
    #expect(Timestamp(text)?.microseconds == value)
  }

  @Test(
    "what is neither",
    arguments: [
      "", "2024", "2024-1-1", "2024-13-01", "2024-00-01", "2024-02-30", "2023-02-29", "1900-02-29",
      "0000-01-01", "2024-01-01T", "2024-01-01T10", "2024-01-01T10:00", "2024-01-01T24:00Z",
      "2024-01-01T10:60Z", "2024-01-01T10:00:60Z", "2024-01-01T10:00:00.Z", "2024-01-01 10:00Z",
      "2024-01-01T10:00:00+1:00", "2024-01-01T10:00:00Zx", "２０２４-01-01", "2024-01-01T10:00z",
    ])
  func invalid(text: String) { #expect(Timestamp(text) == nil) }

  @Test("days follow one another through a whole cycle of 400 years")
  func calendar() {
    var expected = 0
    var (year, month, day) = (1970, 1, 1)
    while year < 2370 {
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let text = "\(year)-\(padded(month))-\(padded(day))"
      guard let date = Timestamp(text) else {
        Issue.record("\(text) is a day")
        return
      }
      if date.microseconds != expected * Timestamp.day { Issue.record("\(text)") }
      expected += 1
      day += 1
      if Timestamp("\(year)-\(padded(month))-\(padded(day))") == nil {
        (month, day) = (month + 1, 1)
      }
      if month == 13 { (year, month) = (year + 1, 1) }
    }
  }

  @Test("an instant's microseconds give a text that has them again, in all years")
  func textOfMicroseconds() throws {
    let first = -62_135_596_800_000_000
    let last = 253_402_300_799_999_999
    var random = SeededRandom(seed: 1)
    var samples = [first, first + 1, -1, 0, 1, 500_000, last - 1, last]
    samples += (1...9999).compactMap { year in
      let zeros = String(repeating: "0", count: 4 - String(year).count)
      return Timestamp("\(zeros)\(year)-12-31")?.microseconds
    }
    samples += samples.map { min($0 + Timestamp.day - 1, last) }
    for _ in 0..<20_000 { samples.append(Int.random(in: first...last, using: &random)) }
    for microseconds in samples {
      let made = Timestamp(microseconds: microseconds)
      #expect(!made.isDay && made.microseconds == microseconds)
      #expect(Timestamp(made.text) == made, "\(microseconds): \(made.text)")
      let day = try #require(Timestamp(made.dayText))
      #expect(day.isDay && day.microseconds <= microseconds)
      #expect(microseconds - day.microseconds < Timestamp.day, "\(microseconds): \(made.dayText)")
    }
  }

  @Test(
    "texts of instants, and the ends of time",
    arguments: [
      (1_500_000, "1970-01-01T00:00:01.5Z"), (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00Z"),
      (Int.min, "0001-01-01T00:00:00Z"), (Int.max, "9999-12-31T23:59:59.999999Z"),
      (-62_135_596_800_000_001, "0001-01-01T00:00:00Z"),
      (253_402_300_800_000_000, "9999-12-31T23:59:59.999999Z"),
    ])
  func textsOfInstants(microseconds: Int, text: String) {
    #expect(Timestamp(microseconds: microseconds).text == text)
  }
}
