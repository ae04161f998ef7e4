import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Tables of index files")
struct StoredTableTests {
  private static var seed: Int { Environment.number("SHORTLIST_SEED") ?? 1 }

  /// As many rows as a listing puts in order at once.
  ///
  /// The rows of a longer one are put in order later, and debug builds check that their beginning
  /// is the same. It is not where values disappear meanwhile.
  private static var soundRows: Int { Sizes.areTiny ? 66 : 200 }

  /// A random query about the odd attributes.
  private func query(_ random: inout SeededRandom) throws -> ListQuery {
    var query = ListQuery()
    if random.chance(0.5) {
      query.match = random.pick([.auto, .words, .fuzzy, .typos, .substring, .prefix])
      query.search = String(random.pick(["a", "e", "true", "40", "b a", "null", "date", "2024"]))
    }
    if random.chance(0.4) { query.groups = try random.oddState() }
    // Keys of sorts and sections are equal if their names are, as strings are equal.
    let names = OddValues.schema.map(\.name).filter { !$0.utf8.elementsEqual("é".utf8) }
    for _ in 0..<random.next(below: 3) {
      query.sort.append(SortKey(random.pick(names), random.chance(0.5) ? .ascending : .descending))
    }
    if random.chance(0.3) { query.sections = SectionRule(by: random.pick(names)) }
    return query
  }

  private var everything: MeasureRequest {
    let names = OddValues.schema.map(\.name)
    let ordered = OddValues.schema.filter(\.type.isOrdered).map(\.name)
    return MeasureRequest(
      facets: names.map { FacetRequest($0, limit: 1000) },
      numbers: ordered.map { NumberRequest($0, buckets: 5) })
  }

  /// Expects that two lists answer a query in the same way.
  private func expectSame(
    _ list: inout ListEngine, _ other: inout ListEngine, _ query: ListQuery, _ comment: Comment
  ) throws {
    let (one, two) = (
      Result { try list.setQuery(query) }, Result { try other.setQuery(query) }
    )
    guard case .success(let outcome) = one, case .success(let same) = two else {
      #expect("\(one)" == "\(two)", comment)
      return
    }
    #expect(outcome.total == same.total && outcome.sections == same.sections, comment)
    #expect(list.visibleIDs == other.visibleIDs, comment)
    #expect(try list.measure(everything) == other.measure(everything), comment)
  }

