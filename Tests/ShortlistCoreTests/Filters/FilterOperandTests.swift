import Testing

@testable import ShortlistCore

@Suite("Comparisons of numbers are exact")
struct FilterOperandTests {
  private static let integers = [
    Int.min, Int.min + 1, -(1 << 53) - 1, -(1 << 53), -3, -1, 0, 1, 2, 1 << 53, (1 << 53) + 1,
    (1 << 62) + 1, Int.max - 1, Int.max,
  ]
  private static let doubles = [
    -Double.greatestFiniteMagnitude, -0x1p63, -0x1p53 - 2, -3, -2.5, -0.5, -0.0, 0.5, 1,
    Double.leastNonzeroMagnitude, 2.5, 0x1p53, 0x1p53 + 2, 0x1p62, 0x1p63, 1e300,
  ]

  /// -1, 0 or 1 as an integer is below, at or above a double, without rounding either.
  private func order(_ integer: Int, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let floor = Int(double.rounded(.down))
    if integer != floor { return integer < floor ? -1 : 1 }
    return double > double.rounded(.down) ? -1 : 0
  }

  private func holds(_ comparison: Filter.Comparison, _ order: Int) -> Bool {
    switch comparison {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .equal, .notEqual: order == 0
    case .greaterOrEqual: order >= 0
    case .greater: order > 0
    }
  }

  @Test("whole numbers against whole and other numbers", arguments: Filter.Comparison.allCases)
  func integerColumn(comparison: Filter.Comparison) throws {
    for value in Self.integers {
      for operand in Self.integers {
        let range = try #require(FilterOperand<Int>(.integer(operand))).range(comparison)
        let order = value < operand ? -1 : value == operand ? 0 : 1
        #expect(
          (range?.contains(value) ?? false) == holds(comparison, order), "\(value) \(operand)")
      }
      for operand in Self.doubles {
        let range = try #require(FilterOperand<Int>(.number(operand))).range(comparison)
        #expect(
          (range?.contains(value) ?? false) == holds(comparison, order(value, operand)),
          "\(value) \(comparison) \(operand)")
      }
    }
  }

  @Test("doubles against whole and other numbers", arguments: Filter.Comparison.allCases)
  func numberColumn(comparison: Filter.Comparison) throws {
    for value in Self.doubles {
      for operand in Self.integers {
        let range = try #require(FilterOperand<Double>(.integer(operand))).range(comparison)
        #expect(
          (range?.contains(value) ?? false) == holds(comparison, -order(operand, value)),
          "\(value) \(comparison) \(operand)")
      }
      for operand in Self.doubles {
        let range = try #require(FilterOperand<Double>(.number(operand))).range(comparison)
        let order = value < operand ? -1 : value == operand ? 0 : 1
        #expect(
          (range?.contains(value) ?? false) == holds(comparison, order), "\(value) \(operand)")
      }
    }
  }
}
