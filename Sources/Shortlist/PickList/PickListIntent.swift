/// A request to a picker, which carries it out in its turn.
///
/// Intents are carried out in the order in which they are created, whether or not anything awaits
/// them:
///
///     picker.search("mü")
///     let outcome = try await picker.selection.all().value
public struct PickListIntent<Outcome: Sendable>: Sendable {
  let task: Task<Outcome, any Error>

  /// The outcome, once the intent is done.
  ///
  /// - Throws: `PickListError` if the intent failed; `CancellationError` if it was cancelled, or
  ///   replaced by a newer query.
  public var value: Outcome {
    get async throws {
      do {
        return try await task.value
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
