#if SHORTLIST_THREAD_SANITIZER
  import Foundation

  /// A replacement for the standard library's `Mutex` in builds with the thread sanitizer.
  ///
  /// On Linux, `Mutex` waits inside of the runtime, where the sanitizer does not see it: it reports
  /// a race whenever one of two threads had to wait for the lock. `Scripts/sanitize` demonstrates
  /// this with a short program, and defines the condition.
  // `@unchecked` is safe because only these functions use the value, and they hold the lock
  // meanwhile.
  final class Mutex<Value: ~Copyable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: consuming sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }

    func withLockIfAvailable<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      if !lock.try() { return nil }
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif
