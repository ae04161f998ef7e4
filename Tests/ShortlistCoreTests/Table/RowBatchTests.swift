import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("Batches of rows")
struct RowBatchTests {
  @Test("batches make the table that their rows make one by one", arguments: 0..<60)
  func sameTable(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let options = random.options()
    var batched = TableBuilder(path: "t", options: options, workers: .backwards)
    var single = TableBuilder(path: "t", options: options)
    let columns = (0...random.next(below: 4)).map { ("c\($0)", random.next(below: 9)) }
    var line = 1
    while single.rowCount < 200 {
      var batches: [RowBatch] = []
      for _ in 0...random.next(below: 3) {
        var batch = batched.batch()
        let first = line
        for _ in 0..<random.next(below: 30) {
          var row = columns.filter { _ in random.chance(0.9) }
            .map { ($0.0, random.cell(ofKind: $0.1)) }
          if random.chance(0.2) { row.reverse() }
          if random.chance(0.05), let twice = row.first { row.append(twice) }
          batch.beginRow(line: 1 + line - first)
          single.beginRow(line: line)
          for (name, cell) in row {
            cell.append(to: &batch, column: batch.column(named: name))
            cell.append(to: &single, column: single.column(named: name))
          }
          batch.endRow()
          single.endRow()
          line += random.chance(0.9) ? 1 : 2
        }
        batch.moveLines(by: first - 1)
        batches.append(batch)
      }
      batched.append(batches)
      #expect(batched.rowCount == single.rowCount, "seed \(seed)")
      let (a, b) = (batched.provisional(), single.provisional())
      #expect(Self.rows(a) == Self.rows(b), "seed \(seed)")
    }
    #expect(Self.outcome(batched) == Self.outcome(single), "seed \(seed)")
  }

  @Test("batches of any length fill chunks", arguments: [1_000, 40_000, 65_536, 70_001])
  func chunks(length: Int) throws {
    let count = 140_000
    var builder = TableBuilder(path: "t")
    try builder.setColumns(["n", "t", "late", "few"], line: 1)
    var row = 0
    while row < count {
      var batch = builder.batch()
      for _ in 0..<min(length, count - row) {
        batch.beginRow(line: row + 2)
        batch.append(.plain, Array("\(row)".utf8).span, column: 0)
        batch.append(.plain, Array("Text \(row)".utf8).span, column: 1)
        if row > 100_000 { batch.append(.plain, Array("\(row % 7)".utf8).span, column: 2) }
        batch.append(.plain, Array((row % 3 == 0 ? "" : "x\(row % 3)").utf8).span, column: 3)
        batch.endRow()
        row += 1
      }
      builder.append([batch])
    }
    let table = try builder.finish()
    #expect(table.schema.entries.map(\.type) == [.integer, .text, .integer, .text])
    let list = ListEngine(table)
    for row in [0, 1, 999, 1_000, 65_535, 65_536, 100_000, 100_001, 131_071, 131_072, 139_999] {
      #expect(
        list.snapshot(row..<row + 1).lines[0].values == [
          .integer(row), .text("Text \(row)"), row > 100_000 ? .integer(row % 7) : .null,
          row % 3 == 0 ? .null : .text("x\(row % 3)"),
        ])
    }
    var searched = list
    try searched.update { $0.search = "text 131072" }
    #expect(searched.visibleIDs == [.integer(131_073)])
  }

  @Test(
    "a column may end before a chunk does, and the rows after it",
    arguments: [(1, 1), (65_535, 2), (65_535, 65_537), (70_000, 70_000)])
  func nullEnds(values: Int, nulls: Int) throws {
    var builder = TableBuilder(path: "t")
    let types: [AttributeType] = [.text, .text, .integer, .number, .boolean]
    try builder.setColumns(["kind", "path", "n", "price", "is"], line: 1)
    for row in 0..<values + nulls {
      builder.beginRow(line: row + 2)
      if row < values {
        let cells = ["k\(row % 3)", "path/\(row)", "\(row % 5)", "\(row % 4).5", "\(row % 2 == 0)"]
        for (column, cell) in cells.enumerated() {
          builder.append(.plain, Array(cell.utf8).span, column: column)
        }
      }
      builder.endRow()
    }
    let preview = builder.provisional()
    #expect(preview.count == values + nulls)
    let table = try builder.finish()
    #expect(values == 1 || table.schema.entries.map(\.type) == types)
    for (name, most) in [("kind", 3), ("n", 5), ("price", 4), ("is", 2)] {
      var list = ListEngine(table)
      try list.update { $0.sections = SectionRule(by: name) }
      let counts = list.sections.sections.map(\.count)
      #expect(counts.reduce(0, +) == values + nulls)
      #expect(counts.contains(nulls))
      #expect(counts.count == min(values, most) + 1)
    }
    var list = ListEngine(table)
    try list.update { $0.sort = [SortKey("path", .descending)] }
    let ends = [values - 1, values].map { list.snapshot($0..<$0 + 1).lines[0].values[1].isNull }
    #expect(ends == [false, true])
  }

  @Test("numbers and nulls may turn out to be texts after many rows")
  func numbersWithNulls() throws {
    // The bitmap of nulls ends with the last one, which is long before the last number here.
    var builder = TableBuilder(path: "t")
    let column = builder.column(named: "n")
    for row in 0..<300 {
      builder.beginRow(line: row + 1)
      switch row {
      case 3: break
      case 299: builder.append(.text, Array("x".utf8).span, column: column)
      default: builder.append(row, column: column)
      }
      builder.endRow()
    }
    let rows = Self.rows(try builder.finish())
    #expect(rows[3] == [.null])
    #expect(rows[298] == [.text("298")])
    #expect(rows[299] == [.text("x")])
  }

  @Test("texts of a chunk are folded one by one, whatever is between them")
  func folded() throws {
    let count = 70_000
    var builder = TableBuilder(path: "t")
    let column = builder.column(named: "t")
    for row in 0..<count {
      builder.beginRow(line: row + 1)
      let text = row % 11 == 0 ? "" : row % 7 == 0 ? "Żółw \(row) Ü" : "Row \(row)"
      builder.append(.text, Array(text.utf8).span, column: column)
      builder.endRow()
    }
    var list = ListEngine(try builder.finish())
    for row in [10_000, 10_003, 10_004, 10_005, 65_534, 65_535, 65_536, 69_993, 69_999] {
      try list.update { $0.search = (row % 7 == 0 ? "zolw " : "row ") + "\(row)" }
      #expect(list.visibleIDs == (row % 11 == 0 ? [] : [.integer(row + 1)]), "row \(row)")
    }
    try list.update { $0.search = "zolw u" }
    #expect(list.visibleIDs.count == (0..<count).count { $0 % 7 == 0 && $0 % 11 != 0 })
  }

  private static func rows(_ table: RowTable) -> [[CellValue]] {
    ListEngine(table).snapshot(0..<table.count).lines.map(\.values)
  }

  private static func outcome(_ builder: consuming TableBuilder) -> String {
    do {
      let table = try builder.finish()
      return "\(table.schema.entries) \(rows(table)) \(ListEngine(table).visibleIDs)"
    } catch {
      return "\(error)"
    }
  }
}

