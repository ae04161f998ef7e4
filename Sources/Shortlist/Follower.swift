import Dispatch

/// Reads what is appended to a source, on a thread that may block.
struct Follower: Sendable {
  let source: any FollowedSource
  let schema: ListSchema

  /// Delivers batches of appended rows in order until the source ends.
  ///
  /// - Parameter receive: Receives a batch; the next one is read when it returns. It returns
  ///   whether to continue, and is also called with an empty batch when nothing came for a while.
  /// - Throws: `SourceError` if the source can no longer be read, and what `receive` throws.
  func run(_ receive: (AppendedRows) async throws -> Bool) async throws {
    while true {
      let (rows, isOpen) = try await next()
      guard try await receive(rows), isOpen else { return }
    }
  }

  private func next() async throws -> (AppendedRows, Bool) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          with: Result {
            var rows = AppendedRows(schema: schema)
            let isOpen = try source.readAppended(into: &rows)
            return (rows, isOpen)
          })
      }
    }
  }
}
