/// A request to a picker, which carries it out in its turn.
///
/// Intents are carried out in the order in which they are created, whether or not anything awaits
/// them:
///
///     picker.search("mü")
///     let outcome = try await picker.selection.all().value
public struct PickListIntent<Outcome: Sendable>: Sendable {
  let task: Task<Outcome, any Error>
  /// Whether others depend on the intent, so that a task that awaits it must not cancel it.
  var isShared = false

  /// The outcome, once the intent is done.
  ///
  /// If the task that awaits it is cancelled, the intent is cancelled too, except for
  /// ``PickList/opening``.
  ///
  /// - Throws: `PickListError` if the intent failed, or was replaced by a newer query;
  ///   `CancellationError` if it was cancelled.
  public var value: Outcome {
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
  public func cancel() { task.cancel() }
}
