import Shortlist
import Testing

/// A contact, as the wiki of Ohana has them.
struct OHContact: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var phoneNumbers: [String] = []
  /// No field: only a filter of one's own sees it.
  var isFriend = false
}

/// The sample's filter of one's own, function by function.
private final class MyCustomSelectionFilter: SelectionFilter {
  // This is where you filter contacts that have been marked for selection
  // Implementing this method is optional
  func filterForSelection(_ preFilteredContacts: [SelectionItem]) -> [SelectionItem]? {
    var filteredContacts: [SelectionItem] = []
    // Filter your contacts
    for contact in preFilteredContacts where !contact["phoneNumbers"].isMissing {
      filteredContacts.append(contact)
    }
    return filteredContacts
  }

  // This is where you filter contacts that have been marked for deselection
  // Implementing this method is optional
  func filterForDeselection(_ preFilteredContacts: [SelectionItem]) -> [SelectionItem]? {
    var filteredContacts: [SelectionItem] = []
    // Filter your contacts
    for contact in preFilteredContacts where contact["name"] != .text("contact 1") {
      filteredContacts.append(contact)
    }
    return filteredContacts
  }
}

/// The sample's filter without either function.
private final class SilentSelectionFilter: SelectionFilter {}

extension CellValue {
  /// Whether a contact has no value of a field.
  fileprivate var isMissing: Bool { self == .null || self == .list([]) }
}

/// A view controller that shows what the signals say.
@MainActor
private final class ContactsViewController {
  private(set) var shown: [String] = []

  func show(_ text: String) { shown.append(text) }

  func wait(for count: Int) async { while shown.count < count { await Task.yield() } }
}

/// The samples of the wiki of Ohana about selection filters.
@Suite("The samples of Ohana") @MainActor
struct OhanaSamples {
  private let dataSource = PickList(
    (1...12).map { number in
      OHContact(
        id: number, name: "contact \(number)",
        phoneNumbers: number.isMultiple(of: 3) ? [] : ["0228 \(number)"],
        isFriend: number.isMultiple(of: 2))
    }
  ) {
    Field("name", \.name)
    Field("phoneNumbers", \.phoneNumbers)
  }
  private let controller = ContactsViewController()

  @Test("at most ten contacts: the three signals reach the view on the main actor, with contacts")
  func maximum() async throws {
    // Set maximum number of selected contacts to 10
    let selectionFilter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)
    try await dataSource.selection.add(selectionFilter)

    selectionFilter.onReachedMaximumCount.observe(on: controller) { controller, _ in
      // Data source now has 10 contacts
      controller.show("10")
    }
    dataSource.selection.observe(
      selectionFilter.onAttemptedToExceedMaximumCount, on: controller
    ) { controller, failedContacts, event in
      // failedContacts contains the contacts it failed to select
      controller.show("failed: \(event.count) \(failedContacts.map(\.name))")
    }
    selectionFilter.onNoLongerAtMaximumCount.observe(on: controller) { controller, _ in
      // Data source had 10 contacts selected, but now has less than 10 selected
      controller.show("less than 10")
    }

    try await dataSource.selection.select(1...9)
    try await dataSource.selection.select(10, 11)
    await controller.wait(for: 1)
    try await dataSource.selection.select(10)
    await controller.wait(for: 2)
    try await dataSource.selection.deselect(1)
    await controller.wait(for: 3)
    #expect(
      controller.shown == [#"failed: 2 ["contact 10", "contact 11"]"#, "10", "less than 10"])
  }

