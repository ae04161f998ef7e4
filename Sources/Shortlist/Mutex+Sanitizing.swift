#if SHORTLIST_THREAD_SANITIZER
  import Foundation

  /// Stands in for the `Mutex` of the standard library where the thread sanitizer watches.
  ///
  /// That one waits inside of the runtime, which the sanitizer does not see on Linux: whatever two
  /// threads do one after the other under a lock that one of them had to wait for, it reports as a
  /// race. `Scripts/sanitize` shows this with a program of a few lines, and defines the condition.
  // `@unchecked` is safe because only `withLock` uses the value, and it holds the lock meanwhile.
  final class Mutex<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif
