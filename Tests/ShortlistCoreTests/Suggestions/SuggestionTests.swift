import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Suggestions")
struct SuggestionTests {
  private static let texts = [
    "Zoë", "zoe", "Zo", "ZO", "zo\u{65}\u{308}", "Ann", "ann", "", "*", "?a", "Straße", "strasse",
    "ｚｏ", "a very long text that no key can hold whole, one", "É", "e",
    "a very long text that no key can hold whole, two", "a very long text that no key can hold",
    " zo", "\u{A0}Zo\t", "  ", "\t zoe ", "zo\u{2028}", "  zoo", " \u{1680}Ann", "zo \u{1}",
    "\u{1}",
  ]

  /// Shows Sight Words 30.
  @Test("what begins with the text, ascending, whatever the query is; the exact row first")
  func story() throws {
    let rows = [["1", "Zoë"], ["2", "zoe"], ["3", "Zo"], ["4", ""], ["5", "Ann"]]
    var engine = ListEngine(try RowTable.plain(["id", "t"], rows))
    try engine.update { $0.filters = "id:5" }
    let found = try engine.suggestions(for: " zo ", in: "t")
    #expect(found.items.map(\.text) == ["Zo", "Zoë", "zoe"] && found.exact == nil)
    #expect(found.total == 3 && found.similar == .integer(3))
    let page = try engine.suggestions(for: "zo", in: "t", from: 1, limit: 1)
    #expect(page.items.map(\.id) == [.integer(1)] && page.total == 3)
    #expect(try engine.suggestions(for: "zo", in: "t", limit: 1).items.map(\.id) == [.integer(3)])
    for (text, exact, similar) in [("ZOE", nil, 1), ("zoe", 2, 1), ("Zoë", 1, 2), ("", nil, nil)] {
      let found = try engine.suggestions(for: text, in: "t")
      #expect(found.exact == exact.map(RowID.integer), "\(text)")
      #expect(found.similar == similar.map(RowID.integer), "\(text)")
    }
    #expect(try engine.suggestions(for: "", in: "t").items.count == 4)
    #expect(engine.total == 1 && engine.revision == 2)
    #expect(throws: InvalidRequestError.self) { try engine.suggestions(for: "a", in: "id") }
    #expect(throws: InvalidRequestError.self) { try engine.suggestions(for: "a", in: "nope") }
  }

  @Test("a new row that may not be selected is not made, and the selection stays")
  func refused() throws {
    var engine = ListEngine(try RowTable.plain(["id", "n"], [["1", "a"], ["2", "b"]]))
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

  @Test("white space at the ends makes no difference, wherever such texts are in the order")
  func whiteSpace() throws {
    let rows = ["zo", " zo", "\t zoe", "zo ", "a", "\u{A0}Zo", "zone", "  ", "z o"].enumerated()
    var engine = ListEngine(try RowTable.plain(["id", "t"], rows.map { ["\($0 + 1)", $1] }))
    let found = try engine.suggestions(for: "\n zo", in: "t")
    #expect(found.items.map(\.id) == [3, 2, 6, 1, 4, 7].map(RowID.integer))
    #expect(found.exact == .integer(2) && found.similar == .integer(6) && found.total == 6)
    let taken = try engine.commitSuggestion("ZO", in: "t", equality: .folded)
    #expect(taken.id == .integer(2) && !taken.isCreated)
    let made = try engine.commitSuggestion("ZO ", in: "t")
    let id = try #require(made.id)
    #expect(made.isCreated && engine.row(id)?[1] == .text("ZO"))
  }

  @Test("the same as looking at every row, also after commits", arguments: 0..<20)
  func reference(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var rows: [Int: String?] = [:]
    var source: [Int] = []
    var engine = ListEngine(
      try RowTable.typed(
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
      let values: RowValues = ["id": .integer(key), "t": text.map(CellValue.text) ?? .null]
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
      let first = random.next(below: 3)
      let found = try engine.suggestions(for: typed, in: "t", from: first, limit: limit)
      let slow = slowly(typed, source.compactMap { key in (rows[key] ?? nil).map { (key, $0) } })
      let ids = slow.ids.dropFirst(first).prefix(limit).map(RowID.integer)
      #expect(found.items.map(\.id) == ids, "seed \(seed), \(typed)")
      #expect(found.total == slow.ids.count, "seed \(seed), \(typed)")
      #expect(found.exact == slow.exact.map(RowID.integer), "seed \(seed), \(typed)")
      #expect(found.similar == slow.similar.map(RowID.integer), "seed \(seed), \(typed)")
    }
  }

  /// The rows that begin with a text, and those that are equal, by looking at every row.
  private func slowly(_ typed: String, _ rows: [(id: Int, text: String)]) -> (
    ids: [Int], exact: Int?, similar: Int?
  ) {
    func trimmed(_ text: String) -> String {
      let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
      let end = scalars.lastIndex { !$0.properties.isWhitespace }
      return end.map { String(String.UnicodeScalarView(scalars[...$0])) } ?? ""
    }
    func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
    let text = trimmed(typed)
    let folded = Folding.fold(text)
    let sorted = rows.enumerated().sorted { a, b in
      let (first, second) = (Folding.fold(a.element.text), Folding.fold(b.element.text))
      if first != second { return first.lexicographicallyPrecedes(second) }
      if !isSame(a.element.text, b.element.text) {
        return a.element.text.utf8.lexicographicallyPrecedes(b.element.text.utf8)
      }
      return a.offset < b.offset
    }.map { (id: $0.element.id, text: trimmed($0.element.text)) }
    let similar = sorted.first { Folding.fold($0.text) == folded && !isSame($0.text, text) }
    return (
      sorted.filter { Folding.fold($0.text).starts(with: folded) }.map(\.id),
      text.isEmpty ? nil : sorted.first { isSame($0.text, text) }?.id,
      text.isEmpty ? nil : similar?.id
    )
  }
}
