import ShortlistControls
import Synchronization
import ShortlistTestSupport
import Testing

/// What the wiki of Ohana says of selection filters and no other test shows.
@Suite("What Ohana says of selection filters")
struct OhanaStatementsTests {
  /// Contacts 1 to 12, of whom 3, 6, 9 and 12 have no telephone.
  private func contacts(_ filters: any SelectionFilter...) async throws -> LiveList {
    let rows = (1...12).map { "\($0),contact \($0),\($0.isMultiple(of: 3) ? "" : "0228 \($0)")" }
    return try await .open(
      Rows((["id,name,phone"] + rows).joined(separator: "\n")), selectionFilters: filters)
  }

  private func ids(_ ids: Int...) -> [RowID] { ids.map(RowID.integer) }

  // MARK: Filters of one's own

  private struct EvenToSelect: SelectionFilter {
    func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? { items.filter(\.isEven) }
  }

  private struct EvenToDeselect: SelectionFilter {
    func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? {
      items.filter(\.isEven)
    }
  }

  private struct Even: SelectionFilter {
    func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? { items.filter(\.isEven) }
    func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? {
      items.filter(\.isEven)
    }
  }

  /// Shows Ohana 5, Ohana 38, Ohana 39, Ohana 41.
  @Test("a filter acts on selecting, on deselecting, or on both")
  func selectingDeselectingOrBoth() async throws {
    let filters: [(any SelectionFilter, selects: [RowID], deselects: [RowID])] = [
      (EvenToSelect(), ids(4), ids(1, 2)), (EvenToDeselect(), ids(3, 4), ids(2)),
      (Even(), ids(4), ids(2)),
    ]
    for (filter, selects, deselects) in filters {
      let list = try await contacts()
      _ = try await list.select(.select(ids(1, 2)))
      try await list.setSelectionFilters([filter])
      #expect(try await list.select(.select(ids(3, 4))).added == selects)
      #expect(Set(try await list.select(.deselect(ids(1, 2))).removed) == Set(deselects))
    }
  }

  /// Shows Ohana 38, Ohana 39.
  @Test("a filter without any function lets all pass")
  func neitherFunction() async throws {
    struct Nothing: SelectionFilter {}
    let list = try await contacts(Nothing())
    #expect(try await list.select(.all()).addedCount == 12)
    #expect(try await list.select(.none()).removedCount == 12)
  }

  /// Notes what it is asked about.
  private final class Witness: SelectionFilter {
    let marked = Mutex<[[RowID]]>([])

    func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
      marked.withLock { $0.append(items.map(\.id)) }
      return items
    }

