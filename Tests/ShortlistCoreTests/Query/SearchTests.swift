import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistCore

@Suite("Limits of queries")
struct QueryLimitTests {
  private func refusal(_ change: (inout ListQuery) -> Void) throws -> InvalidRequestError? {
    var list = ListEngine(try .plain(["id", "name", "n"], [["1", "a", "2"], ["2", "b", "1"]]))
    let error = #expect(throws: InvalidRequestError.self) { try list.update(change) }
    #expect(list.revision == 1 && list.query == ListQuery())
    return error
  }

  @Test(
    "a search that is too long is refused, and the limit is told", arguments: MatchKind.allCases)
  func search(match: MatchKind) throws {
    var list = ListEngine(try .plain(["id", "name"], [["1", "a"]]))
    try list.update { ($0.match, $0.search) = (match, String(repeating: "a", count: 10_000)) }
    let error = try refusal { query in
      (query.match, query.search) = (match, String(repeating: "é", count: 5_001))
    }
    #expect(
      error?.description.contains("10002") == true
        && "\(error?.description ?? "")".contains("10000"))
    let words = (0...256).map { "w\($0)" }
    if match == .words || match == .fuzzy {
      let error = try refusal { ($0.match, $0.search) = (match, words.joined(separator: " ")) }
      #expect(error?.description.contains("257") == true)
    }
    // A word counts once.
    let most = words.dropFirst() + words.dropFirst()
    try list.update { ($0.match, $0.search) = (match, most.joined(separator: " ")) }
  }

  @Test("filters of groups are limited together")
  func groups() throws {
    let filters = (0...2500).map { Filter.equals("n", .integer($0)) }
    let error = try refusal { query in
      try? query.groups.add(filters, to: "n", .or)
      try? query.groups.add(filters, to: "m", .or)
    }
    #expect(error?.description.contains("5002") == true)
  }

  @Test("an attribute that is there already decides nothing more")
  func repeated() throws {
    let rows = [["1", "a", "2"], ["2", "b", "1"], ["3", "a", "1"]]
    var list = ListEngine(try .plain(["id", "name", "n"], rows))
    try list.update { query in
      query.sort = [SortKey("n")] + Array(repeating: SortKey("n", .descending), count: 5000)
      query.attributes = Array(repeating: "name", count: 5000)
      (query.match, query.search) = (.prefix, "a")
    }
    #expect(list.visibleIDs == [.integer(3), .integer(1)])
    _ = try list.apply([.update(["id": .integer(2), "name": .text("ab")])])
    #expect(list.visibleIDs == [.integer(2), .integer(3), .integer(1)])
  }

  @Test("many filters are added, taken out and turned round in a time by their number")
  func manyFilters() throws {
    let filters = (0..<50_000).map { Filter.equals("n", .integer($0)) }
    var groups = FilterGroups()
    try groups.add(filters + filters, to: "n", .or)
    #expect(groups["n"]?.filters == filters)
    let turned = Array(filters[..<25_000]) + [Filter.isNull("n")] + filters[..<25_000]
    try groups.toggle(turned, in: "n", .or)
    #expect(groups["n"]?.filters == filters[25_000...] + [.isNull("n")])
    try groups.remove(filters, from: "n", .or)
    #expect(groups["n"]?.filters == [.isNull("n")])
  }
}

@Suite("Search")
struct SearchTests {
  private static let parts = [
    "Ann", "änn", "Bob cat", "Zoë", "Straße", "STRASSE", "Łódź", "lodz", "camelCase", "O'Brien",
    "x-ray", "blue iris", "日本", "ß", "a b  c", "10", "über", "u\u{308}ber", "", "한국", "\u{1F600}",
  ]

  /// The texts of a row, and what a slow matcher looks at.
  private struct Texts {
    let texts: [String]
    let folded: [[UnicodeScalar]]
    let words: [[UnicodeScalar]]

    init(_ texts: [String]) {
      self.texts = texts
      folded = texts.map { Array(Folding.foldedText($0).unicodeScalars) }
      words = folded.flatMap(Self.words)
    }

    static func words(_ text: [UnicodeScalar]) -> [[UnicodeScalar]] {
      text.split { !Folding.isWordCharacter($0.value) }.map { Array($0) }
    }
  }

