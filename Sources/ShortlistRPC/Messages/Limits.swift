/// The limits on what a client may request.
///
/// A request beyond one fails with an error that names it.
struct Limits: Sendable {
  /// The maximum bytes of a line.
  var lineBytes = 64 << 20
  /// The maximum messages of a batch.
  var batch = 100_000
  /// The maximum bytes of an answer; for a batch, of all its answers together.
  var answerBytes = 256 << 20
  /// The maximum values of an answer that has rows or ids.
  var answerValues = 10_000_000
  /// The maximum number of open lists.
  var lists = 1_000
  /// The maximum number of connected ranges.
  var ranges = 1_000
  /// The maximum elements of an array in params, such as operations or ids.
  static let elements = 1_000_000

  /// The maximum number of requests that run concurrently; others wait.
  var running = 64
  /// The unanswered lines and their bytes at which reading pauses.
  var waiting = (lines: 1_000, bytes: 16 << 20)
  /// The bytes of unwritten output at which no more requests start.
  var unwritten = 1 << 20
}

extension Limits {
  /// The limits of a client that is offered one list, such as a page, of which there can be many.
  static var offered: Self {
    var limits = Self()
    limits.lineBytes = 1 << 20
    limits.batch = 2_000
    limits.answerBytes = 64 << 20
    limits.answerValues = 1_000_000
    limits.ranges = 500
    limits.running = 4
    limits.waiting = (lines: 100, bytes: 4 << 20)
    return limits
  }
}
