/// The longest increasing subsequence of distinct numbers (Fredman 1975: patience sorting with back
/// pointers).
enum LongestIncreasing {
  /// Returns the indices of a longest increasing subsequence, ascending.
  ///
  /// - Complexity: O(n log n)
  static func run(in numbers: [Int]) -> [Int] {
    // `ends` has, for each length, the index of the least number that ends a subsequence of that
    // length. `before` has, for each number, the index of its predecessor in its subsequence.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = ends.indices.partitionPoint { numbers[ends[$0]] < number }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var run: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      run.append(next)
      next = before[next]
    }
    return run.reversed()
  }
}