  /// Whether a text matches, word by word and letter by letter.
  private func matches(_ row: Texts, _ search: String, _ match: MatchKind) -> Bool {
    let wanted = Array(Folding.foldedText(search).unicodeScalars)
    let whole = Array(wanted.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    switch match {
    case .auto: preconditionFailure("which rows match depends on all of them")
    case .typos: return !TypoReference.rows([row.texts], search).isEmpty
    case .words:
      return Texts.words(wanted).allSatisfy { wanted in
        row.words.contains { $0.starts(with: wanted) }
      }
    case .prefix: return whole.isEmpty || row.folded.contains { $0.starts(with: whole) }
    case .substring:
      return whole.isEmpty
        || row.folded.contains { text in
          text.indices.contains { text[$0...].starts(with: whole) }
        }
    case .fuzzy:
      return wanted.split(separator: " ").allSatisfy { word in
        row.folded.contains { text in
          var rest = text[...]
          return word.allSatisfy { letter in
            guard let found = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: found)...]
            return true
          }
        }
      }
    }
  }

  @Test("agrees with a slow matcher, fresh, narrowed and going back", arguments: 1...60)
  func agrees(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    func text() -> String {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in random.pick(Self.parts) }
        .joined(separator: random.pick([" ", "", "-", ", "]))
    }
    let rows = (0..<40).map { _ in [text(), text()] }
    let texts = rows.map(Texts.init)
    let table = try RowTable.typed(rows.map { [("a", .text, $0[0]), ("b", .text, $0[1])] })
    var engine = ListEngine(table)
    for _ in 0..<30 {
      let whole = text()
      let match = random.pick(MatchKind.allCases)
      // As typed, letter by letter, and deleted again.
      let prefixes = (0...whole.unicodeScalars.count).map { length in
        String(whole.unicodeScalars.prefix(length).map(Character.init))
      }
      let expected = prefixes.map { search in
        match == .auto
          ? AutoReference(search).rows(rows.map { $0.map { ($0, true) } }).sorted()
          : rows.indices.filter { matches(texts[$0], search, match) }
      }
      let typed = Array(zip(prefixes, expected))
      for (search, expected) in typed + typed.reversed() {
        try engine.update { ($0.search, $0.match) = (search, match) }
        let found = engine.visibleIDs.map { id in
          if case .integer(let number) = id { number - 1 } else { -1 }
        }
        #expect(found.sorted() == expected, "\(match) \(search), seed \(seed)")
      }
    }
  }

  @Test("texts that do not repeat, also of one letter", arguments: 1...20)
  func unrepeated(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let pieces = Self.parts + ["a", "l", "9", "-", "/", " l", "é", "_a"]
    let texts = (0..<random.pick([1, 63, 64, 65, 300])).map { _ in
      (0..<random.next(below: 6)).map { _ in random.pick(pieces) }.joined()
    }
    var arena = Arena()
    for text in texts { arena.append(Array(text.utf8).span) }
    var column = TextColumn()
    column.pieces = [.direct(TextRows(TextBlock(arena)))]
    var engine = ListEngine(
      RowTable(
        path: "sample", schema: ListSchema([.init(name: "a", type: .text)]),
        columns: [.text(column)],
        count: texts.count))
    let rows = texts.map { Texts([$0]) }
    let searches = ["l", "a", "b", "9", "1", "é", "a l", "l1", "ann", "日"]
    for search in searches {
      for match in [MatchKind.words, .substring] {
        try engine.update { ($0.search, $0.match) = (search, match) }
        let expected = rows.indices.filter { matches(rows[$0], search, match) }
        #expect(
          engine.visibleIDs == expected.map { .integer($0 + 1) },
          "\(match) \(search), seed \(seed)")
      }
    }
  }

  @Test("texts that do not repeat, over more than one chunk, and several workers")
  func chunks() throws {
    let count = Chunk.rows * 2 + 100
    var builder = TableBuilder(path: "big")
    try builder.setColumns(["path", "kind"], line: 1)
    for row in 0..<count {
      builder.beginRow(line: row + 2)
      let path = row % 97 == 0 ? "" : "usr/Share/doc\(row)/fi\(row % 7)le.TXT"
      builder.append(.plain, Array(path.utf8).span, column: 0)
      builder.append(.plain, Array((row % 3 == 0 ? "Odd" : "even").utf8).span, column: 1)
      builder.endRow()
    }
    let table = try builder.finish()
    guard case .text(let path) = table.columns[0], case .text(let kind) = table.columns[1] else {
      Issue.record("both are texts")
      return
    }
    #expect(!path.isCoded && kind.isCoded)
    let backwards = Workers { count, piece in for index in (0..<count).reversed() { piece(index) } }
    var engine = ListEngine(table, workers: backwards)

    func total(_ search: String, _ match: MatchKind) throws -> Int {
      try engine.update { ($0.search, $0.match) = (search, match) }.total
    }
    let texts = count - (count + 96) / 97
    #expect(
      try total("fi3 odd", .words)
        == (0..<count).count { $0 % 97 != 0 && $0 % 7 == 3 && $0 % 3 == 0 })
    #expect(try total("ile", .words) == 0)
    #expect(try total("ile", .substring) == 0)
    #expect(try total("txt", .words) == texts)
    #expect(try total("shrae", .typos) == texts)
    #expect(
      try total("shrae eevn", .typos) == texts - (0..<count).count { $0 % 97 != 0 && $0 % 3 == 0 })
    #expect(try total(".txtu", .substring) == 0)
    #expect(try total("usr/share/doc70000", .prefix) == 1)
    #expect(try total("usd7t", .fuzzy) >= texts / 10)
    #expect(try total("doc131071 fi4le", .words) == 0)
    #expect(try engine.update { ($0.search, $0.match) = ("doc131071", .words) }.total == 1)
    #expect(engine.visibleIDs == [.integer(131_072)])
    let sorted = try engine.update { ($0.search, $0.sort) = ("", [SortKey("path", .descending)]) }
    #expect(sorted.changes == .reset)
    #expect(engine.snapshot(0..<1).lines[0].values[0].text.hasPrefix("usr/Share/doc9"))
    #expect(engine.snapshot(count - 1..<count).lines[0].values[0] == .null)
  }

  @Test("a cancelled search leaves the list as it was")
  func cancelled() throws {
    var engine = ListEngine(try .plain(["a"], [["x"], ["y"]]))
    try engine.update { $0.search = "x" }
    let before = (engine.revision, engine.visibleIDs, engine.query)
    var query = engine.query
    query.search = "y"
    #expect(throws: CancellationError.self) { try engine.setQuery(query) { true } }
    #expect(engine.revision == before.0)
    #expect(engine.visibleIDs == before.1)
    #expect(engine.query == before.2)
  }

  @Test("sections that are cancelled while rows are assigned leave the list as it was")
  func cancelledSections() throws {
    var engine = ListEngine(try .plain(["a"], (0..<2 * Chunk.rows + 1).map { ["\($0)"] }))
    var query = engine.query
    query.sections = SectionRule(by: "a")
    let checks = Mutex(0)
    var cancelled = 0
    while true {
      checks.withLock { $0 = 0 }
      let allowed = cancelled
      let outcome = try? engine.setQuery(query) {
        checks.withLock { checks in
          checks += 1
          return checks > allowed
        }
      }
      if outcome != nil { break }
      #expect(engine.revision == 1 && engine.query.sections == nil)
      cancelled += 1
    }
    #expect(cancelled > 3)
    #expect(engine.sections.sections.count == 2 * Chunk.rows + 1)
  }

  @Test(
    "what is highlighted, in UTF-16 code units",
    arguments: [
      (MatchKind.words, "str", "Hauptstraße Straße", [12..<15]),
      (.words, "strass", "Straße", [0..<5]), (.prefix, "u", "u\u{308}ber", [0..<2]),
      (.substring, "b", "abcb", [1..<2, 3..<4]), (.fuzzy, "fb", "fooBar barFoo", [0..<1, 3..<4]),
      (.words, "x", "abc", []), (.words, "a", "\u{1F600} a", [3..<4]),
    ])
  func highlights(match: MatchKind, search: String, text: String, expected: [Range<Int>]) throws {
    var engine = ListEngine(try .typed([[("a", .text, text)]]))
    try engine.update { ($0.match, $0.search) = (match, search) }
    let plan = try SearchPlan(engine.query, schema: engine.table.schema)
    #expect(plan?.highlights(of: .text(text), column: 0) == expected)
  }

  @Test(
    "better alignments come first",
    arguments: [
      ("fb", ["fooBar", "foo bar", "fab", "xfxbx"]), ("abc", ["abc", "xabc", "a_b_c", "axbxc"]),
      ("ur", ["usr/x", "uxxxr"]),
    ])
  func fuzzyOrder(search: String, texts: [String]) throws {
    var engine = ListEngine(try .typed(texts.reversed().map { [("a", .text, $0)] }))
    try engine.update { ($0.match, $0.search) = (.fuzzy, search) }
    let best = engine.snapshot(0..<1).lines.first?.values.first
    #expect(texts.prefix(2).map(CellValue.text).contains(try #require(best)))
  }
}
