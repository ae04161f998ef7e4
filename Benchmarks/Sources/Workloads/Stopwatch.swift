/// Takes times.
package enum Stopwatch {
  /// How long something takes, in microseconds.
  package static func microseconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try work()
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}
