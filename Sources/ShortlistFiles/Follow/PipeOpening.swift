/// Finds the moment when a pipe has brought what its writer had ready, so that a list can be made
/// of it.
///
/// That is when the writer has been silent for a while. A log may never be: when a second brings
/// little, what comes is taken for its daily round.
struct PipeOpening {
  typealias Instant = ContinuousClock.Instant

  /// How long a writer must be silent.
  private static let silence = Duration.milliseconds(200)
  /// How many bytes a second a writer brings that has more ready.
  private static let plenty = 64 << 10

  private var lastInput: Instant
  private var mark: Instant
  /// The bytes since `mark`.
  private var brought = 0

  /// Begins when there is something to make a list of.
  init(at now: Instant) {
    lastInput = now
    mark = now
  }

  /// Tells that input came.
  mutating func add(_ count: Int, at now: Instant) {
    lastInput = now
    brought += count
    guard brought >= Self.plenty else { return }
    mark = now
    brought = 0
  }

  /// Whether that moment has come.
  func isOver(at now: Instant) -> Bool {
    now - lastInput >= Self.silence || now - mark >= .seconds(1)
  }
}
