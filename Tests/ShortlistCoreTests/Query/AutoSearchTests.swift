import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A search with signs")
struct AutoSearchTests {
  private static let signs = [
    "a", "ab", "b", "a b", "ba ab", "'a", "'ab", "^a", "b$", "^ab$", "^a$", "!a", "!ab", "!^a",
    "!b$", "!'a", "-a", "-ab", "a | b", "ab | ba", "a OR b", "a | !b", "a -b", "\"a b\"", "\"a\"",
    "!\"a b\"", "^\"a b\"", "\"b a\"$", "-", "--", "-b-", ".a", "a-b", "a--", "'a'", "'b a'",
    "'ab'", "'^a", "'^a$",
    "!", "^", "$", "'", "|", "| a", "a |", "^^", "!!a", "\"", "\"a", "a\"b", "!'", "ab ab", "a | a",
  ]

  private func ids(_ rows: [Int]) -> [RowID] { rows.map { .integer($0 + 1) } }

  @Test("finds and ranks every text of four letters as a slow search does")
  func smallWorld() throws {
    var texts = [""]
    for _ in 0..<4 {
      texts += texts.suffix(256).flatMap { text in ["a", "b", " ", "-"].map { text + $0 } }
    }
    let all = Array(Set(texts)).sorted()
    var list = ListEngine(try .typed(all.map { [("t", .text, $0)] }))
    for search in Self.signs {
      try list.update { ($0.match, $0.search) = (.auto, search) }
      let expected = AutoReference(search).rows(all.map { [($0, true)] })
      #expect(list.visibleIDs == ids(expected), "\(search)")
    }
  }

