import Dispatch

/// A serial executor for requests, so that a long request does not block a thread of the
/// cooperative pool.
final class RequestExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "request")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
