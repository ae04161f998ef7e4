import Shortlist
import ShortlistFiles
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

  /// Waits until reading has finished, or until it is known that it takes a while.
  ///
  /// A small file is always read whole, however slow the machine is, so that its errors are
  /// reported before anything is shown.
  ///
  /// - Parameter source: What is read.
  /// - Throws: `CancellationError`.
  func waitForEnd(of source: any RowSource) async throws {
    while let reached, !reached.isLong, !source.isSlow {
      try await Task.sleep(for: .milliseconds(10))
    }
    try Task.checkCancellation()
  }
}

extension LoadProgress {
  /// Whether so much was read that a person who waits wants to see how far it is.
  var isLong: Bool { rows >= 100_000 || bytes >= 8 << 20 }
}

extension RowSource {
  /// Whether rows may be a long time in coming: from a pipe, or from a file that another program
  /// has locked.
  var isSlow: Bool {
    switch self {
    case let file as FileSource: file.isPipeOrDevice
    case let rows as HeaderlessRows: rows.source.isPipeOrDevice
    case let lines as PreparedLines: lines.source.isPipeOrDevice
    default: isWaiting
    }
  }
}
