import Shortlist
import Synchronization

/// How far the reading of rows is, until there is a list of them.
final class Reading: Sendable {
  private let state = Mutex<LoadProgress?>(LoadProgress(rows: 0, bytes: 0))

  /// What is read; nil if the reading is over.
  var reached: LoadProgress? { state.withLock { $0 } }

  /// Tells what is read.
  @Sendable func reach(_ progress: LoadProgress) { state.withLock { $0 = progress } }

  /// Tells that the reading is over.
  func end() { state.withLock { $0 = nil } }

  /// Waits until the reading is over, or for some time.
  ///
  /// - Throws: `CancellationError`.
  func waitForEnd(atMost time: Duration) async throws {
    let end = ContinuousClock.now + time
    while reached != nil && .now < end { try await Task.sleep(for: .milliseconds(10)) }
    try Task.checkCancellation()
  }
}
