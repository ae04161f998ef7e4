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
}
