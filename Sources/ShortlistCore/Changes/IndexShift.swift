/// A map between the positions of a list's elements before and after removals and insertions.
///
///     before   a b c d      removed 1, inserted 0 and 2
///     after    x a y c d    the target of 2 is 3, the origin of 1 is 0
struct IndexShift {
  /// The positions before of removed elements, ascending.
  private let removed: [Int]
  /// The positions after of inserted elements, ascending.
  private let inserted: [Int]

  /// Creates a shift.
  ///
  /// - Parameters:
  ///   - removed: Distinct positions before, in any order.
  ///   - inserted: Distinct positions after, in any order.
  /// - Complexity: O(k log k)
  init(removed: [Int], inserted: [Int]) {
    self.removed = removed.sorted()
    self.inserted = inserted.sorted()
  }

  /// Returns the number of staying elements below a position before.
  ///
  /// - Complexity: O(log k)
  func staying(before index: Int) -> Int {
    index - removed.count(below: index)
  }

  /// Returns the number of staying elements below a position after.
  ///
  /// - Complexity: O(log k)
  func staying(after index: Int) -> Int {
    index - inserted.count(below: index)
  }

  /// Returns the position after of a staying element, given its position before.
  ///
  /// - Complexity: O(log k)
  func target(of index: Int) -> Int { inserted.position(besides: staying(before: index)) }

  /// Returns the position before of a staying element, given its position after.
  ///
  /// - Complexity: O(log k)
  func origin(of index: Int) -> Int { removed.position(besides: staying(after: index)) }

  /// Returns a largest set of removed and reinserted elements that need not move.
  ///
  /// An element has not moved if the number of staying elements before it is unchanged, and all
  /// elements that have not moved keep their relative order.
  ///
  /// - Parameter pairs: The positions before and after of elements that exist in both states.
  /// - Returns: Indices of `pairs`, in ascending order of the positions.
  /// - Complexity: O(k log k)
  func unmoved(_ pairs: [(from: Int, to: Int)]) -> [Int] {
    let fitting = pairs.indices.sorted { pairs[$0].from < pairs[$1].from }
      .filter { staying(before: pairs[$0].from) == staying(after: pairs[$0].to) }
    return LongestIncreasing.run(in: fitting.map { pairs[$0].to }).map { fitting[$0] }
  }
}