    func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? {
      filterForSelection(items)
    }
  }

  /// Shows Ohana 40.
  @Test("a filter is given what would change, in order")
  func marked() async throws {
    let witness = Witness()
    let list = try await contacts(witness)
    _ = try await list.select(.select(ids(7, 2, 5)))
    _ = try await list.select(.select(ids(9, 2, 4)))
    _ = try await list.select(.deselect(ids(7, 11)))
    #expect(witness.marked.withLock(\.self) == [ids(7, 2, 5), ids(9, 4), ids(7)])
  }

  // MARK: Filters that are there

  /// Shows Ohana 6, Ohana 7, Ohana 36, Ohana 37.
  @Test("the filters that there are, and one of one's own, each after those before it")
  func readyMade() async throws {
    let list = try await contacts(
      RequiredFieldSelectionFilter(attribute: "phone"), Even(),
      MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2),
      MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1))
    let outcome = try await list.select(.select(ids(1, 2, 3, 4)))
    #expect(outcome.added == ids(2, 4))
    #expect(outcome.refusals.map(\.ids) == [ids(3), ids(1)])
    #expect(outcome.refusals.map(\.rule) == [.required, .custom])
    #expect(try await list.select(.select(ids(8))).refusals.map(\.rule) == [.maximum])
    #expect(try await list.select(.none()).refusals.map(\.rule) == [.minimum])
  }

  /// Shows Ohana 33.
  @Test("a field of which a contact may have several is there if there is one")
  func severalPhones() async throws {
    let list = try await LiveList.open(
      Rows("id,name,phones"),
      options: TableOptions(schema: [
        .init(name: "id", type: .integer), .init(name: "name", type: .text),
        .init(name: "phones", type: .list),
      ]), selectionFilters: [RequiredFieldSelectionFilter(attribute: "phones")])
    let phones: [CellValue] = [.list(["1", "2"]), .list([]), .list(["3"]), .null]
    _ = try await list.apply(
      phones.enumerated().map { index, value in
        .insert(["id": .integer(index + 1), "name": .text("contact"), "phones": value])
      })
    #expect(try await list.select(.all()).added == ids(1, 3))
  }

  /// Shows Ohana 14, Ohana 15, Ohana 16, Ohana 17, Ohana 18, Ohana 19.
  @Test("ten contacts at most: who hears a signal finds it true")
  func tenContacts() async throws {
    let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)
    let list = try await contacts()
    try await list.setSelectionFilters([filter])
    var reached = filter.onReachedMaximumCount.makeAsyncIterator()
    var attempts = filter.onAttemptedToExceedMaximumCount.makeAsyncIterator()
    var left = filter.onNoLongerAtMaximumCount.makeAsyncIterator()
    _ = try await list.select(.select((1...8).map(RowID.integer)))
    #expect(try await list.select(.select(ids(9, 10, 11))).result == .refused)
    #expect(await attempts.next()?.ids == ids(9, 10, 11))
    #expect(try await list.selectedRows().count == 8)
    _ = try await list.select(.select(ids(9, 10)))
    #expect(await reached.next() != nil)
    #expect(try await list.selectedRows().count == 10)
    _ = try await list.select(.deselect(ids(1, 2)))
    #expect(await left.next() != nil)
    #expect(try await list.selectedRows().count == 8)
  }

  /// Shows Ohana 25, Ohana 26, Ohana 29, Ohana 30, Ohana 31, Ohana 32.
  @Test("one contact at least: who hears a signal finds it true")
  func oneContact() async throws {
    let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
    let list = try await contacts()
    try await list.setSelectionFilters([filter])
    var reached = filter.onReachedMinimumCount.makeAsyncIterator()
    var attempts = filter.onAttemptedToDropBelowMinimumCount.makeAsyncIterator()
    var left = filter.onNoLongerAtMinimumCount.makeAsyncIterator()
    _ = try await list.select(.select(ids(1, 2, 3)))
    // Two of them could go.
    #expect(try await list.select(.deselect(ids(1, 2, 3))).result == .refused)
    #expect(await attempts.next()?.ids == ids(1, 2, 3))
    #expect(try await list.selectedRows().map(\.id) == ids(1, 2, 3))
    _ = try await list.select(.deselect(ids(1, 3)))
    #expect(await reached.next() != nil)
    #expect(try await list.selectedRows().map(\.id) == ids(2))
    _ = try await list.select(.select(ids(4)))
    #expect(await left.next() != nil)
    #expect(try await list.selectedRows().map(\.id) == ids(2, 4))
  }

  /// Shows Ohana 27, Ohana 28.
  @Test("below a minimum that is added nothing is deselected before there are more")
  func untilMinimumIsExceeded() async throws {
    let list = try await contacts()
    _ = try await list.select(.select(ids(1)))
    try await list.setSelectionFilters([
      MinimumSelectedCountSelectionFilter(minimumSelectedCount: 3)
    ])
    for id in 2...3 {
      #expect(try await list.select(.deselect(ids(1))).result == .refused)
      #expect(try await list.select(.select(ids(id))).result == .changed)
    }
    #expect(try await list.select(.deselect(ids(1))).result == .refused)
    _ = try await list.select(.select(ids(4)))
    #expect(try await list.select(.deselect(ids(1))).removed == ids(1))
  }

  /// Shows Ohana 21.
  @Test("a minimum that is changed holds from the next request on")
  func changedMinimum() async throws {
    let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 2)
    let list = try await contacts(filter)
    _ = try await list.select(.select(ids(1, 2, 3)))
    #expect(try await list.select(.deselect(ids(1, 2))).result == .refused)
    filter.minimumSelectedCount = 1
    #expect(try await list.select(.deselect(ids(1, 2))).result == .changed)
    filter.minimumSelectedCount = 0
    #expect(try await list.select(.none()).result == .changed)
  }
}

extension SelectionItem {
  fileprivate var isEven: Bool { id.description.last?.wholeNumberValue?.isMultiple(of: 2) == true }
}
