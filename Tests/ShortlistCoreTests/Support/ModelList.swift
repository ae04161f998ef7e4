import ShortlistTestSupport

@testable import ShortlistCore

/// The rows of a list as plain values in source order: what a list must show after any number of
/// commits, built from nothing.
struct ModelList {
  static let schema: [ListSchema.Entry] = [
    .init(name: "id", type: .integer), .init(name: "kind", type: .text),
    .init(name: "n", type: .integer), .init(name: "day", type: .date),
    .init(name: "tags", type: .list), .init(name: "price", type: .number),
  ]

  private(set) var rows: [(id: Int, values: [CellValue])] = []
  private var gone: [Int] = []
  private var nextID: Int

  /// A list of random rows.
  init(count: Int, _ random: inout SeededRandom) {
    nextID = count
    for id in 0..<count { rows.append((id, Self.row(id, &random))) }
  }

  /// The table of the rows.
  func table() throws -> RowTable {
    var builder = TableBuilder(path: "model", options: TableOptions(schema: Self.schema))
    for (index, row) in rows.enumerated() {
      builder.beginRow(line: index + 1)
      for (entry, value) in zip(Self.schema, row.values) {
        let kind: CellKind =
          switch value {
          case .null: .null
          case .integer: .integer
          case .number: .number
          case .list: .list
          default: .text
          }
        builder.append(kind, Array(value.text.utf8).span, column: builder.column(named: entry.name))
      }
      builder.endRow()
    }
    return try builder.finish()
  }

  static func value(_ name: String, _ random: inout SeededRandom) -> CellValue {
    if random.chance(0.15) { return .null }
    switch name {
    case "kind": return .text(random.pick(["a", "b", "B", "é", "", "a", "stone", "sotne x"]))
    case "n": return .integer(random.next(below: 5))
    case "day":
      return Timestamp(random.pick(["2024-01-01", "2024-01-01T00:00:00Z", "2024-02-02"]))
        .map(CellValue.date) ?? .null
    case "tags": return .list(random.pick([[], ["x"], ["x", "y"], ["y"]]))
    default: return .number(Double(random.next(below: 4)) / 2)
    }
  }

  private static func row(_ id: Int, _ random: inout SeededRandom) -> [CellValue] {
    [.integer(id)] + schema.dropFirst().map { value($0.name, &random) }
  }

  /// Makes up operations, on the first rows if they are limited, does them, and returns them.
  mutating func change(
    _ count: Int, among first: Int = .max, _ random: inout SeededRandom
  ) -> [RowOperation] {
    (0..<count).map { _ in
      if rows.isEmpty || random.chance(0.25) {
        // Now and then an id that was there before.
        let old = gone.isEmpty || random.chance(0.5) ? nil : gone.remove(at: gone.count - 1)
        let id = old ?? nextID
        if old == nil { nextID += 1 }
        let row = Self.row(id, &random)
        rows.append((id, row))
        return .insert(RowValues(zip(Self.schema, row).map { .init($0.name, $1) }))
      }
      let index = random.next(below: min(first, rows.count))
      if random.chance(0.3) {
        gone.append(rows.remove(at: index).id)
        return .delete(.integer(gone[gone.count - 1]))
      }
      var members = [RowValues.Member("id", .integer(rows[index].id))]
      for column in 1..<Self.schema.count where random.chance(0.3) {
        let value = Self.value(Self.schema[column].name, &random)
        rows[index].values[column] = value
        members.append(.init(Self.schema[column].name, value))
      }
      return .update(RowValues(members.shuffled(using: &random)))
    }
  }

  /// Makes up other rows in the place of all: some are gone, some have other values, some are new
  /// and perhaps among the others, which perhaps have another order.
  mutating func replaceAll(_ random: inout SeededRandom) {
    let (goes, changes) = (random.pick([0, 0.2, 1]), random.pick([0, 0.3]))
    rows.removeAll { _ in random.chance(goes) }
    for index in rows.indices where random.chance(changes) {
      rows[index].values = Self.row(rows[index].id, &random)
    }
    if random.chance(0.4) { rows.shuffle(using: &random) }
    let new = (0..<random.next(below: 5)).map { _ in
      defer { nextID += 1 }
      return (nextID, Self.row(nextID, &random))
    }
    if random.chance(0.5) {
      rows += new
    } else {
      for row in new { rows.insert(row, at: random.next(below: rows.count + 1)) }
    }
  }

  /// A random query over these attributes.
  static func query(_ random: inout SeededRandom) -> ListQuery {
    var query = ListQuery()
    if random.chance(0.3) {
      query.search = random.pick(["a", "b", "x", "e", "stone", "stoen"])
      query.match = random.pick(MatchKind.allCases)
      if random.chance(0.3) {
        query.match = .auto
        query.search = random.pick([
          "!a", "a | x", "^a", "'b -x", "kind:b", "kind:e", "-kind:c", "n:3", "N>1", "tags:y",
          "tags~x | n:0", "day~2024-02", "price:1.5", "2024", "kind:a | kind:é 1", "!^b 0$",
          "stone", "sotne 1", "stnoe kind:b", "stone -kind:stone", "kind:ston stoen",
        ])
      }
    }
    if random.chance(0.3) {
      query.filters = random.pick([
        "n:>1", "kind:b OR n:0", "-tags:x", "price:0.5..1", "day:2024-01-01", "n:null",
        "NOT kind:a",
        "price:!=1", "day:*",
      ])
    }
    if random.chance(0.7) {
      let names = schema.map(\.name).shuffled(using: &random).prefix(random.next(below: 3) + 1)
      query.sort = names.map { SortKey($0, random.pick([.ascending, .descending])) }
    }
    if random.chance(0.6) {
      query.sections = SectionRule(
        by: random.pick(["kind", "n", "day", "tags", "price"]),
        order: random.pick([
          .ascending, .descending, .names(["b", "1", ""], keepEmpty: false),
          .names(["x", "b", "2"], keepEmpty: true),
        ]))
    }
    return query
  }

  /// A random range.
  static func range(_ random: inout SeededRandom) -> RangeOptions? {
    let length = random.next(below: 6)
    let offset = random.pick([0, 0, 1, 3])
    let pin = random.pick([RangeOptions.Pin.beginning, .end])
    switch random.next(below: 4) {
    case 0: return nil
    case 1: return .fixed(length: length, offset: offset, from: pin)
    default:
      let least = random.pick([0, 0, 2])
      return .flexible(
        length: length, offset: offset, from: pin,
        growOptions: random.pick([.pinSide, .nonPinSide, .both, .inRangeOnly]),
        minLength: least, maxLength: random.pick([.max, least + random.next(below: 6)]))
    }
  }
}
