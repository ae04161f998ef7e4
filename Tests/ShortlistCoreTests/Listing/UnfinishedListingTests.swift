import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Listings whose first rows alone are in order")
struct UnfinishedListingTests {
  /// A word of more letters than are looked for at once.
  private static let long = String(repeating: "linux", count: 7)
  private static let parts = ["lib", "Lin", "ux", "/", "-", "usr", "a", "so", "x1", " ", "é"]

  /// A table whose texts have codes or are kept as such.
  private func table(_ random: inout SeededRandom, rows: Int, isCoded: Bool) -> RowTable {
    var column = TextColumn()
    let common = random.chance(0.5) ? ["l-é-é-u", "éél u", "É/É/lu"] : []
    let long = random.chance(0.2) ? [Self.long, Self.long + "u", "l-" + Self.long] : []
    for chunk in 0..<Chunk.count(for: rows) {
      var arena = Arena()
      var codes: [UInt32] = []
      for _ in 0..<Chunk.rows(of: chunk, count: rows) {
        var text = (common + long).isEmpty ? "" : random.pick(common.isEmpty ? long : common)
        text += (0..<2 + random.next(below: 6)).map { _ in random.pick(Self.parts) }.joined()
        arena.append(Array(text.utf8).span)
        if isCoded { codes.append(column.pool.code(of: Array(text.utf8).span)) }
      }
      column.pieces.append(isCoded ? .coded(codes) : .direct(TextRows(TextBlock(arena))))
    }
    var numbers = FlatColumn<Int>()
    for row in 0..<UInt32(rows) {
      numbers.set(row, to: random.chance(0.1) ? nil : random.next(below: 5), slots: rows)
    }
    return RowTable(
      path: "sample",
      schema: ListSchema([.init(name: "path", type: .text), .init(name: "size", type: .integer)]),
      columns: [.text(column), .integer(numbers)], count: rows)
  }

  /// All matching rows in order, by points of each row alone.
  private func expected(_ engine: ListEngine) -> [RowID] {
    let table = engine.table
    let (plan, order) = (engine.plan, RowOrder(engine.query.sort, table: table))
    let rows = table.rows.slots.filter { slot in
      plan?.matches(slot, in: table) != false && engine.filters.hold(for: slot, in: table)
    }.map { (score: engine.isScored ? plan?.score($0, in: table) ?? 0 : 0, slot: $0) }
    return rows.sorted { a, b in
      a.score != b.score ? a.score > b.score : order.isBefore(a.slot, b.slot, in: table.columns)
    }.map { table.id($0.slot) }
  }

  @Test("begin with the best row, whatever letters words have and however many")
  func bestOfSeveralWords() throws {
    for (word, other) in [
      ("東京都", "東x京x都"), ("москва", "м-осква"),
      (Self.long, Self.long.map { "\($0)x" }.joined()),
    ] {
      var column = TextColumn()
      for chunk in 0..<Chunk.count(for: 2600) {
        var rows = TextRows()
        for row in 0..<Chunk.rows(of: chunk, count: 2600) {
          let row = chunk << Chunk.shift + row
          rows.append(Array((row == 2300 ? "\(word) 12" : "\(other) x1x2x \(row)").utf8))
        }
        column.pieces.append(.direct(rows))
      }
      let table = RowTable(
        path: "sample", schema: ListSchema([.init(name: "name", type: .text)]),
        columns: [.text(column)], count: 2600)
      var list = ListEngine(table)
      _ = list.setRange(.fixed(length: 3), section: nil)
      try list.update { ($0.match, $0.search) = (.fuzzy, word + " 12") }
      #expect(list.visibleIDs.first == .integer(2301), "\(word)")
      #expect(list.locate([.integer(2301)]).positions.first??.index == 0, "\(word)")
    }
  }