/// A cell as a source gives it: by its bytes, or as a number.
private enum Cell {
  case bytes(CellKind, String)
  case integer(Int)
  case number(Double)

  func append(to batch: inout RowBatch, column: Int) {
    switch self {
    case .bytes(let kind, let text): batch.append(kind, Array(text.utf8).span, column: column)
    case .integer(let integer): batch.append(integer, column: column)
    case .number(let number): batch.append(number, column: column)
    }
  }

  func append(to builder: inout TableBuilder, column: Int) {
    switch self {
    case .bytes(let kind, let text): builder.append(kind, Array(text.utf8).span, column: column)
    case .integer(let integer): builder.append(integer, column: column)
    case .number(let number): builder.append(number, column: column)
    }
  }
}

extension SeededRandom {
  fileprivate mutating func options() -> TableOptions {
    let types: [AttributeType] = [.text, .integer, .number, .boolean, .date, .list]
    return TableOptions(
      id: chance(0.2) ? "c0" : nil,
      schema: (0..<3).filter { _ in chance(0.2) }.map { .init(name: "c\($0)", type: pick(types)) })
  }

  /// A cell of a column of some kind: mostly of one type, or of many.
  fileprivate mutating func cell(ofKind kind: Int) -> Cell {
    if chance(0.02) { return cell(ofKind: next(below: 9)) }
    return switch kind {
    case 0: .bytes(.plain, pick(["1", "2", "-7", "", "-0", "123456"]))
    case 1: .bytes(.plain, pick(["1", "2.50", "1e3", ""]))
    case 2: .bytes(.plain, pick(["x", "y", "Zażółć", "", "1"]))
    case 3: .bytes(.integer, pick(["1", "-5", "9007199254740993"]))
    case 4: .bytes(pick([.integer, .number]), pick(["1", "2"]))
    case 5: pick([.integer(3), .integer(1 << 60), .bytes(.null, "")])
    case 6: pick([.integer(3), .number(2.5), .number(4)])
    case 7: pick([.integer(0), .integer(1), .bytes(.boolean, "true"), .bytes(.null, "")])
    default: .bytes(pick([.text, .list, .null]), pick(["[]", "[\"a\"]"]))
    }
  }
}
