import ShortlistCore
import ShortlistTestSupport

/// Long tables for looking at what they take.
enum ManyRows {
  private static let words = ["Salt", "pepper", "Thyme", "bay", "mint", "Clove", "dill", "sage"]

  /// A table with an attribute of each type, and two of texts: one whose texts repeat, one whose do
  /// not.
  static func table(_ count: Int, seed: Int = 1) throws -> RowTable {
    var random = SeededRandom(seed: seed)
    let types: [(String, AttributeType)] = [
      ("id", .integer), ("name", .text), ("kind", .text), ("size", .integer), ("price", .number),
      ("day", .date), ("fresh", .boolean), ("tags", .list),
    ]
    var builder = TableBuilder(
      path: "many",
      options: TableOptions(id: "id", schema: types.map { .init(name: $0.0, type: $0.1) }))
    try builder.setColumns(types.map(\.0), line: 1)
    for row in 0..<count {
      let word = random.pick(words)
      // Ids that do not ascend are found by a hash table.
      let cells = [
        "\(row ^ 1)", "\(word) \(random.pick(words)) \(random.next(below: 1 << 40))", word,
        row % 7 == 0 ? "" : "\(random.next(below: 10_000))", "\(random.next(below: 1000)).5",
        "20\(10 + random.next(below: 90))-01-02", random.chance(0.5) ? "true" : "false",
        "[\"\(word)\",\"\(random.pick(words))\"]",
      ]
      builder.beginRow(line: row + 2)
      for (column, cell) in cells.enumerated() {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }
    return try builder.finish()
  }
}
