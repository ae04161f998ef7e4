extension SlotTree {
  /// Creates a tree of slots sorted by ranks of attributes, the most significant first.
  ///
  /// Ties keep the given order, as do all slots if there are no ranks. Rows without a value come
  /// last in either direction.
  ///
  /// - Complexity: O(n) for each rank
  init(sorting slots: [UInt32], by keys: [(ranks: Ranks, order: SortKey.Order)]) {
    var slots = slots
    // Radix sort: stable passes from the least significant key to the most.
    for (ranks, order) in keys.reversed() {
      slots = CountingSort.sorted(slots, buckets: ranks.distinct + 1) { slot in
        let rank = ranks.of[Int(slot)]
        if rank == Ranks.null { return ranks.distinct }
        return order == .ascending ? Int(rank) : ranks.distinct - 1 - Int(rank)
      }
    }
    self.init(slots)
  }
}

/// A stable sort of slots into numbered buckets.
enum CountingSort {
  /// Returns the slots by descending score; ties keep the given order.
  ///
  /// - Complexity: O(slots)
  static func sorted(_ slots: [UInt32], descending scores: [UInt32]) -> [UInt32] {
    var sorted = slots
    for shift in [UInt32(0), 16] {
      var highest: UInt32 = 0
      var lowest: UInt32 = 0xFFFF
      for slot in slots {
        let part = scores[Int(slot)] >> shift & 0xFFFF
        highest = max(highest, part)
        lowest = min(lowest, part)
      }
      if lowest >= highest { continue }
      sorted = Self.sorted(sorted, buckets: Int(highest - lowest) + 1) {
        Int(highest - scores[Int($0)] >> shift & 0xFFFF)
      }
    }
    return sorted
  }

  /// Returns the slots by bucket; slots of the same bucket keep the given order.
  ///
  /// - Complexity: O(slots + buckets)
  static func sorted(_ slots: [UInt32], buckets: Int, bucket: (UInt32) -> Int) -> [UInt32] {
    var ends = [Int](repeating: 0, count: buckets + 1)
    for slot in slots { ends[bucket(slot) + 1] += 1 }
    for index in 0..<buckets { ends[index + 1] += ends[index] }
    var sorted = [UInt32](repeating: 0, count: slots.count)
    for slot in slots {
      let bucket = bucket(slot)
      sorted[ends[bucket]] = slot
      ends[bucket] += 1
    }
    return sorted
  }
}
