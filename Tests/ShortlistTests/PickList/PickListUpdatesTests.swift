import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Listeners of a picker")
struct PickListUpdatesTests {
  private let names = ["ann", "bob", "cleo", "ann bo", "dora", "bo"]
  private let cities = ["", "Bonn", "Rom", "Ulm"]

  private func contact(_ id: Int, _ random: inout SeededRandom) -> Contact {
    Contact(
      id: id, name: random.pick(names), city: random.pick(cities),
      age: random.chance(0.8) ? random.next(below: 6) : nil)
  }

  /// A plain array, and what is asked to be shown of it.
  private struct Model {
    var items: [Contact] = []
    var search = ""
    var least: Int?
    var isSorted = false
    var isGrouped = false
    var selected: Set<Int> = []

    var sections: [(name: String, ids: [Int])] {
      var rows = items.filter { item in
        let words = item.name.split(separator: " ")
        let isFound = search.isEmpty || words.contains { $0.hasPrefix(search) }
        return isFound && least.map { least in item.age.map { $0 >= least } ?? false } ?? true
      }
      if isSorted {
        // The order of equal ages is that of the items.
        let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
        rows.sort { a, b in
          (a.age ?? .max, places[a.id] ?? 0) < (b.age ?? .max, places[b.id] ?? 0)
        }
      }
      if !isGrouped { return [("", rows.map(\.id))] }
      return ["Bonn", "Rom", "Ulm", ""].compactMap { city in
        let ids = rows.filter { $0.city == city }.map(\.id)
        return ids.isEmpty ? nil : (city, ids)
      }
    }
  }

  @Test("a prompt one, a slow one and a late one follow random requests", arguments: 0..<6)
  func random(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    var model = Model()
    let first = (0..<20).map { contact($0, &random) }
    model.items = first
    let picker = PickList(contacts: first)
    var prompt = Mirror(picker)
    var slow = Mirror(picker)
    var nextID = 20
    for step in 0..<250 {
      let known = model.items.map(\.id)
      switch random.next(below: 11) {
      case 0, 1:
        let new = contact(nextID, &random)
        nextID += 1
        model.items.append(new)
        try await picker.insert(new)
      case 2, 3:
        guard let id = known.randomElement(using: &random) else { continue }
        let changed = contact(id, &random)
        if let index = model.items.firstIndex(where: { $0.id == id }) {
          model.items[index] = changed
        }
        try await picker.update(changed)
      case 4:
        guard let id = known.randomElement(using: &random) else { continue }
        model.items.removeAll { $0.id == id }
        model.selected.remove(id)
        try await picker.delete(id)
      case 5:
        var items = model.items.shuffled(using: &random)
        if random.chance(0.7) { items = model.items.filter { _ in random.chance(0.9) } }
        items += (0..<random.next(below: 3)).map { contact(nextID + $0, &random) }
        nextID += 3
        model.items = items
        model.selected.formIntersection(items.map(\.id))
        try await picker.replaceAll(items)
      case 6:
        model.search = random.pick(["", "a", "bo", "ann", "x"])
        picker.search = model.search
      case 7:
        model.least = random.pick([nil, 1, 3])
        try await picker.filter(model.least.map { "age:>=\($0)" } ?? "")
      case 8:
        model.isSorted.toggle()
        try await picker.updateQuery { $0.sort = model.isSorted ? [SortKey("age")] : [] }
      case 9:
        model.isGrouped.toggle()
        try await picker.group(model.isGrouped ? SectionRule(by: "city") : nil)
      default:
        let ids = known.filter { _ in random.chance(0.2) }
        model.selected.formSymmetricDifference(ids)
        try await picker.selection.request(.toggle(ids))
      }
      let isSlowTime = random.chance(0.05)
      if !isSlowTime && random.chance(0.4) { continue }
      let revision = try await picker.settle()
      let sections = try await picker.visibleSections
      let comment: Comment = "seed \(seed), step \(step)"
      #expect(sections.map(\.name) == model.sections.map(\.name), comment)
      #expect(sections.map { $0.items.map(\.id) } == model.sections.map(\.ids), comment)
      #expect(try await picker.items == model.items, comment)
      try await prompt.read(to: revision)
      #expect(prompt.isSame(as: sections), comment)
      #expect(prompt.selectedCount == model.selected.count, comment)
      let marked = sections.flatMap(\.rows).filter(\.isSelected).map(\.item.id)
      #expect(Set(marked) == model.selected.intersection(sections.flatMap(\.items).map(\.id)))
      if isSlowTime {
        let before = slow.updatesRead
        try await slow.read(to: revision)
        #expect(slow.isSame(as: sections), comment)
        #expect(slow.updatesRead <= before + 1, comment)
        var late = Mirror(picker)
        try await late.read(to: revision)
        #expect(late.isSame(as: sections) && late.updatesRead == 1, comment)
      }
    }
  }

