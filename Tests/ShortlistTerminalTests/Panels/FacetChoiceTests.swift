import Shortlist
import ShortlistTerminal
import ShortlistTestSupport
import Testing

@Suite struct FacetChoiceTests {
  @Test func aCycleLeavesNothing() throws {
    var groups = FilterGroups()
    let value = CellValue.text("games")
    try groups.choose(.included, of: value, "kind")
    #expect(groups["kind"]?.operator == .or)
    #expect(groups.description == #"("kind":"games")"#)
    #expect(groups.choice(of: .text("Gamés"), "kind") == .included)
    try groups.choose(.excluded, of: .text("GAMES"), "kind")
    #expect(groups.description == #"(NOT "kind":"GAMES")"#)
    #expect(groups.choice(of: value, "kind") == .excluded)
    try groups.choose(.neither, of: value, "kind")
    #expect(groups.isEmpty)
  }

  /// Whatever is chosen in whatever order, each value has its last choice, included ones are
  /// combined by OR and excluded ones by AND, and other groups are left alone.
  @Test func anyOrder() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let values: [CellValue] = [.text("a"), .text("b"), .integer(3), .boolean(true)]
    for _ in 0..<200 {
      var groups = FilterGroups()
      try groups.add([.inRange("n", .integer(1), nil)], to: "other")
      var choices: [CellValue: FacetChoice] = [:]
      for _ in 0..<10 {
        let value = values[Int.random(in: 0..<4, using: &random)]
        let choice = FacetChoice.allCases[Int.random(in: 0..<3, using: &random)]
        try groups.choose(choice, of: value, "x")
        choices[value] = choice
      }
      for value in values {
        #expect(groups.choice(of: value, "x") == choices[value] ?? .neither, "seed \(seed)")
      }
      let included = choices.filter { $0.value == .included }.map { Filter.equals("x", $0.key) }
      let excluded = choices.filter { $0.value == .excluded }.map {
        Filter.not(.equals("x", $0.key))
      }
      #expect(Set(groups["x"]?.filters ?? []) == Set(included))
      #expect(groups["x"].map { $0.operator == .or } ?? included.isEmpty)
      #expect(Set(groups["not x"]?.filters ?? []) == Set(excluded))
      #expect(groups["other"]?.filters.count == 1)
    }
  }

  @Test func aGroupOfTheOtherOperator() throws {
    var groups = FilterGroups()
    try groups.add([.isNotNull("kind")], to: "kind", .and)
    let before = groups
    #expect(throws: FilterGroups.OperatorMismatchError.self) {
      try groups.choose(.included, of: .text("a"), "kind")
    }
    #expect(groups == before)
    try groups.choose(.excluded, of: .text("a"), "kind")
    #expect(groups.choice(of: .text("a"), "kind") == .excluded)
  }
}
