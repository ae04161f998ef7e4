import ShortlistTestSupport
import Synchronization
import Testing

@testable import Shortlist

@Suite("Selection filters")
struct SelectionFilterTests {
  /// Contacts A to D: with e-mail and phone, e-mail, phone, and neither.
  private let contacts = [["a", "1"], ["b", ""], ["", "2"], ["", ""]]
  private let a = RowID.integer(1)
  private let b = RowID.integer(2)
  private let c = RowID.integer(3)
  private let d = RowID.integer(4)

  private func open(_ filters: any SelectionFilter...) async throws -> LiveList {
    let source = SteppedSource(contacts)
    source.release(contacts.count)
    return try await LiveList.open(source, selectionFilters: filters)
  }

  /// What signals have told, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }

    func listen(_ filter: MaximumSelectedCountSelectionFilter) {
      filter.onReachedMaximumCount.observe { self.note("reached") }
      filter.onNoLongerAtMaximumCount.observe { self.note("no longer") }
      filter.onAttemptedToExceedMaximumCount.observe { self.note("attempted \($0.ids)") }
    }

    func listen(_ filter: MinimumSelectedCountSelectionFilter) {
      filter.onReachedMinimumCount.observe { self.note("reached") }
      filter.onNoLongerAtMinimumCount.observe { self.note("no longer") }
      filter.onAttemptedToDropBelowMinimumCount.observe { self.note("attempted \($0.ids)") }
    }
  }

  /// Shows Ohana 2, Ohana 9, Ohana 11, Ohana 12, Ohana 13, Ohana 14, Ohana 15.
  @Test("a maximum signals when it is reached, left, and when more is asked for")
  func maximum() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter)
    _ = try await list.select(.select([a]))
    #expect(log.take() == [])
    _ = try await list.select(.select([b]))
    #expect(log.take() == ["reached"])
    _ = try await list.select(.select([c]))
    #expect(log.take() == ["attempted [3]"])
    _ = try await list.select(.select([a]))
    #expect(log.take() == [])
    _ = try await list.select(.deselect([a]))
    #expect(log.take() == ["no longer"])
    _ = try await list.select(.select([a, c, d]))
    #expect(log.take() == ["attempted [1, 3, 4]"])
    #expect(try await list.selectedRows().map(\.id) == [b])
  }

  /// Shows Ohana 20, Ohana 22, Ohana 23, Ohana 24, Ohana 25.
  @Test("a minimum signals when it is reached from above, left, and when less is asked for")
  func minimum() async throws {
    let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter)
    _ = try await list.select(.deselect([b]))
    _ = try await list.select(.select([a, b]))
    #expect(log.take() == [])
    _ = try await list.select(.deselect([a]))
    #expect(log.take() == ["reached"])
    _ = try await list.select(.none())
    #expect(log.take() == ["attempted [2]"])
    _ = try await list.select(.select([a]))
    #expect(log.take() == ["no longer"])
    #expect(try await list.selectedRows().map(\.id) == [b, a])
  }

  @Test("other filters and limits are updates of no revision, apart from those of the rows")
  func updates() async throws {
    let list = try await open()
    let (rules, rows) = (list.broadcast.subscribe { $0.changesRules }, list.allUpdates())
    var changes = rules.makeAsyncIterator()
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 3)
    try await list.setSelectionFilters([filter])
    let other = try #require(await changes.next())
    #expect(other.revision == other.previousRevision && other.changes == nil)
    filter.maximumSelectedCount = 2
    let limit = try #require(await changes.next())
    #expect(limit.revision == other.revision)
    #expect(rows.drain().isEmpty && list.updates.drain().isEmpty)
    _ = try await list.select(.select([a]))
    #expect(rows.drain().map(\.previousRevision) == [limit.revision])
  }

  /// Shows Ohana 3, Ohana 27.
  @Test("while there are fewer than a new minimum, rows are selected and not deselected")
  func belowMinimum() async throws {
    let list = try await open()
    _ = try await list.select(.select([a]))
    let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 2)
    let report = try await list.setSelectionFilters(list.selectionFilters.filters + [filter])
    #expect(report.status.map(\.state) == [.below] && report.status.map(\.by) == [1])
    #expect(try await list.select(.deselect([a])).result == .refused)
    #expect(try await list.select(.select([b, c])).result == .changed)
    #expect(try await list.select(.deselect([a])).result == .changed)
  }

  /// Shows Ohana 34, Ohana 35.
  @Test("a required field lets the rows pass that have it", arguments: ["name", "n"])
  func required(attribute: String) async throws {
    let list = try await open(RequiredFieldSelectionFilter(attribute: attribute))
    let outcome = try await list.select(.select([a, b, c, d]))
    #expect(outcome.added == (attribute == "name" ? [a, b] : [a, c]))
    #expect(outcome.refusals.map(\.ids) == [attribute == "name" ? [c, d] : [b, d]])
    #expect(try await list.select(.none()).result == .changed)
  }

  /// Shows Ohana 10.
  @Test("a limit that is changed holds from the next request on, and signals nothing")
  func changedLimit() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 3)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter)
    _ = try await list.select(.select([a, b]))
    filter.maximumSelectedCount = 1
    #expect(try await list.selection().violations.map(\.rule) == [.maximum])
    #expect(try await list.select(.select([c])).result == .refused)
    #expect(log.take() == ["attempted [3]"])
    _ = try await list.select(.deselect([a]))
    #expect(log.take() == [])
    _ = try await list.select(.deselect([b]))
    #expect(log.take() == ["no longer"])
    filter.maximumSelectedCount = 0
    #expect(try await list.select(.all()).addedCount == 4)
    #expect(log.take() == [])
    filter.maximumSelectedCount = -1
    await #expect(throws: InvalidRequestError.self) { try await list.select(.none()) }
    #expect(try await list.selectedRows().count == 4)
  }

  /// Shows Ohana 4.
  @Test("a filter that is removed refuses nothing and signals nothing")
  func removed() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 1)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter, SelectionRule.required("name"))
    _ = try await list.select(.select([a]))
    #expect(log.take() == ["reached"])
    try await list.setSelectionFilters(
      list.selectionFilters.filters.filter { $0 as AnyObject !== filter })
    _ = try await list.select(.deselect([a]))
    #expect(try await list.select(.all()).added == [a, b])
    #expect(log.take() == [])
    #expect(await list.selectionFilters.filters.count == 1)
  }

  @Test("a filter that is removed signals nothing of rows that go either")
  func removedBeforeRowsGo() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 1)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter)
    _ = try await list.select(.select([a]))
    #expect(log.take() == ["reached"])
    try await list.setSelectionFilters(
      list.selectionFilters.filters.filter { $0 as AnyObject !== filter })
    _ = try await list.apply([.delete(a)])
    #expect(log.take() == [])
    #expect(try await list.selectedRows().isEmpty)
  }

  @Test("a filter that cannot be is not added")
  func bad() async throws {
    let list = try await open(SelectionRule.maximum(1))
    await #expect(throws: InvalidRequestError.self) {
      try await list.setSelectionFilters(
        list.selectionFilters.filters + [RequiredFieldSelectionFilter(attribute: "nope")])
    }
    #expect(await list.selectionFilters.filters.count == 1)
    #expect(try await list.select(.all()).refusals.map(\.rule) == [.maximum])
    await #expect(throws: InvalidRequestError.self) {
      try await open(SelectionRule.required("nope"))
    }
  }

  /// Keeps the last row selected, and lets nothing but single rows be selected.
  private final class Custom: SelectionFilter {
    func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
      items.count > 1 ? nil : items
    }

    func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? { [] }
  }

  /// Shows Ohana 1, Ohana 7, Ohana 42.
  @Test("a filter of one's own: nil refuses all of a request, none lets nothing happen")
  func custom() async throws {
    let list = try await open(Custom())
    #expect(try await list.select(.select([a, b])).refusals.map(\.ids) == [[a, b]])
    #expect(try await list.select(.select([a])).result == .changed)
    let outcome = try await list.select(.deselect([a]))
    #expect(outcome.result == .refused && outcome.events.isEmpty)
    #expect(try await list.selectedRows().map(\.id) == [a])
  }

  @Test("signals are told to tasks, and to closures until they are cancelled")
  func streams() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 1)
    let list = try await open(filter)
    var reached = filter.onReachedMaximumCount.makeAsyncIterator()
    var attempts = filter.onAttemptedToExceedMaximumCount.makeAsyncIterator()
    let log = Log()
    let observation = filter.onReachedMaximumCount.observe { log.note("reached") }
    _ = try await list.select(.select([a]))
    _ = try await list.select(.select([b, c]))
    #expect(await reached.next() != nil)
    #expect(await attempts.next()?.ids == [b, c])
    #expect(log.take() == ["reached"])
    observation.cancel()
    _ = try await list.select(.replace([]))
    _ = try await list.select(.select([b]))
    #expect(log.take() == [])
    #expect(await reached.next() != nil)
  }

  @Test("a request made while signals are told is carried out after the one that caused them")
  func nested() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2)
    let list = try await open(filter)
    let (results, continuation) = AsyncStream<SelectionOutcome<RowID>>.makeStream()
    filter.onReachedMaximumCount.observe {
      Task {
        continuation.yield(try await list.select(.deselect([RowID.integer(1)])))
        continuation.finish()
      }
    }
    let outcome = try await list.select(.select([a, b]))
    #expect(outcome.count == 2)
    for await result in results { #expect(result.removed == [a] && result.count == 1) }
  }

  @Test("while rows are read only their number is limited; the others wait")
  func loading() async throws {
    let source = SteppedSource(contacts)
    let list = LiveList.loading(
      source, selectionFilters: [SelectionRule.maximum(3), SelectionRule.required("name")])
    var updates = list.updates.makeAsyncIterator()
    source.release(3)
    while let update = await updates.next(), update.count < 3 {}
    #expect(try await list.select(.select([c])).result == .changed)
    source.release(1)
    while await updates.next() != nil {}
    #expect(try await list.selection().violations.map(\.ids) == [[c]])
    #expect(try await list.select(.select([a, d])).refusals.map(\.ids) == [[d]])
  }

  @Test("rows that were shown by their numbers are meant when all are read and they have other ids")
  func numbered() async throws {
    let source = SteppedSource([["a", "2"], ["b", "1"], ["c", "9"]])
    let list = LiveList.loading(source, options: TableOptions(id: "n"))
    var updates = list.updates.makeAsyncIterator()
    source.release(2)
    while let update = await updates.next(), update.count < 2 {}
    let shown = try await list.snapshot(SnapshotRequest(0..<2))
    #expect(shown.lines.map(\.id) == [.integer(1), .integer(2)])
    source.release(1)
    while await updates.next() != nil {}
    func names() async throws -> [CellValue] { try await list.selectedRows().map { $0.values[0] } }
    #expect(
      try await list.select(.select([.integer(1)]), shownAt: shown.revision).added == [.integer(2)])
    #expect(try await names() == [.text("a")])
    _ = try await list.select(.replace([.integer(2)]), shownAt: shown.revision)
    #expect(try await names() == [.text("b")])
    let now = try await list.snapshot(SnapshotRequest(0..<3))
    #expect(now.lines.map(\.id) == [.integer(2), .integer(1), .integer(9)])
    _ = try await list.select(.toggle([.integer(2), .integer(9)]), shownAt: now.revision)
    #expect(try await names() == [.text("b"), .text("a"), .text("c")])
    _ = try await list.select(.none())
    let range = SelectionRequest<RowID>.extend(from: .integer(1), to: .integer(2))
    _ = try await list.select(range, shownAt: shown.revision)
    #expect(try await names() == [.text("a"), .text("b")])
    // Row 2 is gone: that there is another row with 2 as its id changes nothing.
    _ = try await list.apply([.delete(.integer(1))])
    await #expect(throws: StaleRevisionError.self) {
      try await list.select(.select([.integer(2)]), shownAt: shown.revision)
    }
    #expect(try await names() == [.text("a")])
  }

  @Test("rows that go are told with the answer of who deleted them, and to filters")
  func pruning() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2)
    let log = Log()
    log.listen(filter)
    let list = try await open(filter)
    _ = try await list.select(.select([c, a]))
    let outcome = try await list.apply([.delete(a), .delete(b)])
    #expect(outcome.selection?.removed == [a] && outcome.selection?.count == 1)
    #expect(outcome.selection?.events.map(\.kind) == [.pruned, .noLongerAtMaximum])
    #expect(log.take() == ["reached", "no longer"])
    #expect(try await list.apply([.delete(d)]).selection == nil)
  }

  @Test("intents can name the revision that they were decided on")
  func stale() async throws {
    let list = try await open()
    let shortlist = NamedShortlist(name: "none", ids: [])
    _ = try await list.select(.select([a]), ifRevision: 1)
    await #expect(throws: StaleRevisionError.self) {
      try await list.select(.all(), ifRevision: 1)
    }
    await #expect(throws: StaleRevisionError.self) {
      try await list.setSelectionFilters([], ifRevision: 1)
    }
    await #expect(throws: StaleRevisionError.self) { try await list.load(shortlist, ifRevision: 1) }
    await #expect(throws: StaleRevisionError.self) { try await list.selection(ifRevision: 1) }
    await #expect(throws: StaleRevisionError.self) {
      try await list.selectedSections(ifRevision: 1)
    }
    #expect(try await list.load(shortlist, ifRevision: 2).outcome.removed == [a])
    #expect(try await list.selectedSections().sections.map(\.state) == [.none])
  }
}