  @Test(
    "agrees with a slow search on texts and numbers, in windows and as typed", arguments: 1...12)
  func agrees(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "b", "A", "lib", "Lib", "usr/", "-", " ", "1", "12", "é", "ß", "日", "_", ".", "++", "x",
    ]
    func text() -> String {
      (0..<random.next(below: 6)).map { _ in random.pick(pieces) }.joined()
    }
    let isPooled = random.chance(0.5)
    let texts = (0..<9).map { _ in text() }
    let rows = (0..<random.pick([20, 80])).map { _ in
      [(isPooled ? random.pick(texts) : text(), true), ("\(random.next(below: 300))", false)]
    }
    let table = try RowTable.typed(
      rows.map { [("t", .text, $0[0].0), ("n", .integer, $0[1].0)] })
    var list = ListEngine(table)
    var windowed = ListEngine(table)
    _ = windowed.setRange(.fixed(length: 5), section: nil)
    for _ in 0..<5 {
      let words = (0..<1 + random.next(below: 3)).map { _ in
        random.pick(["", "", "!", "-", "'", "^", "| ", "\""])
          + random.pick([random.pick(pieces), text(), "1"])
          + random.pick(["", "", "", "$", "'", "\""])
      }
      let search = words.joined(separator: " ")
      for length in 0...search.unicodeScalars.count {
        var typed = String.UnicodeScalarView()
        typed.append(contentsOf: search.unicodeScalars.prefix(length))
        try list.update { ($0.match, $0.search) = (.auto, String(typed)) }
        let expected = ids(AutoReference(String(typed)).rows(rows))
        #expect(list.visibleIDs == expected, "\(String(typed)), seed \(seed)")
        try windowed.update { ($0.match, $0.search) = (.auto, String(typed)) }
        #expect(windowed.visibleIDs == Array(expected.prefix(5)), "\(String(typed)), seed \(seed)")
      }
    }
  }

  @Test("with a sort, only the kind of a match comes before it")
  func sorted() throws {
    var list = ListEngine(
      try .plain(
        ["id", "t", "n"],
        [
          ["1", "xbcd", "3"], ["2", "b cx d", "1"], ["3", "bcd long", "5"], ["4", "bcd", "6"],
          ["5", "a bcd", "2"], ["6", "abcd", "4"], ["7", "bxcxd", "0"],
        ]))
    try list.update { ($0.match, $0.search, $0.attributes) = (.auto, "bcd", ["t"]) }
    #expect(list.visibleIDs == ids([3, 4, 2, 0, 5, 1, 6]))
    try list.update { $0.sort = [SortKey("n")] }
    #expect(list.visibleIDs == ids([4, 2, 3, 0, 5, 6, 1]))
    _ = try list.apply([.update(["id": .integer(2), "t": .text("bcd")])])
    #expect(list.visibleIDs == ids([1, 4, 2, 3, 0, 5, 6]))
  }

  private let aircraft = [
    ["id", "manufacturer", "model", "seats", "first flight"],
    ["1", "Airbus", "A320", "180", "1987-02-22"], ["2", "Boeing", "737-800", "189", "1997-07-31"],
    ["3", "Boeing", "737", "110", "1967-04-09"], ["4", "Cessna", "C++ 172", "4", "1955-06-12"],
    ["5", "Airbus Helicopters", "H145", "10", "1999-06-12"],
  ]

  @Test(
    "terms on attributes, numbers and dates",
    arguments: [
      ("320", [1]), ("189", [2]), ("1967", [3]), ("manufacturer:boe", [2, 3]),
      ("manufacturer:airbus", [1]), ("MANUFACTURER:Airb", [1, 5]), ("model:737", [3]),
      ("model:73", [2, 3]), ("model~800", [2]), ("model~\"c++ 1\"", [4]),
      ("seats:100..", [1, 2, 3]),
      ("Seats:100..", [1, 2, 3]), ("seats>150", [1, 2]), ("seats<=10", [4, 5]),
      ("seats:18", [1, 2]),
      ("-manufacturer:boeing", [1, 4, 5]), ("!manufacturer:boe", [1, 4, 5]),
      ("seats:4 | model:h145", [4, 5]), ("\"first flight\":1999-01-01..", [5]),
      ("\"First Flight\"~1955", [4]), ("seats:", [1, 2, 3, 4, 5]), ("c++", [4]),
      ("seats~8", [1, 2]),
      ("!seats~8 -boeing", [4, 5]), ("manufacturer:null", []), ("12:30", []),
      ("boeing seats:110", [3]),
      ("std::vector", []), ("https://a", []), ("model:", [1, 2, 3, 4, 5]), ("!", [1, 2, 3, 4, 5]),
    ])
  func attributes(search: String, expected: [Int]) throws {
    var list = ListEngine(try .plain(aircraft[0], Array(aircraft[1...])))
    try list.update { ($0.match, $0.search) = (.auto, search) }
    #expect(Set(list.visibleIDs) == Set(expected.map { .integer($0) }), "\(search)")
  }

  @Test(
    "says what is wrong and where",
    arguments: [
      (
        "boeing yaers:2", 7, "there is no attribute yaers, and a text with a colon needs quotes",
        nil
      ),
      ("é seets:100..", 3, "there is no attribute seets", "seats"),
      ("manu:boeing", 0, "there is no attribute manu", "manufacturer"),
      ("-sets:4", 1, "there is no attribute sets", "seats"),
      ("manufactuer~boe", 0, "there is no attribute manufactuer", "manufacturer"),
      ("a seets>100", 2, "there is no attribute seets", "seats"),
      ("seats:abc", 6, "a number expected, not abc", nil),
      ("seats:9..1", 6, "a range from lower to upper expected, not 9..1", nil),
      ("seats>x", 6, "a number expected, not x", nil),
    ])
  func errors(search: String, offset: Int, reason: String, suggestion: String?) throws {
    var list = ListEngine(try .plain(aircraft[0], Array(aircraft[1...])))
    try list.update { ($0.match, $0.search) = (.auto, "boeing") }
    let before = (list.revision, list.visibleIDs)
    var expected = SearchError(offset: offset, reason: reason, suggestion: suggestion)
    expected.text = search
    #expect(throws: expected) { try list.update { $0.search = search } }
    #expect(list.revision == before.0 && list.visibleIDs == before.1)
    #expect(list.query.search == "boeing")
    #expect("\(expected)".contains("at byte \(offset) of the search"))
  }

  @Test("of a list with one attribute, a text with a colon is a text")
  func oneAttribute() throws {
    var list = ListEngine(
      try .typed([[("line", .text, "error: disk")], [("line", .text, "error:x")]]))
    try list.update { ($0.match, $0.search) = (.auto, "error:x") }
    #expect(list.visibleIDs == [.integer(2)])
    // A word that is nearly the name of the attribute is an ordinary one.
    try list.update { $0.search = "lines:x" }
    #expect(list.visibleIDs.isEmpty)
  }

  @Test("a value that no row has is the beginning of a word, and commits decide that anew")
  func values() throws {
    var list = ListEngine(try .plain(aircraft[0], Array(aircraft[1...])))
    try list.update { ($0.match, $0.search) = (.auto, "manufacturer:air") }
    #expect(list.visibleIDs == ids([0, 4]))
    let inserted = try list.apply([
      .insert(["id": .integer(6), "manufacturer": .text("Air"), "model": .text("x")])
    ])
    #expect(list.visibleIDs == ids([5]))
    #expect(inserted.changes != nil)
    _ = try list.apply([.update(["id": .integer(6), "manufacturer": .text("Airbus")])])
    #expect(list.visibleIDs == ids([0, 4, 5]))
    _ = try list.apply([.delete(.integer(1))])
    #expect(list.visibleIDs == ids([4, 5]))
  }

  @Test(
    "what is highlighted, in UTF-16 code units",
    arguments: [
      ("ba", "foobar bar", [7..<9]), ("ob", "foobar", [2..<4]), ("fb", "foobar", [0..<1, 3..<4]),
      ("fb", "f-b fab", [0..<1, 2..<3]),
      ("'o", "foobar", [1..<3]), ("^f", "foo f", [0..<1]), ("o$", "oo", [1..<2]),
      ("!o f", "fa", [0..<1]),
      ("t~o", "foo", [1..<3]), ("t:ba", "foo bar", [4..<6]), ("\"o b\"", "foo bar", [2..<5]),
      ("x | r", "foo bar", [6..<7]), ("'bar'", "foobar bar", [7..<10]), ("^foo$", "foo", [0..<3]),
    ])
  func highlights(search: String, text: String, expected: [Range<Int>]) throws {
    var list = ListEngine(try .typed([[("t", .text, text)]]))
    try list.update { ($0.match, $0.search) = (.auto, search) }
    #expect(list.plan?.highlights(of: .text(text), column: 0) == expected, "\(search)")
    #expect(
      list.query.highlights(in: text, of: "t").map { $0.lowerBound }
        == expected.map { String.Index(utf16Offset: $0.lowerBound, in: text) } || search == "t:ba")
  }

  @Test("points are never more than their bound says, of any needle and text", arguments: 1...20)
  func bounds(seed: Int) {
    var random = SeededRandom(seed: seed)
    let tests: [TextTest] = [.letters, .anywhere, .wordStart, .word, .start, .end, .whole]
    for _ in 0..<150 {
      let text = (0..<random.next(below: 9)).map { _ in
        random.pick(["a", "b", "A", "-", " ", "é", "/"])
      }
      .joined()
      let letters = Folding.fold(
        (0..<1 + random.next(below: 4)).map { _ in random.pick(["a", "b", "-", " ", "é"]) }.joined()
      )
      let needle = Needle(letters, isGreedy: random.chance(0.2))
      let folded = Folding.fold(text)
      var aligner = FuzzyAligner()
      let fuzzy = aligner.points(Array(text.utf8).span, folded.span, needle)
      for test in tests {
        for ranking in [
          SearchPlan.Ranking.kinds, .kindsAndPoints(prefersShort: true),
          .points(prefersShort: false),
        ] {
          let scale = PointScale(needle, test, ranking)
          let points = scale.points(fuzzy, folded.span)
          let note = "\(letters) in \(text) by \(test) and \(ranking), seed \(seed)"
          #expect(points <= scale.most(fuzzy, isJoined: true), "\(note)")
          let more = FuzzyPoints(clamping: Int(fuzzy.value) + random.next(below: 90))
          for isJoined in [true, false] {
            let most = scale.most(more, isJoined: isJoined)
            let floors = scale.floors(most)
            #expect(scale.most(fuzzy, isJoined: isJoined) <= most, "\(note)")
            #expect(isJoined || most == .none || floors.scattered <= more, "\(note)")
            #expect(
              !isJoined || min(floors.joined, floors.scattered) <= more || most == .none,
              "\(note)")
          }
          #expect(scale.most(FuzzyPoints.most, isJoined: true) >= points, "\(note)")
          if ranking == .kinds, fuzzy != .none, test != .letters {
            #expect((points != .none) == needle.matches(folded.span, test), "\(note)")
          }
        }
      }
    }
  }

  @Test("hostile searches end soon, with a result or an error", arguments: 1...30)
  func hostile(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var list = ListEngine(try .plain(aircraft[0], Array(aircraft[1...])))
    for _ in 0..<40 {
      let search = (0..<random.next(below: 30)).map { _ in
        random.pick([
          "\"", "\\", "|", " ", "!", "-", "^", "$", "'", ":", "~", "<", ">", "=", "..", "seats",
          "a", "1",
          "\u{308}", "´", "\u{0}", "日", "model", "*", "null", "(", ")", "\u{202E}",
        ])
      }.joined()
      do {
        try list.update { ($0.match, $0.search) = (.auto, search) }
        _ = list.query.highlights(in: "seats a1", of: "model")
        let whole = list.visibleIDs
        let fresh = try ListEngine(list.table, query: list.query)
        #expect(fresh.visibleIDs == whole, "\(search), seed \(seed)")
      } catch let error as SearchError {
        #expect((0...search.utf8.count).contains(error.offset), "\(search), seed \(seed)")
      }
    }
  }
}
