/// The points of a text in a fuzzy search, or an upper bound of them.
///
/// Values and sums saturate at 65,535. A bound is therefore never less than the points it bounds,
/// however many words a search has.
struct FuzzyPoints: Comparable, Hashable, Sendable {
  /// The points as a number.
  let value: UInt16

  /// The points of a text that does not match.
  static let none = Self(value: 0)
  /// The value at which points saturate.
  static let most = Self(value: .max)

  private init(value: UInt16) { self.value = value }

  /// Creates points from a number, clamped to the range of the type.
  @inline(__always)
  init(clamping points: some BinaryInteger) { value = UInt16(clamping: points) }

  @inline(__always)
  static func < (a: Self, b: Self) -> Bool { a.value < b.value }

  /// Returns the saturated sum of the points of two words.
  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    let (sum, isTooGreat) = a.value.addingReportingOverflow(b.value)
    return isTooGreat ? .most : Self(value: sum)
  }

  @inline(__always)
  static func += (a: inout Self, b: Self) { a = a + b }

  /// Returns the score of a row with these points; the shortness of its texts breaks ties.
  @inline(__always)
  func score(shortness: UInt16 = 0) -> UInt32 { UInt32(value) << 16 | UInt32(shortness) }
}
