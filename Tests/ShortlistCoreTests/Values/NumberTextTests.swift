import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Numbers as text")
struct NumberTextTests {
  @Test(
    "whole numbers",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min),
    ])
  func integers(text: String, value: Int) {
    #expect(NumberText.integer(Array(text.utf8).span) == value)
  }

  @Test(
    "texts that are no whole numbers",
    arguments: [
      "", "-", "007", "-01", "+1", "1.0", "1e3", " 1", "1 ", "٣", "9223372036854775808",
      "-9223372036854775809", "99999999999999999999",
    ])
  func noIntegers(text: String) {
    #expect(NumberText.integer(Array(text.utf8).span) == nil)
  }

  @Test(
    "numbers of JSON",
    arguments: [
      "0", "-0", "0.1", "1e5", "1E+5", "1e-5", "123456789.123456789", "0.30000000000000004",
      "9007199254740993", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308",
      "123456789012345678901234567890", "0.000000000000000000000000001",
    ])
  func numbers(text: String) {
    #expect(NumberText.number(Array(text.utf8).span) == Double(text))
  }

  @Test(
    "texts that are no numbers of JSON",
    arguments: [
      "", ".5", "1.", "01", "1e", "1e+", "0x1", "inf", "NaN", "1_000", "1e999", "-", "--1",
    ])
  func noNumbers(text: String) {
    #expect(NumberText.number(Array(text.utf8).span) == nil)
  }

  @Test("random doubles read back from their texts", arguments: 1...20)
  func roundTrip(seed: Int) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = NumberText.text(number)
      #expect(NumberText.number(Array(text.utf8).span) == number, "\(text), seed \(seed)")
    }
  }

  @Test(
    "the shortest text, without .0",
    arguments: [
      (1.0, "1"), (-0.0, "0"), (1e15, "1000000000000000"), (1e16, "1e+16"), (0.1, "0.1"),
      (-2.5, "-2.5"), (1e-5, "1e-05"),
    ])
  func text(number: Double, text: String) { #expect(NumberText.text(number) == text) }
}
