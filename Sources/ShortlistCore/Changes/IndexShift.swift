/// Where the elements of a list go when some are taken out and others put in.
///
///     before   a b c d      removed 1, inserted 0 and 2
///     after    x a y c d    the target of 2 is 3, the origin of 1 is 0
struct IndexShift {
  /// The positions before of what is taken out, ascending.
  private let removed: [Int]
  /// The positions after of what is put in, ascending.
  private let inserted: [Int]

  /// Creates a shift.
  ///
  /// - Parameters:
  ///   - removed: Different positions before, in any order.
  ///   - inserted: Different positions after, in any order.
  /// - Complexity: O(k log k)
  init(removed: [Int], inserted: [Int]) {
    self.removed = removed.sorted()
    self.inserted = inserted.sorted()
  }

  /// How many elements that stay stand before a position before.
  ///
  /// - Complexity: O(log k)
  func staying(before index: Int) -> Int {
    index - removed.count(below: index)
  }

  /// How many elements that stay stand before a position after.
  ///
  /// - Complexity: O(log k)
  func staying(after index: Int) -> Int {
    index - inserted.count(below: index)
  }

  /// The position after of an element that stays.
  ///
  /// - Complexity: O(log k)
  func target(of index: Int) -> Int { inserted.position(besides: staying(before: index)) }

  /// The position before of an element that stays.
  ///
  /// - Complexity: O(log k)
  func origin(of index: Int) -> Int { removed.position(besides: staying(after: index)) }

  /// Which of the elements that are taken out and put in again need not be: as many as possible.
  ///
  /// One has not moved if as many staying elements stand before it as did, and the others that
  /// have not moved are in the same order as they were.
  ///
  /// - Parameter pairs: The positions of elements that are there before and after.
  /// - Returns: Indices of `pairs`, ascending in their positions.
  /// - Complexity: O(k log k)
  func unmoved(_ pairs: [(from: Int, to: Int)]) -> [Int] {
    let fitting = pairs.indices.sorted { pairs[$0].from < pairs[$1].from }
      .filter { staying(before: pairs[$0].from) == staying(after: pairs[$0].to) }
    return LongestIncreasing.run(in: fitting.map { pairs[$0].to }).map { fitting[$0] }
  }
}
