/// The points of a text in a fuzzy search, or the most that they can be.
///
/// They end at 65,535: what is more is taken for that. Sums end there too, so that a bound is never less
/// than the points that it is a bound of, however many words a search has.
struct FuzzyPoints: Comparable, Hashable, Sendable {
  /// The points as a number.
  let value: UInt16

  /// The points of what does not match.
  static let none = Self(value: 0)
  /// The most points that can be told apart from more.
  static let most = Self(value: .max)

  private init(value: UInt16) { self.value = value }

  /// So many points, or the nearest that can be.
  @inline(__always)
  init(clamping points: some BinaryInteger) { value = UInt16(clamping: points) }

  @inline(__always)
  static func < (a: Self, b: Self) -> Bool { a.value < b.value }

  /// The points of two words together.
  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    let (sum, isTooGreat) = a.value.addingReportingOverflow(b.value)
    return isTooGreat ? .most : Self(value: sum)
  }

  @inline(__always)
  static func += (a: inout Self, b: Self) { a = a + b }

  /// The merit of a row with these points: they decide, and then how short its texts are.
  @inline(__always)
  func merit(shortness: UInt16 = 0) -> UInt32 { UInt32(value) << 16 | UInt32(shortness) }
}
