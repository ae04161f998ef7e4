import Dispatch

/// Reads a source on a thread that may block.
struct TableLoader: Sendable {
  let source: any RowSource
  let options: TableOptions
  private let isCancelled = CancellationFlag()

  init(source: any RowSource, options: TableOptions) {
    self.source = source
    self.options = options
  }

  /// The reading time before the first snapshot, and between two snapshots.
  private static let pause = (first: Duration.milliseconds(50), next: Duration.milliseconds(200))

  /// Reads all rows.
  ///
  /// - Parameter look: Called from time to time with the rows read so far. While it runs, reading
  ///   continues without further calls. It may throw to stop reading. Nil for no snapshots.
  /// - Returns: The finished table.
  /// - Throws: What the source and the builder throw, and what `look` throws; `CancellationError`.
  func load(
    _ look: (@Sendable (RowTable, LoadProgress) async throws -> Void)? = nil
  ) async throws -> RowTable {
    let sampler = look.map(ProgressSampler.init)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Use a separate queue, so that other work does not wait for a long read.
        DispatchQueue(label: "reading", qos: .userInitiated).async {
          let table = Result { try read(sampler) }
          Task {
            // The last snapshot must be processed before the finished table is delivered.
            await sampler?.finish()
            continuation.resume(with: table)
          }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Stops reading as soon as possible.
  func cancel() {
    isCancelled.set()
    source.cancelReading()
  }

  private func read(_ sampler: ProgressSampler?) throws -> RowTable {
    if let source = source as? any TableSource, let table = try source.table(options: options) {
      return table
    }
    var builder = TableBuilder(path: source.name, options: options, workers: .cores)
    let clock = ContinuousClock()
    var next = clock.now + Self.pause.first
    var rows = 0
    try source.read(into: &builder) { builder, progress in
      try builder.check()
      if isCancelled.isSet { throw CancellationError() }
      guard let sampler, progress.rows != rows, clock.now >= next else { return }
      if try sampler.offer(builder.provisional(), progress) {
        next = clock.now + Self.pause.next
        rows = progress.rows
      }
    }
    return try builder.finish()
  }
}
