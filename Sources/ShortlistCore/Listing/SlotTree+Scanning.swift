/// The two loops in which the time goes.
///
/// They are written so that the compiler makes several comparisons at a time of them, which it does
/// not where a loop can end early or a comparison is a branch: a comparison is arithmetic here.
extension SlotTree {
  /// The index of the last of some ascending starts, the first of which is 0, not above `value`.
  ///
  /// Counting them all takes less than a binary search, whose steps cannot be foreseen.
  static func last(in starts: [UInt32], notAbove value: UInt32) -> Int {
    let starts = starts.span
    var count: UInt32 = 0
    for index in 0..<starts.count {
      // The highest bit of the difference: both are less than `limit`.
      count &+= (starts[index] &- value &- 1) >> 31
    }
    return Int(count) - 1
  }

  /// The offset of a slot in the leaf that has it.
  static func offset(of slot: UInt32, in leaf: [UInt32]) -> Int {
    let leaf = leaf.span
    let lanes = 32
    var start = 0
    while start + lanes <= leaf.count {
      let part = leaf.extracting(start..<start + lanes)
      var equal: UInt32 = 0
      for offset in 0..<lanes {
        // 32 zeros, and a 1 after the shift, are where both are equal.
        equal |= UInt32(truncatingIfNeeded: (part[offset] ^ slot).leadingZeroBitCount >> 5)
      }
      if equal != 0 { break }
      start += lanes
    }
    while leaf[start] != slot { start += 1 }
    return start
  }
}
