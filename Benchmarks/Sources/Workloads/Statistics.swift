/// What is told of a series of times.
package struct Statistics: Codable, Sendable {
  /// The middle one.
  package let median: Double
  /// 99 of 100 are not greater.
  package let p99: Double

  /// Looks at a series.
  ///
  /// - Parameters:
  ///   - times: The series.
  ///   - round: If several things are done by turns, how many: the mean of each round counts.
  /// - Precondition: There is a whole round.
  package init(_ times: [Double], round: Int = 1) {
    precondition(times.count >= round, "nothing was measured")
    let means = (0..<times.count / round).map { index in
      times[index * round..<(index + 1) * round].reduce(0, +) / Double(round)
    }
    let sorted = means.sorted()
    median = sorted[sorted.count / 2]
    p99 = sorted[sorted.count * 99 / 100]
  }
}
