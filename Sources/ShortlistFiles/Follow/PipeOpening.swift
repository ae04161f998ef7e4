/// Detects when a pipe has delivered what its writer had ready, so that the list can be made.
///
/// Usually the writer is then silent for a while. A log may never be silent, so a second with
/// little input also counts.
struct PipeOpening {
  typealias Instant = ContinuousClock.Instant

  /// The number of consecutive silent polls required.
  ///
  /// Time in which no one polled does not count.
  private static let silence = 4
  /// The number of bytes per second of a writer that still has more ready.
  private static let plenty = 64 << 10

  private var quietTimes = 0
  private var mark: Instant
  /// The number of bytes since `mark`.
  private var brought = 0

  /// Starts the detection, once there is a header or a row.
  init(at now: Instant) { mark = now }

  /// Records the result of a poll.
  ///
  /// - Parameters:
  ///   - count: The number of bytes read; 0 for none.
  ///   - now: The time after the poll.
  /// - Returns: Whether the pipe has delivered what was ready.
  mutating func listened(_ count: Int, at now: Instant) -> Bool {
    quietTimes = count == 0 ? quietTimes + 1 : 0
    brought += count
    if brought >= Self.plenty { (mark, brought) = (now, 0) }
    return quietTimes >= Self.silence || now - mark >= .seconds(1)
  }
}
