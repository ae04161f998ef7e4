import ShortlistTestSupport
import ShortlistJSON
import Testing

struct JSONScannerTests {
  struct Cell: Equatable {
    var name: String
    var kind: JSONKind
    var text: String
  }

  /// The members of the object in `text`, by a scanner.
  func members(of text: String) throws -> [Cell] {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var cells: [Cell] = []
    guard scanner.beginObject(in: bytes.span) else { return [] }
    while try scanner.nextMember(
      in: bytes.span,
      { name, kind, value in
        cells.append(Cell(name: string(name), kind: kind, text: string(value)))
      })
    {}
    try scanner.end(in: bytes.span)
    return cells
  }

  func string(_ bytes: Span<UInt8>) -> String {
    String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
  }

  static let values: [(String, JSONKind, String)] = [
    ("null", JSONKind.null, ""), ("true", .boolean, "true"), ("false", .boolean, "false"),
    ("12", .integer, "12"), ("-0", .integer, "0"), ("0", .integer, "0"),
    ("-9223372036854775808", .integer, "-9223372036854775808"),
    ("9223372036854775808", .number, "9.223372036854776e+18"), ("1.0", .number, "1"),
    ("-1.50", .number, "-1.5"), ("0.0", .number, "0"), ("-0.0", .number, "0"),
    ("1e2", .number, "100"), ("1e16", .number, "1e+16"), ("0.0001", .number, "0.0001"),
    ("0.00010", .number, "0.0001"), ("0.00001", .number, "1e-05"), ("0.000012", .number, "1.2e-05"),
    ("0.1000000000000000055511151231257827", .number, "0.1"), ("10.00", .number, "10"),
    (#""""#, .string, ""), (#""plain é""#, .string, "plain é"),
    (#""a\tb\u00e9""#, .string, "a\tbé"),
    ("[ ]", .list, "[]"), (#"[ "a" , "b\n\/" ]"#, .list, #"["a","b\n/"]"#),
    (#"["a", 1.0, 2, null]"#, .other, #"["a",1.0,2,null]"#),
    (#"{ "b" : [ ], "a" : 1e2, "b" : "é\u2028" }"#, .other, "{\"b\":\"é\u{2028}\",\"a\":100.0}"),
  ]

  @Test(arguments: values)
  func valuesAreCells(text: String, kind: JSONKind, bytes: String) throws {
    let expected = Cell(name: "näme", kind: kind, text: bytes)
    #expect(try members(of: "{\"näme\":\(text)}") == [expected])
    #expect(try members(of: " { \"n\\u00e4me\" : \(text) } \n") == [expected])
    var written: [UInt8] = []
    #expect(try JSON.parse(text).writeCell(into: &written) == kind)
    #expect(String(decoding: written, as: UTF8.self) == bytes)
  }

  @Test func aScannerIsReused() throws {
    var scanner = JSONScanner()
    var rows: [[String]] = []
    for text in [#" {"a":1,"b":"x"} "#, "{}", #"{"c":["y"]}"#] {
      let bytes = Array(text.utf8)
      scanner.start()
      #expect(scanner.offset == 0)
      let isObject = scanner.beginObject(in: bytes.span)
      #expect(isObject)
      var row: [String] = []
      while try scanner.nextMember(in: bytes.span, { row.append("\(string($0))=\(string($2))") }) {}
      try scanner.end(in: bytes.span)
      rows.append(row)
    }
    #expect(rows == [["a=1", "b=x"], [], [#"c=["y"]"#]])
    scanner.start()
    let bytes = Array("[]".utf8)
    let isObject = scanner.beginObject(in: bytes.span)
    #expect(!isObject)
  }

  static let badRows: [(String, Int)] = [
    ("{", 1), (#"{"a":1"#, 6), (#"{"a":1,}"#, 7), (#"{"a":1 "b"}"#, 7), (#"{"a":["x",]}"#, 10),
    (#"{"a":1}}"#, 7), (#"{"a":"x}"#, 5), (#"{"a":1e400}"#, 5), (#"{"a":["x" "y"]}"#, 10),
    (#"{"a":nil}"#, 5), (#"{"a":-}"#, 6), (#"{"a"}"#, 4), ("{,}", 1),
  ]

  @Test(arguments: badRows)
  func badRowsAreErrors(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try members(of: text) }
    #expect(error?.offset == offset)
  }

  @Test func theScannerAgreesWithTheParser() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let value = random.value()
      var written: [UInt8] = []
      let kind = try JSON.parse(value.description).writeCell(into: &written)
      let expected = Cell(name: "", kind: kind, text: String(decoding: written, as: UTF8.self))
      #expect(try members(of: "{\"\":\(value.description)}") == [expected], "seed \(seed)")
    }
  }

  @Test func deepNestingInARowIsAnError() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try members(of: "{\"a\":\(deep)") }
  }
}
