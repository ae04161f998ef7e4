import Shortlist
import Synchronization
import ShortlistPlatform

/// Waits for another program's locks, with a notification and a time limit.
///
/// An operation can meet several locks, such as those of its first statement and of its commit; all
/// of its waits together have the limit.
final class LockWait: Sendable {
  private struct State {
    /// How long the operation has waited.
    var waited = Duration.zero
    var hasNotified = false
    /// The time of the last attempt to lock the file.
    var lastTry: ContinuousClock.Instant?
    /// The flag that cancels the current operation.
    var isCancelled: CancellationFlag?
    var wasCancelled = false
  }

  private let state = Mutex(State())
  private let onLock: (@Sendable () -> Void)?
  /// How long to wait before the notification, and in total.
  private let patience: (silent: Duration, whole: Duration)

  init(
    _ onLock: (@Sendable () -> Void)?,
    patience: (silent: Duration, whole: Duration) = (.milliseconds(500), .seconds(10))
  ) {
    self.onLock = onLock
    self.patience = patience
  }

  /// Begins an operation that may have to wait until the flag is set.
  func begin(_ isCancelled: CancellationFlag) {
    state.withLock { $0 = State(isCancelled: isCancelled) }
  }

  /// The flag that cancels the current operation.
  var flag: CancellationFlag? { state.withLock(\.isCancelled) }

  /// Ends the operation; returns true if cancellation ended its wait.
  func end() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.wasCancelled
    }
  }

  /// Whether an operation is waiting now.
  var isWaiting: Bool {
    guard let lastTry = state.withLock({ $0.lastTry }) else { return false }
    return ContinuousClock().now - lastTry < Self.pause
  }

  /// The maximum time between two attempts.
  private static let pause = Duration.milliseconds(100)

  /// Waits briefly before the next attempt.
  ///
  /// - Parameter tries: The number of attempts so far.
  /// - Returns: Whether to try again; false after cancellation or the time limit.
  func shouldRetry(afterTries tries: Int) -> Bool {
    let now = ContinuousClock().now
    let (goesOn, notifies) = state.withLock { state -> (Bool, Bool) in
      if tries > 0, let lastTry = state.lastTry {
        state.waited += now - lastTry
      } else if state.isCancelled == nil {
        (state.waited, state.hasNotified) = (.zero, false)
      }
      state.lastTry = now
      if state.isCancelled?.isSet == true {
        state.wasCancelled = true
        return (false, false)
      }
      let notifies = state.waited >= patience.silent && !state.hasNotified
      if notifies { state.hasNotified = true }
      return (state.waited < patience.whole, notifies)
    }
    if notifies { onLock?() }
    // Start with 1 ms, then back off to 20 ms.
    if goesOn { usleep(UInt32(1000 * min(tries + 1, 20))) }
    return goesOn
  }
}
