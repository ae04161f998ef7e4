import Dispatch
package import ShortlistCore

/// A source whose rows come when a test lets them.
package final class SteppedSource: RowSource {
  package let name = "steps"
  private let rows: [[String]]
  private let failure: SourceError?
  private let gate = DispatchSemaphore(value: 0)

  package init(_ rows: [[String]], failure: SourceError? = nil) {
    self.rows = rows
    self.failure = failure
  }

  /// Lets so many rows come.
  package func release(_ count: Int) { for _ in 0..<count { gate.signal() } }

  package func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try builder.setColumns(["name", "n"], line: 1)
    for (index, cells) in rows.enumerated() {
      // While a row is awaited, looks are offered again and again.
      while gate.wait(timeout: .now() + .milliseconds(5)) == .timedOut {
        try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: index))
      }
      builder.beginRow(line: index + 2)
      for (column, cell) in cells.enumerated() {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }
    if let failure { throw failure }
  }
}
