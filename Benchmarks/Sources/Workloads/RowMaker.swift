package import Shortlist

/// Makes rows: an id, a number and a name of two words.
package struct RowMaker {
  /// The attributes.
  package static let attributes = ["id", "number", "name"]

  private static let syllables = [
    "ba", "den", "fi", "gor", "hu", "ja", "kel", "li", "mon", "nu", "pa", "ques", "ri", "sto", "tu",
    "va", "wen", "xi", "yor", "zu",
  ].map { Array($0.utf8) }

  private var random: SeededRandom

  /// Creates a maker that a seed repeats.
  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A number that hardly any other row has.
  package mutating func number() -> Int { Int(random.next() >> 20) }

  /// A name, in UTF-8, which a few other rows of a long list have too.
  package mutating func name() -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(24)
    for word in 0..<2 {
      if word > 0 { name.append(UInt8(ascii: " ")) }
      for _ in 0..<2 + random.next(below: 2) {
        name += Self.syllables[random.next(below: Self.syllables.count)]
      }
    }
    return name
  }

  /// The values of a new row.
  package mutating func row(_ id: Int) -> RowValues {
    [
      "id": .integer(id), "number": .integer(number()),
      "name": .text(String(decoding: name(), as: UTF8.self)),
    ]
  }

  /// A table of rows that are known by the ids from 0; always the same.
  package static func table(rows: Int) throws -> RowTable {
    var maker = RowMaker(seed: 1)
    var builder = TableBuilder(path: "benchmark", options: TableOptions(id: "id"))
    try builder.setColumns(attributes, line: 1)
    for id in 0..<rows {
      builder.beginRow(line: id + 2)
      builder.append(.plain, Array(String(id).utf8).span, column: 0)
      builder.append(.plain, Array(String(maker.number()).utf8).span, column: 1)
      builder.append(.plain, maker.name().span, column: 2)
      builder.endRow()
    }
    return try builder.finish()
  }

  /// Rows that are appended to a source, with the ids from `id`.
  package mutating func appended(_ count: Int, from id: Int, schema: ListSchema) -> AppendedRows {
    var rows = AppendedRows(schema: schema)
    for id in id..<id + count {
      rows.beginRow(line: id + 2)
      rows.append(.plain, Array(String(id).utf8).span, column: 0)
      rows.append(.plain, Array(String(number()).utf8).span, column: 1)
      rows.append(.plain, name().span, column: 2)
      rows.endRow()
    }
    return rows
  }
}
