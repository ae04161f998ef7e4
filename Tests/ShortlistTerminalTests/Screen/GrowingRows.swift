import Dispatch
import Shortlist
import Synchronization

/// Rows that a test appends to.
final class GrowingRows: FollowedSource {
  private enum Event {
    case rows([[String]], isAnew: Bool)
    case end
    case failure
  }

  let name = "log"
  private let first: Rows
  private let waiting = Mutex<[Event]>([])
  private let gate = DispatchSemaphore(value: 0)

  init(_ first: Rows) { self.first = first }

  /// Appends rows.
  func append(_ rows: [[String]]) { post(.rows(rows, isAnew: false)) }

  /// Puts rows in place of all.
  func replace(_ rows: [[String]]) { post(.rows(rows, isAnew: true)) }

  /// Says that there will be no more.
  func end() { post(.end) }

  /// Cannot be read any more.
  func fail() { post(.failure) }

  private func post(_ event: Event) {
    waiting.withLock { $0.append(event) }
    gate.signal()
  }

  func read(
    into builder: inout TableBuilder, progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try first.read(into: &builder, progress: progress)
  }

  func readAppended(into rows: inout AppendedRows) throws -> Bool {
    guard gate.wait(timeout: .now() + .milliseconds(100)) == .success else { return true }
    switch waiting.withLock({ $0.removeFirst() }) {
    case .end: return false
    case .failure: throw SourceError(path: name, reason: "it is gone")
    case .rows(let cells, let isAnew):
      rows.isAnew = isAnew
      for row in cells {
        rows.beginRow(line: 0)
        for (column, cell) in row.enumerated() {
          rows.append(.plain, Array(cell.utf8).span, column: column)
        }
        rows.endRow()
      }
      return true
    }
  }
}