  @Test("show what a full order would", arguments: 1...8)
  func agree(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let table = table(&random, rows: 2600, isCoded: random.chance(0.3))
    let backwards = Workers { count, piece in for index in (0..<count).reversed() { piece(index) } }
    var engine = ListEngine(table, workers: backwards)
    for step in 0..<8 {
      var query = ListQuery()
      query.match = random.pick([.fuzzy, .auto, .auto, .words, .substring, .prefix])
      query.search = random.pick([
        "l", "li", "lin", "linu", "s", "us so", "u l", "ab", "é", "xx", "libl", "linux", "usr/",
        "é l", "éé u", Self.long + " u", "^l", "'ib l", "u | x", "x$ l", "!e",
      ])
      query.prefersShort = random.chance(0.3)
      query.filters = random.chance(0.2) ? "size:1..3" : ""
      if random.chance(0.4) {
        query.sort = [SortKey("size", random.pick([.ascending, .descending]))]
        if random.chance(0.5) { query.sort.append(SortKey("path")) }
        if random.chance(0.5) { query.sort = [SortKey("path", query.sort[0].order)] }
      }
      _ = engine.setRange(
        random.pick([
          nil, .fixed(length: 50), .fixed(length: 20, offset: 1000), .flexible(length: 30),
          .fixed(length: 10, offset: 0, from: .end),
        ]), section: nil)
      _ = try engine.setQuery(query)
      let all = expected(engine)
      let note = "step \(step), seed \(seed), \(query)"
      #expect(engine.total == all.count, "\(note)")
      let window = engine.sections.sections[0].window
      #expect(engine.visibleIDs == Array(all[window]), "\(note)")
      for _ in 0..<4 where !all.isEmpty {
        let place = random.next(below: all.count)
        #expect(
          engine.locate([all[place]]).positions == [
            RowPosition(
              section: 0, row: window.contains(place) ? place - window.lowerBound : nil,
              index: place)
          ], "\(note)")
      }
      if random.chance(0.5), case .integer(let id)? = all.first {
        let rows: [RowOperation] = [
          .insert(["path": .text("lin/ux" + random.pick(Self.parts)), "size": .integer(2)]),
          .update(["id": .integer(id), "path": .text("usr/lib" + random.pick(Self.parts))]),
          .delete(all[all.count / 2]),
        ]
        _ = try? engine.apply(Array(rows.prefix(1 + random.next(below: 3))))
        #expect(engine.total == expected(engine).count, "\(note)")
      }
      _ = engine.setRange(nil, section: nil)
      #expect(engine.visibleIDs == expected(engine), "\(note)")
    }
  }

  /// The rows of all sections in order, as a list that sorts everything at once has them.
  private func divided(_ engine: ListEngine) throws -> [(name: String, rows: [RowID])] {
    guard let rule = engine.query.sections else { return [("", expected(engine))] }
    let sectioning = try Sectioning(rule, table: engine.table)
    let rows = Dictionary(grouping: expected(engine)) { id in
      engine.table.slot(of: id).map { sectioning.codes[Int($0)] } ?? 0
    }
    return sectioning.order.compactMap { code in
      rows[code].map { (sectioning.name(code), $0) }
    }
  }

  @Test("show what a full order would in sections, few and many", arguments: 1...8)
  func sections(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var engine = ListEngine(table(&random, rows: 2600, isCoded: random.chance(0.3)))
    for step in 0..<6 {
      var query = ListQuery()
      query.match = random.pick([.fuzzy, .auto, .words, .typos])
      query.search = random.pick(["", "l", "li", "lin", "us so", "linxu", "é", "u | x", "zz"])
      query.filters = random.chance(0.2) ? "size:1..3" : ""
      query.sections = random.pick([
        SectionRule(by: "size"), SectionRule(by: "size", order: .descending),
        SectionRule(by: "path"),
        SectionRule(by: "size", order: .names(["7", "3", "1"], keepEmpty: true)),
      ])
      if random.chance(0.6) {
        query.sort = [SortKey("path", random.pick([.ascending, .descending]))]
      }
      if random.chance(0.3) { query.sort.insert(SortKey("size"), at: 0) }
      _ = engine.setRange(
        random.pick([
          nil, nil, .fixed(length: 7), .fixed(length: 20, offset: 30), .flexible(length: 100),
          .fixed(length: 10, offset: 0, from: .end),
        ]), section: nil)
      _ = try engine.setQuery(query)
      let note = "step \(step), seed \(seed), \(query)"
      let all = try divided(engine)
      #expect(engine.total == all.reduce(0) { $0 + $1.rows.count }, "\(note)")
      let counted = engine.sections.sections.filter { $0.count > 0 }
      #expect(counted.map(\.name) == all.map(\.name), "\(note)")
      #expect(counted.map(\.count) == all.map(\.rows.count), "\(note)")
      let visible = zip(all, counted).flatMap { Array($0.rows[$1.window]) }
      // Some rows of the beginning, as a screen reads them.
      let lines = engine.snapshot(0..<1 + random.next(below: 90)).lines.map(\.id)
      #expect(lines == Array(visible.prefix(lines.count)), "\(note)")
      if random.chance(0.5), let id = all.last?.rows.last {
        _ = try? engine.apply([.delete(id), .insert(["path": .text("lin"), "size": .integer(1)])])
        #expect(engine.total == expected(engine).count, "\(note)")
      }
      let after = zip(try divided(engine), engine.sections.sections.filter { $0.count > 0 })
      #expect(engine.visibleIDs == after.flatMap { Array($0.rows[$1.window]) }, "\(note)")
    }
  }

  @Test("sort neither the rows nor their order until a row beyond the first is read")
  func lazily() throws {
    var random = SeededRandom(seed: 3)
    var engine = ListEngine(table(&random, rows: 6000, isCoded: false))
    try engine.update {
      ($0.match, $0.search, $0.sort) = (.fuzzy, "l", [SortKey("path")])
      $0.sections = SectionRule(by: "size")
    }
    let unfinished = try #require(engine.listing.unfinished)
    #expect(engine.snapshot(0..<50).lines.count == 50)
    let last = try #require(engine.sections.sections.last)
    #expect(last.count > 0 && unfinished.finished == nil)
    #expect(engine.results[engine.table.version].orders.isEmpty)
    // A commit sorts all rows, and keeps their order.
    _ = try engine.apply([.insert(["path": .text("lin"), "size": .integer(1)])])
    #expect(engine.listing.unfinished == nil)
    #expect(engine.results[engine.table.version].orders.count == 1)
    #expect(engine.visibleIDs == (try divided(engine)).flatMap(\.rows))
  }

  @Test("are the same for a copy, and when asked again after others")
  func again() throws {
    var random = SeededRandom(seed: 1)
    var engine = ListEngine(table(&random, rows: 6000, isCoded: false))
    _ = engine.setRange(.fixed(length: 50), section: nil)
    try engine.update { ($0.match, $0.search) = (.fuzzy, "l") }
    let copy = engine
    #expect(copy.listing.unfinished != nil)
    let first = engine.visibleIDs
    try engine.update { $0.search = "s" }
    #expect(engine.visibleIDs != first)
    try engine.update { $0.search = "l" }
    #expect(engine.listing.unfinished === copy.listing.unfinished)
    #expect(engine.visibleIDs == first)
    _ = engine.setRange(nil, section: nil)
    #expect(Array(engine.visibleIDs.prefix(50)) == first)
    #expect(copy.visibleIDs == first)
  }

  @Test("are those of the source when nothing is asked for, at first and again, and after commits")
  func source() throws {
    var random = SeededRandom(seed: 2)
    var engine = ListEngine(table(&random, rows: 12_000, isCoded: false))
    let fresh = engine.listing.unfinished
    #expect(fresh != nil && fresh?.finished == nil)
    _ = engine.setRange(.fixed(length: 50), section: nil)
    let first = engine.visibleIDs
    try engine.update { $0.search = "s" }
    try engine.update { $0.search = "" }
    #expect(engine.listing.unfinished === fresh && fresh?.finished == nil)
    #expect(engine.visibleIDs == first)
    _ = try engine.apply([.delete(first[3])])
    #expect(engine.listing.unfinished == nil)
    try engine.update { $0.search = "s" }
    try engine.update { $0.search = "" }
    #expect(engine.visibleIDs == Array(expected(engine).prefix(50)))
  }

  @Test("are those that begin with a text, however long, in either order", arguments: 1...4)
  func prefixes(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var engine = ListEngine(table(&random, rows: 3000, isCoded: random.chance(0.5)))
    _ = engine.setRange(.fixed(length: 50), section: nil)
    let texts = engine.table.rows.slots.map { engine.table.column("path").value($0).text }
    let long = try #require(texts.first { $0.utf8.count > 17 && $0.last != " " })
    let whole = try #require(texts.first { $0.utf8.count == 16 && $0.last != " " })
    let searches = [
      "l", "usr/", "usrlib", long, String(long.prefix(16)), String(long.prefix(17)), whole,
      whole + "\0", long + "x", "lib" + String(repeating: "\0", count: 14),
    ]
    for search in searches {
      for order in [SortKey.Order.ascending, .descending] {
        try engine.update {
          ($0.match, $0.search, $0.sort) = (.prefix, search, [SortKey("path", order)])
        }
        let all = expected(engine)
        #expect(engine.total == all.count, "\(search), seed \(seed)")
        #expect(engine.visibleIDs == Array(all.prefix(50)), "\(search), seed \(seed)")
        _ = engine.setRange(nil, section: nil)
        #expect(engine.visibleIDs == all, "\(search), seed \(seed)")
        _ = engine.setRange(.fixed(length: 50), section: nil)
      }
    }
  }
}
