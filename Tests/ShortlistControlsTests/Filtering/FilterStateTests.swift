import ShortlistControls
import Testing

@MainActor
@Suite("A filter state")
struct FilterStateTests {
  private let fruit = Filter.equals("kind", .text("fruit"))
  private let house = Filter.equals("kind", .text("house"))

  /// Shows InstantSearch 24.
  @Test("tells of a difference once, and of none not at all")
  func differences() throws {
    let state = FilterState()
    var told: [String] = []
    state.onChange { told.append($0.description) }
    try state.add(fruit, to: "kind", .or)
    try state.add(fruit, to: "kind", .or)
    #expect(told == [#"("kind":"fruit")"#])
    try state.remove(house, from: "kind", .or)
    state.clear(["other"])
    state.clear([])
    let same = state.groups
    state.groups = same
    #expect(told.count == 1)
    #expect(state.contains(fruit, in: "kind") && !state.contains(house, in: "kind"))
    try state.toggle(fruit, house, in: "kind", .or)
    #expect(told.last == #"("kind":"house")"#)
    state.clear(except: ["kind"])
    #expect(told.count == 2 && !state.isEmpty)
    state.clear()
    #expect(told.count == 3 && told.last == "" && state.isEmpty)
  }

  @Test("tells of a transaction once, whatever is in it")
  func transactions() throws {
    let state = FilterState()
    var told: [String] = []
    state.onChange { told.append($0.description) }
    try state.transaction {
      try state.add(fruit, to: "a")
      try state.transaction { try state.add(house, to: "b") }
      state.clear(["a"])
    }
    #expect(told == [#"("kind":"house")"#])
    let before = state.groups
    state.transaction {
      state.clear()
      state.groups = before
    }
    #expect(told.count == 1)
  }

  @Test("nothing is changed by a transaction that throws, nor told")
  func rollback() throws {
    let state = FilterState()
    try state.add(fruit, to: "kind", .or)
    var told = 0
    state.onChange { _ in told += 1 }
    let before = state.groups
    #expect(throws: FilterGroups.OperatorMismatchError.self) {
      try state.transaction {
        state.clear(except: ["kind"])
        try state.add(house, to: "b")
        try state.add(house, to: "kind", .and)
      }
    }
    #expect(state.groups == before && told == 0)
    // An inner one that throws takes back its own steps only.
    try state.transaction {
      try state.add(house, to: "b")
      #expect(throws: FilterGroups.OperatorMismatchError.self) {
        try state.transaction {
          state.clear()
          try state.add(house, to: "c")
          try state.add(house, to: "c", .or)
        }
      }
    }
    #expect(state.groups.groups.map(\.name) == ["kind", "b"] && told == 1)
  }

  @Test("an observer that changes the filters again is told next, as all others, in order")
  func nested() throws {
    let state = FilterState()
    var told: [String] = []
    state.onChange { groups in
      told.append("1:" + groups.groups.map(\.name).joined())
      if groups["a"] != nil { state.clear(["a"]) }
    }
    state.onChange { told.append("2:" + $0.groups.map(\.name).joined()) }
    try state.transaction {
      try state.add(fruit, to: "a")
      try state.add(fruit, to: "b")
    }
    #expect(told == ["1:ab", "2:ab", "1:b", "2:b"])
  }

  @Test("an observer that was disconnected is told nothing, also when another one does it")
  func disconnecting() throws {
    let state = FilterState()
    var told: [Int] = []
    var second: Connection?
    let first = state.onChange { _ in
      told.append(1)
      second?.disconnect()
    }
    second = state.onChange { _ in told.append(2) }
    state.onChange { _ in told.append(3) }
    try state.add(fruit, to: "a")
    first.disconnect()
    first.disconnect()
    state.clear()
    #expect(told == [1, 3, 3])
  }

  @Test("attributes are the same if their code points are")
  func attributes() {
    let composed: Attribute = "\u{E9}"
    let decomposed = Attribute("e\u{301}")
    #expect(composed != decomposed && composed == Attribute("\u{E9}"))
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect("\(composed)" == "\u{E9}")
  }
}
