import ShortlistCore
import Testing

@Suite("Building tables")
struct TableBuilderTests {
  @Test(
    "the type of a column of delimited text",
    arguments: [
      (["1", "", "-2"], AttributeType.integer), (["007", "1"], .text),
      (["1", "2.5", "1e3"], .number),
      (["true", "", "false"], .boolean), (["true", "1"], .text),
      (["2024-01-01", "2024-01-01T10:00:00Z"], .date), (["", ""], .text), ([], .text),
      (["1", "x"], .text), (["99999999999999999999", "1"], .number), (["-0"], .integer),
      (["1", "true"], .text), (["2024-01-01", "2024-13-01"], .text), (["NA", "1"], .text),
    ])
  func plainTypes(cells: [String], type: AttributeType) throws {
    let table = try RowTable.plain(["a"], cells.map { [$0] })
    #expect(table.schema.entries.map(\.type) == [type])
    let shown = ListEngine(table).snapshot(0..<99).lines.map { $0.values[0] }
    #expect(shown.map(\.isNull) == cells.map(\.isEmpty))
    if type == .text { #expect(shown.map(\.text) == cells) }
  }

  @Test(
    "the type of a JSON attribute",
    arguments: [
      ([CellKind.integer, .null], AttributeType.integer), ([.integer, .number], .number),
      ([.number], .number), ([.boolean], .boolean), ([.boolean, .integer], .text),
      ([.text, .integer], .text), ([.list], .list), ([.list, .text], .text), ([.json], .text),
      ([.null], .text),
    ])
  func jsonTypes(kinds: [CellKind], type: AttributeType) throws {
    let text: [CellKind: String] = [
      .integer: "1", .number: "2.5", .boolean: "true", .text: "1", .list: "[\"a\\n\",\"b\"]",
      .json: "{\"a\":1}", .null: "",
    ]
    let table = try RowTable.typed(kinds.map { [("a", $0, text[$0] ?? "")] })
    #expect(table.schema.entries.map(\.type) == [type])
    if type == .list {
      #expect(ListEngine(table).snapshot(0..<1).lines[0].values == [.list(["a\n", "b"])])
    }
  }

  @Test("an empty JSON text is a text, an empty plain cell is null, a repeated member the last one")
  func emptyAndRepeated() throws {
    let table = try RowTable.typed([[("a", .text, ""), ("b", .integer, "1"), ("b", .integer, "2")]])
    #expect(ListEngine(table).snapshot(0..<1).lines[0].values == [.text(""), .integer(2)])
  }

  @Test("attributes that come late are null before; those of the schema alone are null everywhere")
  func lateAttributes() throws {
    let table = try RowTable.typed(
      [[("a", .integer, "1")], [("b", .text, "x")]],
      options: TableOptions(schema: [.init(name: "c", type: .date)]))
    #expect(table.schema.entries.map(\.name) == ["a", "b", "c"])
    #expect(
      ListEngine(table).snapshot(0..<2).lines.map(\.values) == [
        [.integer(1), .null, .null], [.null, .text("x"), .null],
      ])
  }

  @Test("a schema overrides, and a cell that does not fit is an error with its place")
  func schema() throws {
    let options = TableOptions(schema: [.init(name: "n", type: .text)])
    let table = try RowTable.plain(["n"], [["1"], ["2"]], options: options)
    #expect(ListEngine(table).snapshot(0..<1).lines[0].values == [.text("1")])
    let strict = TableOptions(schema: [.init(name: "n", type: .integer)])
    let error = #expect(throws: SourceError.self) {
      try RowTable.plain(["a", "n"], [["x", "1"], ["y", "2.0"]], options: strict)
    }
    #expect(error?.line == 3 && error?.column == 2)
    // An empty plain cell is null, an empty JSON text is a text.
    #expect(try RowTable.plain(["a", "n"], [["x", ""]], options: strict).count == 1)
    #expect(throws: SourceError.self) { try RowTable.typed([[("n", .text, "")]], options: strict) }
    #expect(throws: InvalidRequestError.self) {
      try RowTable.plain(["a"], [], options: TableOptions(schema: [.init(name: "b", type: .text)]))
    }
  }

  @Test("ids: an attribute called id, one asked for, or the number; each once")
  func ids() throws {
    #expect(ListEngine(try .plain(["id", "a"], [["x", "1"]])).visibleIDs == [.text("x")])
    #expect(ListEngine(try .plain(["b", "a"], [["x", "1"]])).visibleIDs == [.integer(1)])
    let asked = TableOptions(id: "a")
    let table = try RowTable.plain(["id", "a"], [["x", "1.5"], ["y", "2"]], options: asked)
    #expect(ListEngine(table).visibleIDs == [.number(1.5), .integer(2)])
    #expect(
      ListEngine(table).locate([.integer(2), .text("x")]).positions.map { $0?.index } == [1, nil])
    let twice = #expect(throws: SourceError.self) {
      try RowTable.plain(["id"], [["1"], ["2"], ["1"]])
    }
    #expect(twice?.line == 4)
    let missing = #expect(throws: SourceError.self) {
      try RowTable.plain(["id", "a"], [["1", "x"], ["", "y"]])
    }
    #expect(missing?.line == 3)
    #expect(throws: InvalidRequestError.self) { try RowTable.plain(["id"], [["true"]]) }
    #expect(throws: InvalidRequestError.self) {
      try RowTable.plain(["a"], [["1"]], options: .init(id: "b"))
    }
  }

  @Test("texts that are canonically equivalent are different ids")
  func exactIDs() throws {
    let list = ListEngine(try .plain(["id"], [["\u{e9}"], ["e\u{301}"]]))
    #expect(list.locate([.text("e\u{301}")]).positions.map { $0?.index } == [1])
  }

  @Test("a column keeps its cells, whatever they turn out to be after many rows")
  func lateSurprise() throws {
    let count = 70_000
    for (surprise, type) in [("x", AttributeType.text), ("2.5", .number), ("-0", .integer)] {
      var cells = (0..<count).map { "\($0)" }
      cells[count - 1] = surprise
      let table = try RowTable.plain(["n"], cells.map { [$0] })
      #expect(table.schema.entries[0].type == type)
      let list = ListEngine(table)
      #expect(list.snapshot(0..<1).lines[0].values[0].text == "0")
      #expect(list.snapshot(65_600..<65_601).lines[0].values[0].text == "65600")
      let last = list.snapshot(count - 1..<count).lines[0].values[0].text
      #expect(last == (type == .integer ? "0" : surprise))
    }
  }
}
