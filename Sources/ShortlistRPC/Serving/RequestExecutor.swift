import Dispatch

/// A thread that carries out requests, one part after the other, so that a long one keeps none of the few
/// threads busy on which all other tasks take turns.
final class RequestExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "request")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
