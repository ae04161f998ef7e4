import Shortlist
import Synchronization

/// The progress of reading the rows, until reading has finished.
final class Reading: Sendable {
  private let state = Mutex<LoadProgress?>(LoadProgress(rows: 0, bytes: 0))

  /// The progress; nil if reading has finished.
  var reached: LoadProgress? { state.withLock { $0 } }

  /// Updates the progress.
  @Sendable func reach(_ progress: LoadProgress) { state.withLock { $0 = progress } }

  /// Marks reading as finished.
  func end() { state.withLock { $0 = nil } }

  /// Waits until reading has finished, or until the time is over.
  ///
  /// - Throws: `CancellationError`.
  func waitForEnd(atMost time: Duration) async throws {
    let end = ContinuousClock.now + time
    while reached != nil && .now < end { try await Task.sleep(for: .milliseconds(10)) }
    try Task.checkCancellation()
  }
}
