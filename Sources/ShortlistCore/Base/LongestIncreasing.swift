/// The longest increasing run of a sequence of different numbers (Fredman 1975: patience sorting
/// with back pointers).
enum LongestIncreasing {
  /// The indices of a longest increasing run, ascending.
  ///
  /// - Complexity: O(n log n)
  static func run(in numbers: [Int]) -> [Int] {
    // The index of the least number that ends a run of each length, and of each number the index
    // of the one before it in its run.
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
