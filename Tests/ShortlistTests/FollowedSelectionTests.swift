import Shortlist
import Synchronization
import Testing

/// A source that is replaced by other rows when a test says so.
private final class ReplacedSource: FollowedSource {
  let name = "replaced"
  private let rows: [Int]
  private let waiting = Mutex<[[Int]?]>([])

  init(_ rows: [Int]) { self.rows = rows }

  /// Replaces all rows; nil ends the source.
  func replace(_ rows: [Int]?) { waiting.withLock { $0.append(rows) } }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try builder.setColumns(["id"], line: 1)
    for (index, id) in rows.enumerated() {
      builder.beginRow(line: index + 2)
      builder.append(.plain, Array(String(id).utf8).span, column: 0)
      builder.endRow()
    }
  }

  func readAppended(into appended: inout AppendedRows) throws -> Bool {
    guard let next = waiting.withLock({ $0.isEmpty ? nil : .some($0.removeFirst()) }) else {
      return true
    }
    guard let rows = next else { return false }
    appended.isAnew = true
    for id in rows {
      appended.beginRow(line: 1)
      appended.append(.plain, Array(String(id).utf8).span, column: 0)
      appended.endRow()
    }
    return true
  }
}

@Suite("Selections of lists that change by themselves")
struct FollowedSelectionTests {
  @Test("selected rows that go are told, also to a reader that is late, and to filters")
  func pruned() async throws {
    let source = ReplacedSource([1, 2, 3, 4])
    let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 2)
    var reached = filter.onReachedMinimumCount.makeAsyncIterator()
    let list = try await LiveList.open(source, selectionFilters: [filter])
    _ = try await list.select(.select([4, 3, 1].map(RowID.integer)))
    source.replace([9, 4, 3])
    source.replace([4, 3, 9])
    source.replace([3])
    source.replace(nil)
    while await list.count > 1 { await Task.yield() }
    var updates = list.updates.makeAsyncIterator()
    let update = try #require(await updates.next())
    #expect(update.previousRevision == 2)
    #expect(update.selection?.removed == [1, 4].map(RowID.integer))
    #expect(update.selection?.events.map(\.kind) == [.pruned, .minimumReached, .pruned])
    #expect(update.selection?.count == 1)
    #expect(await reached.next() != nil)
    #expect(try await list.selection().violations.map(\.rule) == [.minimum])
    #expect(try await list.selectedRows().map(\.id) == [.integer(3)])
  }
}
