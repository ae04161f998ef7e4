import Synchronization

/// Passes snapshots of a growing table from a reading thread to a task, one at a time.
final class ProgressSampler: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isBusy = false
    var failure: (any Error)?
  }

  private let look: @Sendable (RowTable, LoadProgress) async throws -> Void
  private let state = Mutex(State())

  init(_ look: @escaping @Sendable (RowTable, LoadProgress) async throws -> Void) {
    self.look = look
  }

  /// Offers a snapshot; returns false if the previous one is still being processed.
  ///
  /// - Throws: The error that an earlier `look` call threw.
  func offer(
    _ table: @autoclosure () -> RowTable, _ progress: LoadProgress
  ) throws -> Bool {
    let isFree = try state.withLock { state in
      if let failure = state.failure { throw failure }
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isFree else { return false }
    let table = table()
    let task = Task {
      do {
        try await look(table, progress)
        state.withLock { $0.isBusy = false }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
    state.withLock { $0.task = task }
    return true
  }

  /// Waits until the last snapshot is processed.
  func finish() async { await state.withLock { $0.task }?.value }
}

/// A flag that any thread can set once.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }

  package func set() { flag.store(true, ordering: .relaxed) }
}
