/// A request in the queue of a picker; it is carried out in its turn, whether or not a task awaits
/// it.
package struct Intent<Outcome: Sendable>: Sendable {
  package let task: Task<Outcome, any Error>
  /// Whether others depend on the intent, so that a task that awaits it must not cancel it.
  package var isShared = false

  /// The outcome, once the intent is done.
  ///
  /// If the task that awaits it is cancelled, the intent is cancelled too, unless it is shared.
  ///
  /// - Throws: `PickListError` if the intent failed, or was replaced by a newer query;
  ///   `CancellationError` if it was cancelled.
  package var value: Outcome {
    get async throws {
      do {
        return try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          if !isShared { task.cancel() }
        }
      } catch let error as CancellationError {
        throw error
      } catch {
        throw PickListError(error)
      }
    }
  }

  /// Cancels the intent, unless it is done.
  package func cancel() { task.cancel() }
}
