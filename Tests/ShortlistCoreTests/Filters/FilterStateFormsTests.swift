import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A filter state as text and as a URL")
struct FilterStateFormsTests {
  /// So many random states; more with `SHORTLIST_STATES`.
  private static var states: Int { Environment.number("SHORTLIST_STATES") ?? 3000 }

  private let schema = ListSchema(OddValues.schema)

  @Test("random states: the text selects the same rows and is a fixed point, the URL gives it back")
  func randomStates() throws {
    let seed = Environment.number("SHORTLIST_SEED") ?? 1
    var random = SeededRandom(seed: seed)
    var table = try random.oddTable(rows: 90)
    for round in 1...Self.states {
      if round % 500 == 0 { table = try random.oddTable(rows: 90) }
      let state = try random.oddState()
      try checkText(state, table, "seed \(seed), round \(round): \(state)")
      try checkURL(state, "seed \(seed), round \(round)")
    }
  }

  private func checkText(_ state: FilterGroups, _ table: RowTable, _ comment: Comment) throws {
    let parsed = try Filter(parsing: state.description, schema: schema)
    let printed = parsed?.description ?? ""
    let again = try Filter(parsing: printed, schema: schema)?.description ?? ""
    #expect(BinaryString(again) == BinaryString(printed), comment)
    let filter = try state.filter?.checked(against: schema)
    let rows = (filter?.rows(of: table) ?? table.rows).slots
    #expect((parsed?.rows(of: table) ?? table.rows).slots == rows, comment)
    #expect(table.rows.slots.filter { filter?.holds(for: $0, in: table) != false } == rows, comment)
  }

