import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct JSONFileTests {
  /// Objects, with what becomes of them in the columns a, b, c.
  static let rows = [
    #"{"a":1,"b":true,"c":"x"}"#,
    #" {"b" : false , "a" : -2.50, "c":["u","v"]} "#,
    #"{"c":{"k":[1,{"}":"]"}]},"a":null}"#,
    #"{"a":"\"\\","b":"\u00e9,]}[{"}"#,
    #"{}"#,
    #"{"a":1,"a":null,"b":1,"b":2}"#,
    #"{"a":"żółw 🐢","b":18446744073709551616}"#,
  ]
  static let texts = [
    ["1", "true", "x"],
    ["-2.5", "false", #"["u","v"]"#],
    ["", "", #"{"k":[1,{"}":"]"}]}"#],
    ["\"\\", "é,]}[{", ""],
    ["", "", ""],
    ["", "2", ""],
    ["żółw 🐢", "18446744073709552000", ""],
  ]
  static let kinds: [[CellKind?]] = [
    [.integer, .boolean, .text],
    [.number, .boolean, .list],
    [.null, nil, .json],
    [.text, .text, nil],
    [nil, nil, nil],
    [.null, .integer, nil],
    [.text, .number, nil],
  ]

  @Test(arguments: ["\n", "\r\n", "\n\n \t\n"], [true, false])
  func lines(_ separator: String, _ endsLine: Bool) {
    let text = Self.rows.joined(separator: separator) + (endsLine ? separator : "")
    let read = outcome(of: text, as: .jsonl)
    #expect(read.error == nil)
    #expect(read.recorder.names == ["a", "b", "c"])
    #expect(read.texts.map { $0.map(normal) } == Self.texts.map { $0.map(normal) })
    #expect(read.recorder.kinds == Self.kinds)
    let step = separator.count { $0 == "\n" || $0 == "\r\n" }
    #expect(read.recorder.rows.map(\.line) == Self.rows.indices.map { 1 + $0 * step })
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .jsonl))
  }

  @Test(arguments: [",", ",\n", " \r\n,\n\n"], ["", "\n "])
  func array(_ separator: String, _ around: String) {
    let text = "\(around)[\(around)\(Self.rows.joined(separator: separator))\(around)]\(around)"
    let read = outcome(of: text, as: .json)
    #expect(read.error == nil)
    #expect(read.texts.map { $0.map(normal) } == Self.texts.map { $0.map(normal) })
    #expect(read.recorder.kinds == Self.kinds)
    #expect(read.recorder.rows.map(\.line) == Array(1...Self.rows.count))
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .json))
  }

  /// The number that is no integer is compared as a number.
  private func normal(_ text: String) -> String {
    text.count > 18 ? Double(text).map { "\($0)" } ?? text : text
  }

  @Test(arguments: ["[]", " [ \n ] \n", "\u{FEFF}[]"])
  func emptyArrays(_ text: String) {
    let read = outcome(of: text, as: .json)
    #expect(read == Outcome(recorder: Recorder()))
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .json))
  }

  @Test func nothingIsNoLines() {
    #expect(outcome(of: "", as: .jsonl) == Outcome(recorder: Recorder()))
    #expect(outcome(of: "\n \n", as: .jsonl) == Outcome(recorder: Recorder()))
  }

  @Test(
    arguments: [
      ("{\"id\":1}\n{\"id\":\n", 2, nil),
      ("{\"id\":1}\n\n{\"id\":2} x\n{}", 3, nil),
      ("{\"id\":1}\n[1]\n", 2, "a row must be an object"),
      ("{\"id\":1}\n\n7", 3, "a row must be an object"),
      ("{\"id\":1}\n\n7x", 3, nil),
      ("{\"id\":1e999}\n", 1, nil),
      ("{\"id\":\"a\nb\"}\n", 1, nil),
    ] as [(String, Int, String?)])
  func wrongLines(_ text: String, _ line: Int, _ reason: String?) {
    let error = outcome(of: text, as: .jsonl).error
    #expect(error?.line == line)
    #expect(error?.column == nil)
    #expect(error != nil && (reason == nil || error?.reason == reason))
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .jsonl))
  }

  @Test(
    arguments: [
      ("", 1, "an array of objects is missing"),
      ("{\"a\":1}\n", 1, "not an array of objects"),
      ("[{\"a\":1},\n\n\n7]", 2, "a row must be an object"),
      ("[{\"a\":1},\n{\"a\":}]", 2, nil),
      ("[{\"a\":1},\n{\"a\"\n:}]", 3, nil),
      ("[\n{\"a\":1]\n,{}]", 2, nil),
      ("[\n{\"a\":1},\n]", 3, nil),
      ("[,{}]", 1, nil),
      ("[{}}]", 1, nil),
      ("[{}]\n x", 2, "text after the array"),
      ("[{}]\n]", 2, "text after the array"),
      ("[{}\n", 2, "a comma or ] is missing"),
      ("[{},\n", 2, nil),
      ("[\n", 2, nil),
      ("[{\"a\":\n\"x", 2, nil),
      ("[{} {}]", 1, nil),
      ("[{}\n{}]", 2, nil),
    ] as [(String, Int, String?)])
  func wrongArrays(_ text: String, _ line: Int, _ reason: String?) {
    let error = outcome(of: text, as: .json).error
    #expect(error?.line == line)
    #expect(error != nil && (reason == nil || error?.reason == reason))
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .json))
  }
}
