import Synchronization

/// A value that is computed on first access, once for all copies of what refers to it.
final class Deferred<Value: Sendable>: Sendable {
  private enum State {
    case pending(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  /// Creates a value that `make` computes on first access.
  init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.pending(make)) }

  /// The value, computed on first access.
  ///
  /// - Complexity: O(1) after the first access
  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .pending(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }

  /// The value; nil if it has not been computed yet.
  ///
  /// It does not wait for a computation.
  var made: Value? {
    state.withLockIfAvailable { if case .made(let value) = $0 { value } else { nil } } ?? nil
  }
}