  @Test("have the rows, types, ids and answers of the table", arguments: 0..<12)
  func answers(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: random.pick([0, 1, 63, 64, 65, 130, 300]))
    // A limit of one byte keeps no piece but the one in use.
    let blocks = MemoryBlocks()
    let stored = try table.stored(in: blocks, limit: random.pick([1, 3000, 1 << 30]))
    #expect(blocks.reads == 0 && stored.schema == table.schema, "seed \(seed)")
    #expect(stored.idAttribute == table.idAttribute && stored.count == table.count)
    for slot in 0..<UInt32(table.count) {
      #expect(stored.row(slot) == table.row(slot), "slot \(slot), seed \(seed)")
      #expect(stored.slot(of: table.id(slot)) == slot, "seed \(seed)")
    }
    #expect(stored.slot(of: .integer(-7)) == nil && stored.slot(of: .text("x")) == nil)
    var (list, other) = (ListEngine(table), ListEngine(stored))
    for step in 0..<12 {
      try expectSame(&list, &other, query(&random), "step \(step), seed \(seed)")
    }
    #expect(stored.failure == nil)
  }

  @Test("change as those in memory", arguments: 0..<6)
  func changes(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: random.pick([5, 64, 200]))
    let limit = random.pick([1, 1 << 30])
    let stored = try table.stored(limit: limit)
    var (list, other) = (ListEngine(table), ListEngine(stored))
    let copy = other
    let rows = (0..<UInt32(table.count)).map(table.row)
    for step in 0..<60 {
      let id = random.next(below: table.count + 20)
      var members = [RowValues.Member("id", .integer(id))]
      for entry in OddValues.schema where entry.name != "id" && random.chance(0.5) {
        let value = random.chance(0.2) ? .null : random.oddValue(entry.type)
        members.append(.init(entry.name, value))
      }
      let values = RowValues(members)
      let operation =
        random.chance(0.3)
        ? RowOperation.delete(.integer(id))
        : random.chance(0.5) ? .insert(values) : .update(values)
      let (one, two) = (
        Result { try list.apply([operation]).inserted },
        Result { try other.apply([operation]).inserted }
      )
      #expect("\(one)" == "\(two)", "step \(step), seed \(seed)")
      if step % 10 == 9 {
        try expectSame(&list, &other, query(&random), "step \(step), seed \(seed)")
      }
    }
    // A copy from before the changes has the rows from before.
    #expect((0..<UInt32(rows.count)).map(copy.table.row) == rows, "seed \(seed)")
  }

  @Test("are the same if their chunks go to a spill while rows are read", arguments: 0..<8)
  func spills(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    // Columns that begin as integers or numbers and become texts, dates and others.
    let kinds = ["1", "2.5", "x", "", "2024-01-02", "true", "99999999999999999999", "[\"a\"]"]
    let header = ["same", "odd", "late", "few", "unique", "number", "day", "flag"]
    let count = random.pick([0, 1, Chunk.rows, 2 * Chunk.rows + 3])
    let late = random.next(below: count + 1)
    let rows = (0..<count).map { row in
      [
        "kind \(row % 3)", random.pick(kinds), row < late ? "\(row)" : random.pick(kinds),
        row % 31 == 5 ? random.pick(kinds) : "", "t\(row)", "\(Double(row) / 4)",
        "2024-02-\(10 + row % 20)", "\(row % 2 == 0)",
      ]
    }
    let lists = TableOptions(
      id: random.pick([nil, "unique"]), schema: [.init(name: "few", type: .list)])
    let expected = try RowTable.plain(header, rows, options: lists)
    let wanted = try MemoryBlocks.file(of: expected)
    for limit in [0, 10_000, 1 << 30] {
      let blocks = MemoryBlocks()
      let spill = Spill(blocks, limit: limit)
      let table = try RowTable.plain(header, rows, options: lists, spill: spill)
      #expect(blocks.size > 0 || limit > 0 || count < Chunk.rows, "seed \(seed)")
      #expect(limit < 1 << 30 || blocks.size == 0)
      let written = try MemoryBlocks.file(of: table)
      if written != wanted { Issue.record("seed \(seed), limit \(limit)") }
      #expect(table.schema == expected.schema && table.failure == nil)
      for slot in 0..<UInt32(min(count, 300)) { #expect(table.row(slot) == expected.row(slot)) }
    }
  }

  @Test("whose chunks cannot be read again from a spill are no tables")
  func failingSpills() throws {
    let rows = (0..<2 * Chunk.rows).map { ["t\($0)", "\($0)", $0 < 3 ? "1" : "x"] }
    let whole = MemoryBlocks()
    _ = try RowTable.plain(["t", "n", "m"], rows, spill: Spill(whole, limit: 0))
    #expect(whole.reads > 0)
    for failing in 0..<whole.reads {
      let spill = Spill(MemoryBlocks(failingAt: failing), limit: 0)
      #expect(throws: SourceError(path: "blocks", reason: "cannot be read")) {
        try RowTable.plain(["t", "n", "m"], rows, spill: spill)
      }
    }
  }

  @Test("with ids of each kind find their rows")
  func ids() throws {
    let texts = (0..<200).map { ["k\($0 * 7 % 200)", "\($0 * 3)", "\(($0 * 77) % 200)"] }
    for (id, ascends) in [(nil, false), ("text", false), ("up", true), ("mixed", false)] {
      let table = try RowTable.plain(
        ["text", "up", "mixed"], texts, options: TableOptions(id: id))
      let blocks = MemoryBlocks()
      let stored = try table.stored(in: blocks)
      #expect(stored.idAttribute == id)
      for slot in 0..<UInt32(200) { #expect(stored.slot(of: table.id(slot)) == slot) }
      if case .attribute(let index) = stored.identity {
        #expect((index.sortedSlots > 0) == ascends)
      }
    }
  }

  @Test("store each form of a column")
  func forms() throws {
    let count = Chunk.rows * 2 + 7
    var builder = TableBuilder(path: "forms")
    for row in 0..<count {
      builder.beginRow(line: row + 1)
      func append(_ name: String, _ kind: CellKind, _ text: String) {
        builder.append(kind, Array(text.utf8).span, column: builder.column(named: name))
      }
      append("unique", .text, row % 9 == 0 ? "Éé \(row)" : "path/\(row)")
      append("pooled", .text, "s\(row % 5)")
      if row % 1000 == 3 { append("few", .text, "rare \(row % 7)") }
      if row % 1000 == 3 { append("number of few", .integer, "\(row)") }
      if row % 1000 == 3 { append("tags of few", .json, "[\"a\",\"b\"]") }
      append("n", .integer, "\((row &* 7919) % 100_003 - 50_000)")
      append("huge", .integer, row % 2 == 0 ? "\(Int.max)" : "\(Int.min)")
      if row % 3 != 0 { append("x", .number, "\(Double(row) / 8)") }
      append("ok", .boolean, row % 2 == 0 ? "true" : "false")
      append("tags", .json, "[\"t\(row % 4)\",\"t\(row % 3)\"]")
      if row == count - 1 { append("last", .text, "only") }
      builder.endRow()
    }
    let table = try builder.finish()
    let blocks = MemoryBlocks()
    let stored = try table.stored(in: blocks)
    for column in table.columns.indices {
      for slot in stride(from: UInt32(0), to: UInt32(count), by: Sizes.areTiny ? 1 : 211) {
        let (one, two) = (
          table.columns[column].value(slot), stored.columns[column].value(slot)
        )
        if one != two { Issue.record("column \(column), slot \(slot): \(two), not \(one)") }
      }
    }
    #expect(stored.failure == nil && stored.textBytes == table.textBytes)
    guard case .text(let unique) = stored.column("unique") else { return }
    #expect(Sizes.areTiny || !unique.isCoded)
  }

  @Test("keep no more pieces than there is room for")
  func room() throws {
    let rows = (0..<Chunk.rows * 3).map { ["\($0)", "text \($0)"] }
    let table = try RowTable.plain(["n", "t"], rows, options: TableOptions(id: "n"))
    let blocks = MemoryBlocks()
    let stored = try table.stored(in: blocks, limit: 1)
    let wide = try table.stored(in: MemoryBlocks())
    for slot in [0, Chunk.rows, 2 * Chunk.rows, 0].map({ UInt32($0) }) {
      _ = stored.row(slot)
      _ = wide.row(slot)
    }
    #expect(stored.store?.keptBytes ?? 0 < wide.store?.keptBytes ?? 0)
    #expect(blocks.reads >= 8)
  }

  @Test("that cannot be read any more answer wrong at worst, and tell it", arguments: 0..<8)
  func failures(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: Self.soundRows)
    for failing in 0..<40 {
      let blocks = MemoryBlocks(failingAt: failing)
      let stored = try table.stored(in: blocks, limit: random.pick([1, 1 << 30]))
      var (list, other) = (ListEngine(table), ListEngine(stored))
      // A list carries out no request after one that has failed.
      for step in 0..<6 where stored.failure == nil {
        let query = try query(&random)
        let ids = (try? list.setQuery(query)).map { _ in list.visibleIDs }
        let same = (try? other.setQuery(query)).map { _ in other.visibleIDs }
        if stored.failure != nil { break }
        #expect(ids == same, "failing at \(failing), step \(step), seed \(seed)")
        let measures = try? other.measure(everything)
        if stored.failure != nil { break }
        #expect(try list.measure(everything) == measures)
        let id = random.next(below: Self.soundRows)
        let operation = RowOperation.update(["id": .integer(id), "AND": .text("new \(step)")])
        _ = try? list.apply([operation])
        _ = try? other.apply([operation])
      }
      #expect((stored.failure != nil) == (blocks.reads > failing), "seed \(seed)")
    }
  }

  @Test("are refused, or make sense, when bytes of the directory are others", arguments: 0..<4)
  func directories(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: Self.soundRows)
    let blocks = MemoryBlocks()
    let directory = try StoredTable.write(table) { blocks.write($0) }
    for _ in 0..<400 {
      var changed = directory
      for _ in 0...random.next(below: 2) {
        changed[random.next(below: changed.count)] = UInt8.random(in: 0...255, using: &random)
      }
      if random.chance(0.1) { changed.removeLast(random.next(below: changed.count)) }
      let store = BlockStore(blocks, limit: 1 << 20)
      guard
        let stored = try? StoredTable.open(
          changed, count: table.count, blocksBefore: blocks.size, in: store)
      else { continue }
      for slot in 0..<UInt32(table.count) { _ = (stored.row(slot), stored.id(slot)) }
      var list = ListEngine(stored)
      _ = try? list.setQuery(query(&random))
      _ = (list.visibleIDs, try? list.measure(everything))
    }
  }

  @Test("are refused, or make sense, when bytes of blocks are others", arguments: 0..<4)
  func blocks(seed: Int) throws {
    let seed = Self.seed &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: Self.soundRows)
    for _ in 0..<200 {
      let blocks = MemoryBlocks()
      let stored = try table.stored(in: blocks)
      for _ in 0...random.next(below: 3) {
        blocks.flip(random.next(below: blocks.size), 1 << UInt8(random.next(below: 8)))
      }
      for slot in 0..<UInt32(table.count) { _ = (stored.row(slot), stored.id(slot)) }
      var list = ListEngine(stored)
      _ = try? list.setQuery(query(&random))
      _ = (list.visibleIDs, try? list.measure(everything))
    }
  }
}
