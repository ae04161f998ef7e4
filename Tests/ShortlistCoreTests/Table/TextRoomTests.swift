import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Room for texts", .enabled(if: Sizes.areTiny))
struct TextRoomTests {
  @Test("random writes never make more text than there is room for", arguments: 0..<3)
  func randomWrites(seed: Int) throws {
    var random = SeededRandom(seed: (Environment.number("SHORTLIST_SEED") ?? 1) &* 8 &+ seed)
    let schema = ListSchema([
      .init(name: "id", type: .integer), .init(name: "text", type: .text),
      .init(name: "tags", type: .list),
    ])
    let table = try RowTable(path: "texts", schema: schema, id: "id", count: 0) { _ in [] }
    var list = ListEngine(table)
    var model: [Int: (text: String, tags: [String])] = [:]
    var refusals = 0
    for step in 0..<300 {
      let id = random.next(below: 40)
      // Folded, this ligature has eleven times as many bytes.
      let letter = random.chance(0.3) ? "ﷺ" : random.pick(["a", "B", "é"])
      let text = "\(step)" + String(repeating: letter, count: random.next(below: 20_000))
      let tags = random.chance(0.2) ? [text, "\(step)"] : []
      let values: RowValues = [
        "id": .integer(id), "text": .text(text), "tags": .list(tags),
      ]
      let operation: RowOperation =
        if model[id] == nil {
          .insert(values)
        } else if random.chance(0.2) { .delete(.integer(id)) } else { .update(values) }
      do throws(WriteError) {
        _ = try list.apply([operation])
        if case .delete = operation { model[id] = nil } else { model[id] = (text, tags) }
      } catch {
        #expect(error.index == 0 && error.reason.contains("has too much text"), "step \(step)")
        refusals += 1
      }
      for column in list.table.columns {
        #expect(
          column.blocks.allSatisfy { $0 <= Sizes.maxTextBytes }, "step \(step): \(column.blocks)")
      }
    }
    #expect(refusals > 0)
    let rows = try list.rows().rows
    #expect(rows.count == model.count)
    for row in rows {
      guard case .integer(let id)? = row.first else { preconditionFailure("no id") }
      #expect(row[1] == model[id].map { .text($0.text) })
      #expect(row[2] == model[id].map { .list($0.tags) })
    }
  }
}

extension Column {
  /// The bytes of texts that must have room together: those of the pool, and those of each chunk.
  fileprivate var blocks: [Int] {
    switch self {
    case .text(let texts), .date(let texts, _):
      [texts.pool.block.bytes]
        + texts.pieces.map { $0.rows.block.bytes + $0.rows.replacements.bytes }
    case .list(let lists): [lists.pool.block.bytes]
    case .integer, .number, .boolean: []
    }
  }
}

extension TextBlock {
  fileprivate var bytes: Int { max(shown.bytes.count, folded.bytes.count) }
}
