import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Columns in which hardly a row has a value")
struct SparseColumnsTests {
  /// Attributes of each type, of which a row has one in so many.
  private static let types: [AttributeType] = [.text, .integer, .number, .boolean, .date, .list]

  private static func value(_ type: AttributeType, _ random: inout SeededRandom) -> CellValue {
    switch type {
    case .text: .text(random.pick(["Abc", "é", "", "lib/x", "\(random.next(below: 99))"]))
    case .integer: .integer(random.next(below: 9))
    case .number: .number(Double(random.next(below: 9)) / 4)
    case .boolean: .boolean(random.chance(0.5))
    case .date: Timestamp("2024-01-0\(1 + random.next(below: 9))").map(CellValue.date) ?? .null
    case .list: .list((0..<random.next(below: 3)).map { _ in random.pick(["x", "y"]) })
    }
  }

  private struct Model {
    let schema: [ListSchema.Entry]
    let density: Double
    var rows: [[CellValue]] = []

    init(_ random: inout SeededRandom, rows count: Int) {
      schema =
        [ListSchema.Entry(name: "id", type: .integer)]
        + (0..<12).map { .init(name: "a\($0)", type: types[$0 % types.count]) }
      density = random.pick([0, 0.005, 0.05, 0.12, 0.3])
      for id in 0..<count { rows.append(row(id, &random)) }
    }

    func row(_ id: Int, _ random: inout SeededRandom) -> [CellValue] {
      [.integer(id)]
        + schema.dropFirst().map { random.chance(density) ? value($0.type, &random) : .null }
    }

    func table(_ random: inout SeededRandom) throws -> RowTable {
      let asked = random.chance(0.5) ? schema : []
      var builder = TableBuilder(path: "t", options: TableOptions(schema: asked))
      for entry in schema { _ = builder.column(named: entry.name) }
      var left = rows[...]
      while !left.isEmpty {
        var batch = builder.batch()
        for row in left.prefix(random.pick([1, 7, 64, 200, 5000])) {
          batch.beginRow(line: 1)
          for (entry, value) in zip(schema, row) where !value.isNull || random.chance(0.1) {
            let (kind, text) = (value.cellKind, Array(value.text.utf8))
            let column = batch.column(named: entry.name)
            if asked.isEmpty && random.chance(0.05) {
              batch.append(.text, [65].span, column: column)
            }
            batch.append(kind, text.span, column: column)
          }
          batch.endRow()
        }
        left = left.dropFirst(batch.rowCount)
        builder.append([batch])
      }
      return try builder.finish()
    }
  }

  @Test("they hold what they were given, and what is written", arguments: 1...16)
  func values(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = Model(&random, rows: random.pick([0, 1, 63, 64, 65, 300]))
    var list = ListEngine(try model.table(&random))
    let types = list.table.schema.entries.map(\.type)
    // A misfit, which another cell of the same row replaces, can make a column text.
    guard types == model.schema.map(\.type) else { return }
    var wholes = list.table
    for index in wholes.columns.indices {
      wholes.columns[index] = wholes.columns[index].whole(wholes.slots)
    }
    var twin = ListEngine(wholes)
    for step in 0..<6 {
      var operations: [RowOperation] = []
      for _ in 0..<random.pick([0, 1, 5, 100]) {
        let row = model.row(random.chance(0.5) ? model.rows.count : 10_000, &random)
        if random.chance(0.4), !model.rows.isEmpty {
          let index = random.next(below: model.rows.count)
          let column = 1 + random.next(below: 12)
          model.rows[index][column] = row[column]
          operations.append(
            .update(
              RowValues([
                .init("id", model.rows[index][0]), .init(model.schema[column].name, row[column]),
              ])))
        } else {
          var row = row
          row[0] = .integer(100_000 + 1000 * step + operations.count)
          model.rows.append(row)
          operations.append(.insert(RowValues(zip(model.schema, row).map { .init($0.name, $1) })))
        }
      }
      if random.chance(0.3), !model.rows.isEmpty {
        let row = model.rows.remove(at: random.next(below: model.rows.count))
        if case .integer(let id) = row[0] { operations.append(.delete(.integer(id))) }
      }
      #expect(try list.apply(operations) == twin.apply(operations), "seed \(seed)")
      if random.chance(0.1) {
        list.compact()
        twin.compact()
      }
      var query = ListQuery()
      query.search = random.pick(["", "a", "lib", "2024", "x"])
      query.match = random.pick(MatchKind.allCases)
      let name = random.pick(model.schema).name
      query.filters = random.pick(["", "\(name):null", "\(name):*", "a1:>3", "a5:x", "a3:true"])
      if random.chance(0.7) {
        query.sort = [SortKey(name, random.pick([.ascending, .descending]))]
      }
      if random.chance(0.3) { query.sections = SectionRule(by: name) }
      _ = try list.setQuery(query)
      _ = try twin.setQuery(query)
      #expect(StrictTableView(list) == StrictTableView(twin), "seed \(seed) \(query)")
      var measures = MeasureRequest()
      measures.facets = model.schema.map { FacetRequest($0.name) }
      measures.numbers = ["a1", "a2", "a4"].map { NumberRequest($0, buckets: 4) }
      #expect(try list.measure(measures) == twin.measure(measures), "seed \(seed)")
      for index in model.rows.indices.prefix(70) {
        guard let id = RowID(model.rows[index][0]), let slot = list.table.slot(of: id) else {
          Issue.record("a row is missing, seed \(seed)")
          return
        }
        #expect(list.table.row(slot) == model.rows[index], "seed \(seed), row \(id)")
      }
    }
  }

