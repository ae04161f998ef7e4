import Testing

@testable import ShortlistCore

@Suite("Quantities")
struct QuantityTests {
  private static let integers = [
    Int.min, .min + 1, -(1 << 53) - 1, -(1 << 53), -2, -1, 0, 1, 2, 1 << 53, 1 << 53 + 1,
    1 << 53 + 2, 1 << 62 + 1, .max - 512, .max - 1, .max,
  ]
  private static let numbers = [
    -Double.greatestFiniteMagnitude, -0x1p63, (-0x1p63).nextDown, (-0x1p63).nextUp, -0x1p53, -1.5,
    -1, -Double.leastNormalMagnitude, -Double.leastNonzeroMagnitude, -0.0, 0.0,
    Double.leastNonzeroMagnitude, 0.5, 1.0.nextDown, 1, 1.0.nextUp, 1.5, 0x1p53, 0x1p53.nextUp,
    0x1p62, 0x1p63.nextDown, 0x1p63, 1e300, .greatestFiniteMagnitude,
  ]
  private static let pool: [Quantity] =
    integers.map(Quantity.integer) + numbers.map(Quantity.number)
    + ["0001-01-01", "1970-01-01", "1970-01-01T00:00:00Z", "2024-01-31T10:00:00.5Z"]
    .compactMap(Timestamp.init).map(Quantity.date)

  /// Below, at or above zero: how a whole number compares with a number, by its whole part first.
  private func order(_ integer: Int, _ number: Double) -> Int {
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let whole = Int(number.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = number - number.rounded(.towardZero)
    return rest == 0 ? 0 : rest > 0 ? -1 : 1
  }

  @Test(
    "whole numbers and others compare exactly, also where a double cannot hold the whole number")
  func exact() {
    for integer in Self.integers {
      for number in Self.numbers {
        let expected = order(integer, number)
        let (a, b) = (Quantity.integer(integer), Quantity.number(number))
        #expect((a < b) == (expected < 0) && (b < a) == (expected > 0), "\(integer) \(number)")
        #expect((a == b) == (expected == 0), "\(integer) \(number)")
      }
    }
  }

  @Test("the order is strict and total, and what is equal has one hash")
  func totalOrder() {
    for a in Self.pool {
      for b in Self.pool {
        #expect([a < b, b < a, a == b].count { $0 } == 1, "\(a) \(b)")
        if a == b { #expect(a.hashValue == b.hashValue, "\(a) \(b)") }
        for c in Self.pool {
          if a < b && b < c && !(a < c) { Issue.record("\(a) < \(b) < \(c)") }
          if a == b && b == c && a != c { Issue.record("\(a) == \(b) == \(c)") }
          if a == b && (a < c) != (b < c) { Issue.record("\(a) == \(b), \(c)") }
        }
      }
    }
  }

  @Test("only finite numbers and dates are quantities, and they are values again")
  func values() {
    for number in [Double.nan, .signalingNaN, .infinity, -.infinity] {
      #expect(Quantity(number) == nil && Quantity(CellValue.number(number)) == nil)
      #expect(Quantity.number(number).quantity == nil)
    }
    for value in [CellValue.null, .text("1"), .boolean(true), .list(["1"])] {
      #expect(Quantity(value) == nil)
    }
    for quantity in Self.pool { #expect(Quantity(quantity.value) == quantity) }
    #expect(Quantity(7.0)?.value == .integer(7))
    #expect(Quantity(-0.0)?.value == .integer(0))
    #expect(Quantity(0x1p63)?.value == .number(0x1p63))
    #expect(Quantity(-0x1p63)?.value == .integer(.min))
  }
}
