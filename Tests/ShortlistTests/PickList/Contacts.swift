import Shortlist
import Testing

/// A person as tests pick one.
struct Contact: Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
  var city = ""
  var age: Int?
}

extension PickList where Item == Contact {
  convenience init(contacts: [Contact], window: RangeOptions? = nil) {
    self.init(contacts, window: window) {
      Field("name", \.name)
      Field("city", \.city).searchable(false).facet()
      Field("age", \.age)
    }
  }
}

/// What a listener of a picker has made of the updates that it has read.
struct Mirror<Item: Identifiable & Hashable & Sendable> where Item.ID: PickListID {
  private(set) var sections: [PickListSection<Item>] = []
  private(set) var revision = 0
  private(set) var updatesRead = 0
  private(set) var selectedCount = 0
  private(set) var last: PickListUpdate<Item>?
  private var iterator: PickListUpdates<Item>.Iterator

  init(_ picker: PickList<Item>) { iterator = picker.updates.makeAsyncIterator() }

  /// Reads on until a revision, each update beginning where the one before ended.
  mutating func read(to revision: Int) async throws {
    while self.revision < revision, let update = try await iterator.next() {
      #expect(update.previousRevision == self.revision)
      update.apply(to: &sections)
      self.revision = update.revision
      selectedCount = update.selectedCount
      last = update
      updatesRead += 1
    }
  }

  /// Whether the sections are these.
  func isSame(as others: [PickListSection<Item>]) -> Bool {
    sections.count == others.count
      && zip(sections, others).allSatisfy { a, b in
        a.name == b.name && a.items == b.items && a.rows.map(\.id) == b.rows.map(\.id)
          && a.rows.map(\.isSelected) == b.rows.map(\.isSelected)
      }
  }
}

extension PickList {
  /// The revision when all that was asked for is done; the first call is a change of its own.
  func settle() async throws -> Int { try await show(nil, section: "nowhere").revision }
}

/// Expects that something fails because of an error of a type.
func expectFailure<Failure: Error, Outcome>(
  _: Failure.Type, _ body: () async throws -> Outcome
) async {
  let error = await #expect(throws: PickListError.self) { _ = try await body() }
  #expect(error?.underlying is Failure)
}

/// Expects that something fails because of an error.
func expectFailure<Failure: Error & Equatable, Outcome>(
  _ failure: Failure, _ body: () async throws -> Outcome
) async {
  let error = await #expect(throws: PickListError.self) { _ = try await body() }
  #expect(error?.underlying as? Failure == failure)
}