  @Test("lists in a few rows are all there", arguments: [5, 64, 1000])
  func fewLists(count: Int) throws {
    // The order of a dictionary is another each time.
    for _ in 0..<20 {
      var builder = TableBuilder(path: "t")
      let rows = [3, 7, count / 2, count - 30, count - 1].filter { (0..<count).contains($0) }
      for row in 0..<count {
        builder.beginRow(line: row + 1)
        builder.append(.integer, Array("\(row)".utf8).span, column: builder.column(named: "id"))
        if rows.contains(row) {
          let text = "[\"a\",\"\(row)\"]"
          builder.append(.list, Array(text.utf8).span, column: builder.column(named: "tags"))
        }
        builder.endRow()
      }
      let table = try builder.finish()
      for row in 0..<count {
        let tags: CellValue = rows.contains(row) ? .list(["a", "\(row)"]) : .null
        #expect(table.row(UInt32(row)) == [.integer(row), tags])
      }
    }
  }

  @Test("an attribute for each row costs what its values cost")
  func manyAttributes() throws {
    var builder = TableBuilder(path: "t")
    for row in 0..<5000 {
      builder.beginRow(line: row + 1)
      let name = "key\(row)"
      builder.append(.integer, Array("\(row)".utf8).span, column: builder.column(named: name))
      builder.endRow()
    }
    let table = try builder.finish()
    #expect(table.schema.entries.count == 5000)
    #expect(table.row(4999).filter { !$0.isNull } == [.integer(4999)])
    var memory = MemoryCount()
    table.count(in: &memory)
    // Tiny chunks are many: each has a piece of its own.
    #expect(memory.use.total < (Sizes.areTiny ? 2300 : 2000) * 5000)
    #expect(memory.use.total > 0)
  }

  @Test("too many attributes are refused at the line that has one more")
  func tooManyAttributes() throws {
    var builder = TableBuilder(path: "t")
    for row in 0..<3 {
      builder.beginRow(line: row + 1)
      for index in 0..<Sizes.maxAttributes / 2 {
        let name = "\(row) \(index)"
        builder.append(.plain, [65].span, column: builder.column(named: name))
      }
      builder.endRow()
    }
    let error = #expect(throws: SourceError.self) { try builder.check() }
    #expect(error?.line == 3)
    #expect(error?.reason.contains("100000 attributes") == true)
    #expect(throws: SourceError.self) { try builder.finish() }
    var named = TableBuilder(path: "t")
    let names = (0...Sizes.maxAttributes).map(String.init)
    #expect(throws: SourceError.self) { try named.setColumns(names, line: 7) }
  }
}
