import Dispatch

/// The clock by which a picker asks a database of the app for the commits of others.
///
/// A test gives another one, which counts the calls and lets time pass at once.
protocol PollClock: Sendable {
  /// Calls a function again and again, until the returned object is released.
  func repeating(
    everyMilliseconds pause: Int, _ body: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable

  /// Calls a function once.
  func after(milliseconds pause: Int, _ body: @escaping @Sendable () -> Void)
}

/// The clocks of pickers that are opened now.
enum PollClocks {
  @TaskLocal static var current: any PollClock = DispatchPollClock()
}

/// The clock of Dispatch.
private struct DispatchPollClock: PollClock {
  func repeating(
    everyMilliseconds pause: Int, _ body: @escaping @Sendable () -> Void
  ) -> any AnyObject & Sendable {
    DispatchPolling(pause, body)
  }

  func after(milliseconds pause: Int, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + .milliseconds(pause), execute: body)
  }
}

/// A timer, for as long as the object exists.
private final class DispatchPolling: Sendable {
  // Safe: it never changes, and Dispatch allows a timer to be cancelled on any thread.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(_ pause: Int, _ body: @escaping @Sendable () -> Void) {
    unsafe (timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility)))
    unsafe timer.schedule(
      deadline: .now() + .milliseconds(pause), repeating: .milliseconds(pause),
      leeway: .milliseconds(100))
    unsafe timer.setEventHandler(handler: body)
    unsafe timer.resume()
  }

  deinit { unsafe timer.cancel() }
}