  @Test("thousands of requests from eight tasks are followed exactly")
  func storm() async throws {
    let people = (0..<200).map { Contact(id: $0, name: names[$0 % 6], city: cities[$0 % 4]) }
    let picker = PickList(contacts: people, window: .flexible(length: 20))
    let listeners = (0..<3).map { _ in
      let updates = picker.updates
      return Task {
        var sections: [PickListSection<Contact>] = []
        var revision = 0
        for try await update in updates {
          #expect(update.previousRevision == revision)
          update.apply(to: &sections)
          revision = update.revision
          if update.count == 1 { break }
        }
        return sections.map { $0.items.map(\.id) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: number)
          for step in 0..<250 {
            let id = number * 1000 + 1000 + step
            switch random.next(below: 5) {
            case 0: picker.search = random.pick(["", "a", "b", "an", "bo"])
            case 1: try await picker.insert(Contact(id: id, name: random.pick(names)))
            case 2:
              let changed = Contact(id: random.next(below: 200), name: random.pick(names))
              try await picker.update(changed)
            case 3: try await picker.selection.toggle(random.next(below: 200))
            default: picker.window = .flexible(length: 5 + random.next(below: 20))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    picker.search = ""
    try await picker.replaceAll([Contact(id: 7, name: "last")])
    for listener in listeners { #expect(try await listener.value == [[7]]) }
  }

  @Test("ten thousand requests from eight tasks end in what the last of each asked for")
  func lastRequests() async throws {
    let people = (0..<80).map { Contact(id: $0, name: names[$0 % 6], city: cities[$0 % 4]) }
    let picker = PickList(contacts: people, window: .flexible(length: 20))
    let listener = Task { [updates = picker.updates] in
      var sections: [PickListSection<Contact>] = []
      var revision = 0
      for try await update in updates {
        #expect(update.previousRevision == revision)
        update.apply(to: &sections)
        revision = update.revision
        if update.count == 81 { break }
      }
      return sections
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          // Each task has ten items, a part of the query, and a selected item of its own.
          for step in 1...312 {
            let changed = Contact(id: number * 10 + step % 10, name: "\(step)", age: number)
            try await picker.update(changed)
            try await picker.selection.select(number)
            do {
              try await picker.updateQuery { query in
                switch number % 4 {
                case 0: query.search = step == 312 ? "3" : "\(step % 5)"
                case 1: query.filters = step == 312 ? "age:>=0" : "age:\(step % 9)"
                case 2: query.sort = [SortKey("name", step % 2 == 0 ? .descending : .ascending)]
                default: query.sections = SectionRule(by: step % 2 == 0 ? "age" : "name")
                }
              }
            } catch let error as PickListError where error.code == .superseded {
              // The query of another task includes this one.
            }
            picker.window = .flexible(length: step == 312 ? 15 : 1 + step % 20)
            if step % 3 == 0 { try await picker.selection.deselect(number + 8) }
          }
        }
      }
      try await group.waitForAll()
    }
    try await picker.insert(Contact(id: 5000, name: "3 last", age: 0))
    let shown = try await listener.value
    var query = ListQuery()
    query.attributes = ["name"]
    query.search = "3"
    query.filters = "age:>=0"
    query.sort = [SortKey("name", .descending)]
    query.sections = SectionRule(by: "age")
    #expect(picker.query == query)
    #expect(try await picker.selection.items.map(\.id).sorted() == Array(0..<8))
    // The last names that the items were given are the steps from 303 on.
    #expect(shown.map(\.name) == (0..<8).map { "\($0)" })
    for (number, section) in shown.enumerated() {
      let names = (303...312).map { "\($0)" } + (number == 0 ? ["3 last"] : [])
      #expect(section.items.map(\.name) == names.sorted(by: >))
      #expect(section.items.allSatisfy { $0.id == 5000 || $0.id / 10 == number })
    }
    let sections = try await picker.visibleSections
    #expect(shown.map { $0.rows.map(\.id) } == sections.map { $0.rows.map(\.id) })
  }

  @Test("more selected rows than are named are read again")
  func manySelected() async throws {
    let people = (0..<1500).map { Contact(id: $0, name: "n") }
    let picker = PickList(contacts: people)
    var mirror = Mirror(picker)
    try await mirror.read(to: picker.settle())
    for request in [SelectionRequest<Int>.all(), .toggle([3]), .invert] {
      try await mirror.read(to: picker.selection.request(request).revision)
      #expect(mirror.isSame(as: try await picker.visibleSections))
    }
    #expect(mirror.selectedCount == 1)
    #expect(mirror.last?.selection?.isReset == true)
  }

  @Test("listening goes on without the picker, and ends when it is cancelled")
  func ending() async throws {
    func listen() -> (Task<Int, any Error>, AsyncStream<Int>) {
      let updates = PickList(contacts: [Contact(id: 1, name: "Ann")]).updates
      let (counts, continuation) = AsyncStream<Int>.makeStream()
      let listener = Task {
        var seen = 0
        for try await update in updates {
          seen += 1
          continuation.yield(update.count)
        }
        return seen
      }
      return (listener, counts)
    }
    let (listener, counts) = listen()
    for await count in counts {
      #expect(count == 1)
      break
    }
    listener.cancel()
    #expect(try await listener.value == 1)
  }
}
