/// What is told of a series of times.
package struct Statistics: Codable, Sendable {
  /// The middle one.
  package let median: Double
  /// 99 of 100 are not greater.
  package let p99: Double

  /// Looks at a series.
  ///
  /// - Precondition: It is not empty.
  package init(_ times: [Double]) {
    precondition(!times.isEmpty, "nothing was measured")
    let sorted = times.sorted()
    median = sorted[sorted.count / 2]
    p99 = sorted[sorted.count * 99 / 100]
  }
}
