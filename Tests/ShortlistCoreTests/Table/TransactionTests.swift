import ShortlistCore
import Testing

@Suite("A transaction")
struct TransactionTests {
  private func list() throws -> ListEngine {
    ListEngine(
      try .typed(
        [
          [("id", .integer, "1"), ("name", .text, "a"), ("price", .number, "0.5")],
          [("id", .integer, "2"), ("name", .text, "b")],
        ],
        options: TableOptions(schema: [
          .init(name: "day", type: .date), .init(name: "ok", type: .boolean),
          .init(name: "tags", type: .list),
        ])))
  }

  @Test(
    "that cannot be done changes nothing, and the first mistake is named",
    arguments: [
      (RowOperation.insert(["id": .integer(1)]), "there is a row 1 already"),
      (.insert(["name": .text("x")]), "a row needs an id"),
      (.insert(["id": .text("7")]), "7 is not of type integer (id)"),
      (.insert(["id": .integer(7), "nope": .null]), "there is no attribute nope"),
      (.update(["id": .integer(9)]), "there is no row 9"),
      (.update(["name": .text("x")]), "an update names the row by id"),
      (.update(["id": .integer(1), "name": .integer(3)]), "3 is not of type text (name)"),
      (
        .update(["id": .integer(1), "price": .number(.infinity)]),
        "inf is not of type number (price)"
      ),
      (.update(["id": .integer(1), "price": .text("1")]), "1 is not of type number (price)"),
      (
        .update(["id": .integer(1), "day": .text("2024-02-30")]),
        "2024-02-30 is not of type date (day)"
      ),
      (.update(["id": .integer(1), "ok": .integer(1)]), "1 is not of type boolean (ok)"),
      (.update(["id": .integer(1), "tags": .text("x")]), "x is not of type list (tags)"),
      (.delete(.integer(9)), "there is no row 9"), (.delete(.text("1")), "there is no row 1"),
    ])
  func refusals(operation: RowOperation, reason: String) throws {
    var list = try list()
    let rows = try list.rows().rows
    let refusal = #expect(throws: WriteError.self) {
      try list.apply([
        .update(["id": .integer(2), "name": .text("new")]), .insert(["id": .integer(5)]), operation,
        .delete(.integer(77)),
      ])
    }
    #expect(refusal == WriteError(index: 2, reason: reason))
    #expect(try list.rows().rows == rows)
    #expect(list.revision == 1)
  }

  @Test("adds up what it does to a row")
  func addingUp() throws {
    var list = try list()
    func apply(_ operations: RowOperation...) throws -> String {
      let outcome = try list.apply(operations)
      return outcome.changes.map { "\($0)" } ?? "nothing"
    }
    #expect(try apply(.insert(["id": .integer(3)]), .delete(.integer(3))) == "nothing")
    #expect(list.revision == 1)
    #expect(
      try apply(
        .update(["id": .integer(1), "name": .text("x")]),
        .update(["id": .integer(1), "name": .text("a")])) == "nothing")
    #expect(list.revision == 1)
    #expect(
      try apply(
        .insert(["id": .integer(3)]), .update(["id": .integer(3), "name": .text("c")])) == "+0:2(3)"
    )
    #expect(try list.rows().rows[2][1] == .text("c"))
    // Taken out and put in again, a row is the last one in source order.
    #expect(
      try apply(
        .delete(.integer(1)),
        .insert(["id": .integer(1), "name": .text("a"), "price": .number(0.5)])) == "0:0>0:2(1)")
    #expect(
      try apply(.delete(.integer(1)), .insert(["id": .integer(1), "name": .text("z")])) == "*0:2(1)"
    )
    #expect(
      try apply(.update(["id": .integer(2), "price": .integer(3)]), .delete(.integer(2)))
        == "-0:0(2)")
    #expect(try apply(.update(["id": .integer(3), "day": .text("2024-01-01")])) == "*0:0(3)")
    #expect(list.revision == 6)
  }

  @Test("finds ids after any number of inserts and deletes")
  func ids() throws {
    var list = try list()
    var there: Set<Int> = [1, 2]
    for step in 0..<2000 {
      let id = (step * 7919) % 211
      if there.remove(id) != nil {
        _ = try list.apply([.delete(.integer(id))])
      } else {
        _ = try list.apply([.insert(["id": .integer(id)])])
        there.insert(id)
      }
      #expect((list.locate([.integer(id)]).positions[0] != nil) == there.contains(id))
    }
    #expect(Set(list.visibleIDs) == Set(there.map(RowID.integer)))
  }
}
