/// The two inner loops that dominate the run time.
///
/// Their form lets the compiler vectorize them. It cannot vectorize a loop that exits early or
/// branches on a comparison, so comparisons are arithmetic here.
extension SlotTree {
  /// Returns the index of the last start that is not above `value`; the starts ascend from 0.
  ///
  /// A full count is faster than a binary search, whose branches are unpredictable.
  static func last(in starts: [UInt32], notAbove value: UInt32) -> Int {
    let starts = starts.span
    var count: UInt32 = 0
    for index in 0..<starts.count {
      // The sign bit is set if the start is not above `value`; both are less than `limit`.
      count &+= (starts[index] &- value &- 1) >> 31
    }
    return Int(count) - 1
  }

  /// Returns the offset of a slot in the leaf that contains it.
  static func offset(of slot: UInt32, in leaf: [UInt32]) -> Int {
    let leaf = leaf.span
    let lanes = 32
    var start = 0
    while start + lanes <= leaf.count {
      let part = leaf.extracting(start..<start + lanes)
      var equal: UInt32 = 0
      for offset in 0..<lanes {
        // Equal numbers XOR to 0, whose 32 leading zero bits become 1 after the shift.
        equal |= UInt32(truncatingIfNeeded: (part[offset] ^ slot).leadingZeroBitCount >> 5)
      }
      if equal != 0 { break }
      start += lanes
    }
    while leaf[start] != slot { start += 1 }
    return start
  }
}
