import NIOCore

/// What a client has sent and read.
struct ConnectionProgress {
  /// Since when the server has waited for the client to send; nil if it does not wait.
  var waitingSince: NIODeadline?
  /// The bytes of all output.
  var written = 0
  /// The bytes of output that had left at the last check, and when there last were more or none.
  private var sent = 0
  private var sentAt: NIODeadline?

  /// Checks the progress.
  ///
  /// - Parameters:
  ///   - limit: The time within which the client must send or read.
  ///   - buffered: The bytes of output that the client has not read.
  ///   - now: The current time.
  /// - Returns: Whether the client has exceeded the limit.
  mutating func isStalled(for limit: TimeAmount, buffered: Int, at now: NIODeadline) -> Bool {
    if buffered == 0 || written - buffered != sent || sentAt == nil {
      (sent, sentAt) = (written - buffered, now)
    }
    return [waitingSince, sentAt].contains { since in
      if let since { now - since >= limit } else { false }
    }
  }
}
