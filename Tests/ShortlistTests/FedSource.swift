import Shortlist
import Synchronization

/// A source that brings what a test puts in, as if it had been appended.
final class FedSource: FollowedSource {
  let name = "fed"
  private struct State {
    var batches: [[[String]]] = []
    var isEnded = false
    var failure: SourceError?
    var reads = 0
  }
  private let state = Mutex(State())

  func append(_ rows: [[String]]) { state.withLock { $0.batches.append(rows) } }
  func end() { state.withLock { $0.isEnded = true } }
  func fail(_ error: SourceError) { state.withLock { $0.failure = error } }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try builder.setColumns(["id", "n"], line: 1)
    builder.beginRow(line: 2)
    for column in 0..<2 { builder.append(.plain, [49].span, column: column) }
    builder.endRow()
  }

  func readAppended(into rows: inout AppendedRows) throws -> Bool {
    let (batch, isOpen) = try state.withLock { state in
      if let failure = state.failure { throw failure }
      let batch = state.batches.isEmpty ? [] : state.batches.removeFirst()
      return (batch, !state.isEnded || !state.batches.isEmpty)
    }
    for cells in batch {
      rows.beginRow(line: 1)
      for (column, cell) in cells.enumerated() {
        rows.append(.plain, Array(cell.utf8).span, column: column)
      }
      rows.endRow()
    }
    return isOpen
  }
}
