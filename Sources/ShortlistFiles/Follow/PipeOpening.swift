/// Finds the moment when a pipe has brought what its writer had ready, so that a list can be made
/// of it.
///
/// That is when the writer has been silent for a while. A log may never be: when a second brings
/// little, what comes is taken for its daily round.
struct PipeOpening {
  typealias Instant = ContinuousClock.Instant

  /// How many times in a row nothing must have come: time in which nobody listened is no silence.
  private static let silence = 4
  /// How many bytes a second a writer brings that has more ready.
  private static let plenty = 64 << 10

  private var quietTimes = 0
  private var mark: Instant
  /// The bytes since `mark`.
  private var brought = 0

  /// Begins when there is something to make a list of.
  init(at now: Instant) { mark = now }

  /// Tells what has come while it was listened for input.
  ///
  /// - Parameters:
  ///   - count: The bytes, 0 for none.
  ///   - now: The moment after it.
  /// - Returns: Whether that moment has come.
  mutating func listened(_ count: Int, at now: Instant) -> Bool {
    quietTimes = count == 0 ? quietTimes + 1 : 0
    brought += count
    if brought >= Self.plenty { (mark, brought) = (now, 0) }
    return quietTimes >= Self.silence || now - mark >= .seconds(1)
  }
}