  private func checkURL(_ state: FilterGroups, _ comment: Comment) throws {
    let url = state.urlQuery
    let again = try FilterGroups(urlQuery: url)
    #expect(again == state, comment)
    #expect(again.urlQuery == url, comment)
    let isFit = url.utf8.allSatisfy { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9": true
      case let scalar: "-._~:(),*!/@%=&".unicodeScalars.contains(scalar)
      }
    }
    #expect(isFit, comment)
  }

  @Test("filters that no list accepts come back too")
  func unfitStates() throws {
    var state = FilterGroups()
    let odd: [Filter] = [
      .all([]), .any([]), .not(.not(.all([.any([])]))), .equals("l", .list([])),
      .equals("l", .list(["null", "a", "b c", ""])), .equals("t", .text("(null)")),
      .inRange("r", nil, nil), .inRange("r", .null, .boolean(true)),
      .inRange("r", .text(".."), nil),
      .compares("c", .equal, .null), .compares("c", .less, .number(-.infinity)),
      .equals("x", .number(.infinity)), .equals("", .text("")), .isNull("and"), .isNull("or("),
    ]
    try state.add(odd, to: "odd")
    #expect(try FilterGroups(urlQuery: state.urlQuery) == state)
    // What is not a number is not even the same as itself.
    var nan = FilterGroups()
    try nan.add([.equals("x", .number(.nan)), .equals("x", .number(-.nan))], to: "")
    #expect(nan.urlQuery == "=and(x:nan,x:nan)")
    #expect(try FilterGroups(urlQuery: nan.urlQuery).groups.first?.filters.count == 2)
    // Zero has a sign.
    let zero = try FilterGroups(urlQuery: "a=and(x:-0.0)")
    #expect(zero.urlQuery == "a=and(x:-0.0)")
  }

  @Test("types need no schema, and what differs in normalisation is two filters")
  func types() throws {
    var state = FilterGroups()
    let day = try #require(Timestamp("2024-01-31"))
    let values: [CellValue] = [
      .text("40"), .integer(40), .number(40), .text("true"), .boolean(true), .text("2024-01-31"),
      .date(day), .null, .text("null"), .text("é"), .text("e\u{301}"),
    ]
    try state.add(values.map { .equals("a", $0) } + [.isNull("a")], to: "g", .or)
    #expect(state["g"]?.filters.count == values.count + 1)
    #expect(
      state.urlQuery
        == "g=or(a:%2240%22,a:40,a:40.0,a:%22true%22,a:true,a:%222024-01-31%22,a:2024-01-31,"
        + "a:(null),a:%22null%22,a:%C3%A9,a:e%CC%81,a:null)")
    #expect(try FilterGroups(urlQuery: state.urlQuery) == state)
    var names = FilterGroups()
    for name in ["é", "e\u{301}"] { try names.add([.isNull(name)], to: name) }
    #expect(names.groups.count == 2 && names.groups[0] != names.groups[1])
    #expect(names.description == "(\"é\":null) AND (\"e\u{301}\":null)")
    let turned = try FilterGroups(urlQuery: "e%CC%81=and(e%CC%81:null)&%C3%A9=and(%C3%A9:null)")
    #expect(names != turned && names.filter != turned.filter)
  }

  @Test(
    "what URLs mean",
    arguments: [
      ("", ""),
      ("kind=or(kind:fruit)", #"("kind":"fruit")"#),
      ("a=and(price:1..2,price:..2.5,price:%3E=3)", "error 38"),
      (
        "a=and(price:1..2,price:..2.5,price:%3E%3D3)",
        #"("price":1..2 AND "price":..2.5 AND "price":>=3)"#
      ),
      ("a=and(-kind:%22a%20b%22)", #"(NOT "kind":"a b")"#),
      ("a=and(t:2024-01-31T10:00:00%2B02:00..)", #"("t":"2024-01-31T10:00:00+02:00"..)"#),
      ("%26=or(%22%26%22:null)&=and(and:*)", #"("&":null) AND ("and":*)"#),
      ("a=and(or(x:1,-and(y:2)))", #"(("x":1 OR NOT ("y":2)))"#),
      ("a=%61nd(%78:1)", #"("x":1)"#),
      ("a", "error 0"), ("a=and(x:1)&", "error 11"), ("&", "error 0"), ("a=x:1", "error 2"),
      ("a=and()", "error 6"), ("a=and(x:1", "error 9"), ("a=and(x:1))", "error 10"),
      ("a=and(x:1)b", "error 10"), ("a=and(x:1)&a=or(x:1)", "error 11"),
      ("a=and(x:1,x:1)", "error 10"), ("a=and(x)", "error 7"), ("a=and(:1)", "error 6"),
      ("a=and(x:)", "error 8"), ("a=and(x:1,)", "error 10"), ("a=and(x:a b)", "error 9"),
      ("a=and(x:a+b)", "error 9"), ("a=and(x:%22a)", "error 8"), ("a=and(x:%22\\q%22)", "error 11"),
      ("a=and(x:%22%5Cq%22)", "error 11"), ("a=and(x:a%3Db)", "error 9"),
      ("a=and(x:-a)", "error 8"),
      ("a=and(x:%FF)", "error 8"), ("a=and(x:%C3)", "error 8"), ("a=and(x:%4)", "error 8"),
      ("a=and(x:%4g)", "error 8"), ("a=and(x:é)", "error 8"), ("a=and(%C3%A9:b%21)", "error 14"),
      ("a=and(x:null..5)", "error 8"), ("a=and(x:((a)))", "error 9"), ("a=and(x:(1))", "error 9"),
      ("a=and(x:%3E)", "error 11"), ("?a=and(x:1)", "error 0"), ("a=and(x:1)#", "error 10"),
      ("a=AND(x:1)", "error 2"), ("a=and(x:%22a%22b)", "error 15"), ("a=and(x:1...5)", "error 11"),
    ])
  func meaning(url: String, printed: String) {
    do {
      let state = try FilterGroups(urlQuery: url)
      #expect(state.description == printed)
    } catch {
      #expect(printed == "error \(error.offset)", "\(error)")
      #expect(!error.expected.isEmpty)
    }
  }

  @Test("no depth of nesting exhausts the stack")
  func depth() {
    for opening in ["and(", "-", "-and(", "x:("] {
      let text = "a=and(" + String(repeating: opening, count: 100_000)
      #expect(throws: FilterError.self) { try FilterGroups(urlQuery: text) }
    }
  }

  @Test("whatever is read is written and read again; nothing traps", arguments: 1...20)
  func damaged(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let pieces = Array(
      "%22 %2C ( ) , : .. - = & %5C null * %00 %C3 and( or( a 4 %3E".split(separator: " "))
    for _ in 0..<200 {
      var bytes = Array(try random.oddState().urlQuery.utf8)
      for _ in 0...random.next(below: 3) {
        let place = random.next(below: bytes.count + 1)
        if random.chance(0.5) {
          bytes.insert(contentsOf: random.pick(pieces).utf8, at: place)
        } else if place < bytes.count {
          bytes.remove(at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let state = try FilterGroups(urlQuery: text)
        #expect(try FilterGroups(urlQuery: state.urlQuery) == state, "seed \(seed): \(text)")
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "seed \(seed): \(text)")
      }
    }
  }
}
