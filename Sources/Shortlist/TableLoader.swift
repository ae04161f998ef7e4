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

  /// How long the rows of a source are read before the first look at them, and between two looks.
  private static let pause = (first: Duration.milliseconds(50), next: Duration.milliseconds(200))

  /// Reads all rows.
  ///
  /// - Parameter look: Is shown the rows read so far, now and then. While it works on one look,
  ///   reading goes on and no other is offered. It throws to stop the reading. Nil if nobody wants
  ///   to look.
  /// - Returns: The finished table.
  /// - Throws: What the source and the builder throw, and what `look` throws; `CancellationError`.
  func load(
    _ look: (@Sendable (RowTable, LoadProgress) async throws -> Void)? = nil
  ) async throws -> RowTable {
    let looker = look.map(ProgressSampler.init)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // On a thread of its own: others must not wait for one that reads for long.
        DispatchQueue(label: "reading", qos: .userInitiated).async {
          let table = Result { try read(looker) }
          Task {
            // The last look ends before anybody hears of the finished table.
            await looker?.finish()
            continuation.resume(with: table)
          }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Stops reading as soon as can be.
  func cancel() {
    isCancelled.set()
    source.cancelReading()
  }

  private func read(_ looker: ProgressSampler?) throws -> RowTable {
    var builder = TableBuilder(path: source.name, options: options, workers: .cores)
    let clock = ContinuousClock()
    var next = clock.now + Self.pause.first
    var rows = 0
    try source.read(into: &builder) { builder, progress in
      try builder.check()
      if isCancelled.isSet { throw CancellationError() }
      guard let looker, progress.rows != rows, clock.now >= next else { return }
      if try looker.offer(builder.provisional(), progress) {
        next = clock.now + Self.pause.next
        rows = progress.rows
      }
    }
    return try builder.finish()
  }
}
