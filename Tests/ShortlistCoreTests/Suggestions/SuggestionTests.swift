import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Suggestions")
struct SuggestionTests {
  private static let texts = [
    "Zoë", "zoe", "Zo", "ZO", "zo\u{65}\u{308}", "Ann", "ann", "", "*", "?a", "Straße", "strasse",
    "ｚｏ", "a very long text that no key can hold whole, one", "É", "e",
    "a very long text that no key can hold whole, two", "a very long text that no key can hold",
  ]

  /// Shows Sight Words 30.
  @Test("what begins with the text, ascending, whatever the query is; the exact row first")
  func story() throws {
    let rows = [["1", "Zoë"], ["2", "zoe"], ["3", "Zo"], ["4", ""], ["5", "Ann"]]
    var engine = ListEngine(try Table.plain(["id", "t"], rows))
    try engine.update { $0.filters = "id:5" }
    let found = try engine.suggestions(for: " zo ", in: "t")
    #expect(found.items.map(\.text) == ["Zo", "Zoë", "zoe"] && found.exact == .integer(3))
    #expect(try engine.suggestions(for: "zo", in: "t", limit: 1).items.map(\.id) == [.integer(3)])
    #expect(try engine.suggestions(for: "ZOE", in: "t").exact == .integer(1))
    #expect(try engine.suggestions(for: "zoe", in: "t").exact == .integer(2))
    #expect(try engine.suggestions(for: "", in: "t").exact == nil)
    #expect(try engine.suggestions(for: "", in: "t").items.count == 4)
    #expect(engine.total == 1 && engine.revision == 2)
    #expect(throws: InvalidRequest.self) { try engine.suggestions(for: "a", in: "id") }
    #expect(throws: InvalidRequest.self) { try engine.suggestions(for: "a", in: "nope") }
  }

  @Test("a new row that may not be selected is not made, and the selection stays")
  func refused() throws {
    var engine = ListEngine(try Table.plain(["id", "n"], [["1", "a"], ["2", "b"]]))
    try engine.setSelectionRules([.matching("n:a", reason: "only a")], mode: .single)
    _ = engine.select(.select([.integer(1)]))
    let refused = try engine.commitSuggestion(" zz ", in: "n")
    #expect(refused.id == nil && !refused.isCreated && refused.changes == nil)
    #expect(refused.selection.result == .refused && refused.selection.removed.isEmpty)
    #expect(refused.selection.refusals.map(\.reason) == ["only a"])
    #expect(refused.selection.count == 1 && refused.revision == 2)
    #expect(engine.total == 2 && engine.revision == 2 && engine.selection.count == 1)
    let unselected = try engine.commitSuggestion("zz", in: "n", selects: false)
    #expect(unselected.id == .integer(3) && unselected.isCreated && unselected.revision == 3)
    #expect(engine.total == 3 && engine.selection.count == 1)
  }

  @Test("the same as looking at every row, also after commits", arguments: 0..<20)
  func reference(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var rows: [Int: String?] = [:]
    var source: [Int] = []
    var engine = ListEngine(
      try Table.typed(
        [],
        options: TableOptions(
          id: "id",
          schema: [
            .init(name: "id", type: .integer), .init(name: "t", type: .text),
          ])))
    for id in 0..<60 {
      let isOld = !source.isEmpty && random.chance(0.4)
      let key = isOld ? random.pick(source) : id
      let text = random.chance(0.1) ? nil : random.pick(Self.texts)
      let values: RowValues = ["id": .integer(key), "t": text.map(Value.text) ?? .null]
      if isOld && random.chance(0.3) {
        _ = try engine.apply([.delete(.integer(key))])
        rows[key] = nil
        source.removeAll { $0 == key }
      } else {
        _ = try engine.apply([isOld ? .update(values) : .insert(values)])
        rows[key] = .some(text)
        if !isOld { source.append(key) }
      }
      let typed = random.pick(Self.texts + ["z", "s", "a ", " a very long text that", "x"])
      let limit = random.next(below: 6)
      let found = try engine.suggestions(for: typed, in: "t", limit: limit)
      let slow = slowly(typed, source.compactMap { key in (rows[key] ?? nil).map { (key, $0) } })
      #expect(found.items.map(\.id) == slow.ids.prefix(limit).map(RowID.integer), "seed \(seed)")
      #expect(found.exact == slow.exact.map(RowID.integer), "seed \(seed), \(typed)")
    }
  }

  /// The rows that begin with a text, and the exact one, by looking at every row.
  private func slowly(_ typed: String, _ rows: [(id: Int, text: String)]) -> (
    ids: [Int], exact: Int?
  ) {
    let text = String(
      typed.unicodeScalars.drop { $0 == " " }.reversed().drop { $0 == " " }
        .reversed().map(Character.init))
    let folded = Folding.fold(text)
    let sorted = rows.enumerated().sorted { a, b in
      let (first, second) = (Folding.fold(a.element.text), Folding.fold(b.element.text))
      if first != second { return first.lexicographicallyPrecedes(second) }
      if !a.element.text.utf8.elementsEqual(b.element.text.utf8) {
        return a.element.text.utf8.lexicographicallyPrecedes(b.element.text.utf8)
      }
      return a.offset < b.offset
    }.map(\.element)
    let exact =
      sorted.first { $0.text.utf8.elementsEqual(text.utf8) }
      ?? sorted.first { Folding.fold($0.text) == folded }
    return (
      sorted.filter { Folding.fold($0.text).starts(with: folded) }.map(\.id),
      text.isEmpty ? nil : exact?.id
    )
  }
}
