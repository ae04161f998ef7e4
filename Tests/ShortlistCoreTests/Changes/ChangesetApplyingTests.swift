import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("Changesets applied")
struct ChangesetApplyingTests {
  private struct Book: Equatable {
    var id: RowID
    var title = ""
  }

  private struct Shelf: Equatable {
    var title: String
    var books: [Book] = []
  }

  private func shelves(_ view: StrictTableView) -> [Shelf] {
    view.sections.map { section in
      Shelf(title: section.name, books: section.ids.map { book($0, in: view) })
    }
  }

  private func book(_ id: RowID, in view: StrictTableView) -> Book {
    Book(id: id, title: view.contents[id]?.description ?? "")
  }

  private func sections(_ view: StrictTableView) -> [Changeset<RowID>.Section] {
    view.sections.map { .init(name: $0.name, ids: $0.ids) }
  }

  @Test("random states: ids, own sections and a strict table view agree", arguments: 1...400)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let before = SampleChanges.state(&random, names: 6, rows: 14)
    let after =
      random.chance(0.5)
      ? SampleChanges.state(&random, names: 6, rows: 14)
      : SampleChanges.state(near: before, &random)
    let changes = SampleChanges.changes(from: before, to: after)
    if changes.isEmpty {
      #expect(before == after)
    } else {
      try before.check(changes, reaching: after)
    }

    var ids = sections(before)
    changes.apply(to: &ids)
    #expect(ids == sections(after))

    // The order of the changes in the batch does not matter.
    var shuffled = changes
    shuffled.sections.shuffle(using: &random)
    shuffled.rows.shuffle(using: &random)
    ids = sections(before)
    shuffled.apply(to: &ids)
    #expect(ids == sections(after))

    var shelves = shelves(before)
    var asked: [RowID] = []
    changes.apply(to: &shelves, rows: \.books) { name in
      Shelf(title: name)
    } row: { id in
      asked.append(id)
      return book(id, in: after)
    }
    let shown = Set(before.sections.flatMap(\.ids))
    for (shelf, expected) in zip(shelves, self.shelves(after)) {
      #expect(shelf.title == expected.title && shelf.books.map(\.id) == expected.books.map(\.id))
      for (found, wanted) in zip(shelf.books, expected.books) {
        #expect(found == wanted, "\(found.id), shown before: \(shown.contains(found.id))")
      }
    }
    #expect(Set(asked).count == asked.count)
    var named = 0
    for case .insert(_, _, let ids) in changes.sections { named += ids.count }
    for change in changes.rows {
      switch change {
      case .insert, .update, .move(_, _, _, updated: true): named += 1
      case .delete, .move: break
      }
    }
    #expect(asked.count == named)
  }

  @Test("the examples of the documentation")
  func documented() throws {
    let library: [RowID: Book] = [7: "Emma", 8: "Persuasion"].reduce(into: [:]) { books, entry in
      books[.integer(entry.key)] = Book(id: .integer(entry.key), title: entry.value)
    }
    struct Missing: Error {}
    var shelves = [Shelf(title: "old", books: [Book(id: .integer(7), title: "Ema")])]
    let changes = try Changeset(notation: "+#1(new: 8) *0:0(7)")
    try changes.apply(to: &shelves, rows: \.books) { name in
      Shelf(title: name)
    } row: { id in
      guard let book = library[id] else { throw Missing() }
      return book
    }
    #expect(shelves.map(\.title) == ["old", "new"])
    #expect(shelves.map { $0.books.map(\.title) } == [["Emma"], ["Persuasion"]])

    // What throws leaves the sections alone.
    let unknown = try Changeset(notation: "-#1(new) -0:0(7) +0:0(9)")
    #expect(throws: Missing.self) {
      try unknown.apply(
        to: &shelves, rows: \.books, section: { Shelf(title: $0) },
        row: { _ in throw Missing() })
    }
    #expect(shelves.count == 2 && shelves[0].books.count == 1)

    // Rows without sections, in another collection.
    var letters = Substring("abcd")
    let row: [RowID: Character] = [.integer(3): "C", .integer(5): "x"]
    try Changeset(notation: "-0:1(2) *0:2(3) 0:3>0:0(4) +0:2(5)")
      .apply(to: &letters) { id in row[id] ?? "?" }
    #expect(letters == "daxC")
  }

  @Test("rows may be optional")
  func optionalRows() throws {
    var rows: [Int?] = [nil, 1]
    try Changeset(notation: "0:0>0:1(0) +0:2(2)").apply(to: &rows) { _ in nil }
    #expect(rows == [1, nil, nil])
  }

  @Test("changes of other sections stop the program")
  func misfits() async {
    await #expect(processExitsWith: .failure) {
      var sections = [Changeset<RowID>.Section(name: "a", ids: [.integer(1)])]
      try Changeset(notation: "-0:1(2)").apply(to: &sections)
    }
    await #expect(processExitsWith: .failure) {
      var sections = [Changeset<RowID>.Section(name: "a", ids: [.integer(1)])]
      try Changeset(notation: "-0:0(2)").apply(to: &sections)
    }
    await #expect(processExitsWith: .failure) {
      var sections = [Changeset<RowID>.Section(name: "a", ids: [.integer(1)])]
      try Changeset(notation: "-#0(b)").apply(to: &sections)
    }
    await #expect(processExitsWith: .failure) {
      var rows = [1, 2]
      try Changeset(notation: "-0:0(1) -0:0(1)").apply(to: &rows) { _ in 0 }
    }
    await #expect(processExitsWith: .failure) {
      var rows = [1, 2]
      try Changeset(notation: "+0:3(3)").apply(to: &rows) { _ in 0 }
    }
    await #expect(processExitsWith: .failure) {
      var rows = [1, 2]
      try Changeset(notation: "+0:1(3) +0:1(4)").apply(to: &rows) { _ in 0 }
    }
    await #expect(processExitsWith: .failure) {
      var rows = [1, 2]
      try Changeset(notation: "+1:0(3)").apply(to: &rows) { _ in 0 }
    }
    await #expect(processExitsWith: .failure) {
      var rows = [1, 2]
      try Changeset(notation: "+#1(b:)").apply(to: &rows) { _ in 0 }
    }
    await #expect(processExitsWith: .failure) {
      var sections: [Changeset<RowID>.Section] = []
      try Changeset(notation: "+#1(b:)").apply(to: &sections)
    }
  }
}
