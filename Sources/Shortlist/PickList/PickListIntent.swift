/// Something that a picker was asked for, which it does in its turn.
///
/// Intents are carried out in the order in which they were given, whether anybody waits for them or
/// not:
///
///     picker.search("mü")
///     let outcome = try await picker.selection.all().value
public struct PickListIntent<Outcome: Sendable>: Sendable {
  let task: Task<Outcome, any Error>

  /// What became of it, once it is done.
  ///
  /// - Throws: `PickListError` if it could not be done; `CancellationError` if it was cancelled, or a
  ///   newer query took its place.
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

  /// Gives it up, unless it is done.
  public func cancel() { task.cancel() }
}