  @Test("at least one contact")
  func minimum() async throws {
    // Set minimum number of selected contacts to 1
    let selectionFilter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
    try await dataSource.selection.add(selectionFilter)

    selectionFilter.onReachedMinimumCount.observe(on: controller) { controller, _ in
      // Data source had more than 1 contact selected, but now has exactly 1 contact selected
      controller.show("1")
    }
    dataSource.selection.observe(
      selectionFilter.onAttemptedToDropBelowMinimumCount, on: controller
    ) { controller, failedContacts, event in
      // Data source had at least 1 contact selected and attempted to deselect them
      controller.show("failed: \(event.ids) \(failedContacts.map(\.name))")
    }
    selectionFilter.onNoLongerAtMinimumCount.observe(on: controller) { controller, _ in
      // Data source had only 1 contact selected, but now has more than 1 selected
      controller.show("more than 1")
    }

    try await dataSource.selection.select(4)
    try await dataSource.selection.select(5)
    await controller.wait(for: 1)
    #expect(try await dataSource.selection.deselect(4, 5).result == .refused)
    await controller.wait(for: 2)
    try await dataSource.selection.deselect(4)
    await controller.wait(for: 3)
    #expect(
      controller.shown == ["more than 1", #"failed: [4, 5] ["contact 4", "contact 5"]"#, "1"])
  }

  @Test("contacts need a telephone number to be selected")
  func required() async throws {
    // Require contacts to have a phone number to be selected
    let selectionFilter = RequiredFieldSelectionFilter(attribute: "phoneNumbers")
    try await dataSource.selection.add(selectionFilter)
    try await dataSource.selection.select(1, 2, 3)
    #expect(try await dataSource.selection.items.map(\.id) == [1, 2])
    try await dataSource.selection.remove(selectionFilter)
    try await dataSource.selection.select(3)
    #expect(try await dataSource.selection.items.map(\.id) == [1, 2, 3])
  }

  @Test("a filter of one's own is a type with two functions, both of which may be left out")
  func ownType() async throws {
    let myCustomSelectionFilter = MyCustomSelectionFilter()
    try await dataSource.selection.add(myCustomSelectionFilter)
    #expect(try await dataSource.selection.select(1...4).added == [1, 2, 4])
    #expect(try await dataSource.selection.deselect(1, 2).removed == [2])
    try await dataSource.selection.remove(myCustomSelectionFilter)
    try await dataSource.selection.deselect(1)
    #expect(try await dataSource.selection.items.map(\.id) == [4])
    try await dataSource.selection.add(SilentSelectionFilter())
    #expect(try await dataSource.selection.replace(3).added == [3])
  }

  @Test("a filter of one's own sees the contacts, also what is no field")
  func custom() async throws {
    let myCustomSelectionFilter = dataSource.selection.filter(
      reason: "only friends",
      selecting: { contacts in contacts.contains { $0.id == 12 } ? nil : contacts.filter(\.isFriend)
      },
      deselecting: { contacts in contacts.filter { $0.id != 2 } })
    try await dataSource.selection.add(myCustomSelectionFilter)
    let outcome = try await dataSource.selection.select(1...4)
    #expect(try await dataSource.selection.items.map(\.id) == [2, 4])
    #expect(outcome.refusals.map(\.reason) == ["only friends"])
    #expect(try await dataSource.selection.select(6, 12).result == .refused)
    try await dataSource.selection.deselect(2, 4)
    #expect(try await dataSource.selection.items.map(\.id) == [2])
    try await dataSource.selection.remove(myCustomSelectionFilter)
    try await dataSource.selection.select(1)
    #expect(try await dataSource.selection.items.map(\.id) == [2, 1])
  }

  @Test("an observer that has gone hears nothing, and is not kept")
  func gone() async throws {
    let limit = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 1)
    try await dataSource.selection.add(limit)
    var short: ContactsViewController? = ContactsViewController()
    weak let observer = short
    if let short {
      limit.onReachedMaximumCount.observe(on: short) { _, _ in Issue.record("gone") }
    }
    short = nil
    limit.onReachedMaximumCount.observe(on: controller) { controller, _ in controller.show("1") }
    try await dataSource.selection.select(1)
    await controller.wait(for: 1)
    #expect(observer == nil && controller.shown == ["1"])
  }

  @Test("no filter is lost, however many tasks add some", arguments: 0..<10)
  func adding(round: Int) async throws {
    // 1,000 rounds of 100 in all.
    for _ in 0..<100 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for limit in 1...100 {
          group.addTask { [dataSource] in
            try await dataSource.selection.add(
              MaximumSelectedCountSelectionFilter(maximumSelectedCount: limit))
          }
        }
        try await group.waitForAll()
      }
      #expect(dataSource.selection.filters.count == 100)
      try await dataSource.selection.setFilters([])
    }
  }
}
