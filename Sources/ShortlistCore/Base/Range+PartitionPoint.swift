extension Range<Int> {
  /// Returns the first number that is not before a point, or the end of the range if all are.
  ///
  ///     let numbers = [1, 3, 3, 7]
  ///     numbers.indices.partitionPoint { numbers[$0] < 3 }  // 1
  ///     numbers.indices.partitionPoint { numbers[$0] < 9 }  // 4
  ///
  /// - Parameter isBefore: Whether a number is before the point; must be false for every number
  ///   after one for which it is false.
  /// - Returns: The number.
  /// - Complexity: O(log n), with at most log2(n) + 1 calls of `isBefore`
  func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
