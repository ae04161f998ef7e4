import Foundation
import ShortlistTestSupport
import Testing

@testable import ShortlistUI

@MainActor
@Suite("Batches of table and collection views")
struct BatchUpdatesTests {
  private struct Person: Identifiable, Hashable, Sendable {
    let id: Int
    var name: String
    var city: String
  }

  private func person(_ id: Int, _ random: inout SeededRandom) -> Person {
    Person(
      id: id, name: random.pick(["ann", "bob", "cleo", "dora"]),
      city: random.pick(["Bonn", "Rom", "Ulm"]))
  }

  @Test("each place of a changeset is in one of the arguments")
  func arguments() throws {
    let changes = try Changeset<RowID>(
      notation: "-#2(Ulm) +#0(Bonn: 7) -0:0(1) +1:3(4) *0:2>1:0(2) *1:1(3)")
    let batch = BatchUpdates(changes)
    #expect(batch.deletedSections == [2])
    #expect(batch.insertedSections == [0])
    #expect(batch.movedSections.isEmpty)
    #expect(batch.deletedRows == [[0, 0]])
    #expect(batch.insertedRows == [[1, 3]])
    #expect(batch.movedRows.map(\.from) == [[0, 2]])
    #expect(batch.movedRows.map(\.to) == [[1, 0]])
    #expect(batch.reconfiguredRows == [[1, 0]])
    #expect(batch.reloadedRows == [[1, 1]])
    #expect(!batch.movesSectionsAmongRows)
    for (notation, isRisky) in [("#1>#0(Ulm)", false), ("#1>#0(Ulm) +0:0(7)", true)] {
      let changes = try Changeset<RowID>(notation: notation)
      #expect(BatchUpdates(changes).movesSectionsAmongRows == isRisky)
    }
  }

  /// What a view is asked for, in order.
  private func calls(
    _ update: PickListUpdate<Person>, isInWindow: Bool = true
  ) -> [String] {
    var calls: [String] = []
    update.show(isInWindow: isInWindow) {
      calls.append("apply")
    } reload: {
      calls.append("reload")
    } perform: { _ in
      calls.append("perform")
    } configure: {
      calls.append("configure")
    }
    return calls
  }

  @Test("data are read again, rows moved and cells configured only where that is needed")
  func kinds() async throws {
    let picker = PickList([
      Person(id: 1, name: "ann", city: "Bonn"), Person(id: 2, name: "bob", city: "Rom"),
    ]) {
      Field("name", \.name)
      Field("city", \.city)
    }
    var updates = picker.updates.makeAsyncIterator()
    func next() async throws -> PickListUpdate<Person> { try #require(try await updates.next()) }

    #expect(try await calls(next()) == ["apply", "reload"])
    try await picker.insert(Person(id: 3, name: "cleo", city: "Ulm"))
    let inserted = try await next()
    #expect(calls(inserted) == ["perform"])
    #expect(calls(inserted, isInWindow: false) == ["apply", "reload"])
    try await picker.update(Person(id: 3, name: "dora", city: "Ulm"))
    #expect(try await calls(next()) == ["perform", "configure"])
    try await picker.selection.select([1])
    let selected = try await next()
    #expect(calls(selected) == ["apply", "configure"])
    #expect([1, 2, 3].map { selected.changesRow($0) } == [true, false, false])
  }

  @Test("a view that takes the batches shows what the sections have", arguments: 0..<8)
  func random(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let first = (0..<12).map { person($0, &random) }
    let picker = PickList(first) {
      Field("name", \.name)
      Field("city", \.city).facet()
    }
    var updates = picker.updates.makeAsyncIterator()
    var sections: [PickListSection<Person>] = []
    var view = BatchView<Int>([])
    var (revision, known, next) = (0, first, 12)
    for _ in 0..<60 {
      switch random.next(below: 5) {
      case 0:
        let new = person(next, &random)
        next += 1
        known.append(new)
        try await picker.insert(new)
      case 1:
        guard let index = known.indices.randomElement(using: &random) else { continue }
        known[index] = person(known[index].id, &random)
        try await picker.update(known[index])
      case 2:
        guard let index = known.indices.randomElement(using: &random) else { continue }
        try await picker.delete(known.remove(at: index).id)
      case 3:
        try await picker.search(random.pick(["", "a", "b", "d"]))
      default:
        try await picker.group(random.pick([nil, SectionRule(by: "city")]))
        try await picker.sort(by: SortKey(random.pick(["name", "city"])))
      }
      let reached = try await picker.measure().revision
      while revision < reached, let update = try await updates.next() {
        update.apply(to: &sections)
        let after = sections.map { $0.rows.map(\.id) }
        update.show(isInWindow: true) {
        } reload: {
          view = BatchView(after)
        } perform: { batch in
          #expect(throws: Never.self, "seed \(seed)") { try view.perform(batch, after: after) }
        } configure: {
        }
        #expect(view.sections == after, "seed \(seed)")
        revision = update.revision
      }
    }
  }
}
