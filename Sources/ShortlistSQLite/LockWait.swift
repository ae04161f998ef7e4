import Shortlist
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits while another program has locked a file: not for ever, and not without saying so.
final class LockWait: Sendable {
  private struct State {
    /// When this wait began.
    var start: ContinuousClock.Instant?
    var isTold = false
    /// When it was last tried to lock the file.
    var lastTry: ContinuousClock.Instant?
    /// Whether nobody waits any more for what is being done.
    var isCancelled: CancellationFlag?
    var isGivenUp = false
  }

  /// How long something waits in silence, and at all.
  private static let patience = (silent: Duration.milliseconds(500), whole: Duration.seconds(10))

  private let state = Mutex(State())
  private let onLock: (@Sendable () -> Void)?

  init(_ onLock: (@Sendable () -> Void)?) { self.onLock = onLock }

  /// Something is begun that may have to wait, until the flag is set.
  func begin(_ isCancelled: CancellationFlag) {
    state.withLock { $0 = State(isCancelled: isCancelled) }
  }

  /// What says that nobody waits any more for what is being done.
  var flag: CancellationFlag? { state.withLock(\.isCancelled) }

  /// It has ended; true if that is because nobody waits for it.
  func end() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.isGivenUp
    }
  }

  /// Whether something waits now.
  var isWaiting: Bool {
    guard let lastTry = state.withLock({ $0.lastTry }) else { return false }
    return ContinuousClock().now - lastTry < Self.pause
  }

  /// Within this time it is tried again to lock the file.
  private static let pause = Duration.milliseconds(100)

  /// Waits for a moment.
  ///
  /// - Parameter tries: How often it was tried already to lock the file.
  /// - Returns: Whether to try again: not if it has been long enough.
  func goOn(afterTries tries: Int) -> Bool {
    let now = ContinuousClock().now
    let (goesOn, tells) = state.withLock { state -> (Bool, Bool) in
      if tries == 0 { (state.start, state.isTold) = (now, false) }
      state.lastTry = now
      if state.isCancelled?.isSet == true {
        state.isGivenUp = true
        return (false, false)
      }
      let waited = state.start.map { now - $0 } ?? .zero
      let tells = waited >= Self.patience.silent && !state.isTold
      if tells { state.isTold = true }
      return (waited < Self.patience.whole, tells)
    }
    if tells { onLock?() }
    // First a millisecond, later 20.
    if goesOn { usleep(UInt32(1000 * min(tries + 1, 20))) }
    return goesOn
  }
}
