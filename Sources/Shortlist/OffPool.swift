import Dispatch

/// An executor with a queue of its own, so that long requests of an actor do not block a thread of
/// the cooperative pool.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Runs long work on a thread outside of the cooperative pool.
///
/// - Parameter work: The work. It receives a function that returns whether the calling task has
///   been cancelled.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws; `CancellationError` if the task was cancelled before the work
///   began.
func offPool<Outcome: Sendable>(
  _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) throws -> Outcome
) async throws -> Outcome {
  let flag = CancellationFlag()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          with: Result {
            if flag.isSet { throw CancellationError() }
            return try work { flag.isSet }
          })
      }
    }
  } onCancel: {
    flag.set()
  }
}
