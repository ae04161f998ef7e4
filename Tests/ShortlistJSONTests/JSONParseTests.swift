import ShortlistTestSupport
import ShortlistJSON
import Testing

struct JSONParseTests {
  static let goodTexts: [(String, JSON)] =
    [
      ("null", JSON.null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("7", 7),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", 9.223372036854775808e18), ("9007199254740993", 9_007_199_254_740_993),
      ("1.0", 1.0), ("1e2", 100.0), ("1E+2", 100.0), ("-2.5e-1", -0.25),
      ("5e-324", .number(.leastNonzeroMagnitude)),
      ("1e-400", 0.0), ("0.30000000000000004", .number(0.1 + 0.2)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("123456789012345678901234567890", 123456789012345678901234567890.0),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{c}\n\r\tz"),
      (#""\u00e9\uD83D\uDE00""#, "é😀"), (#""é😀\u2028""#, "é😀\u{2028}"),
      (#""\ud83dx\uDE00\ud83d\ud83d\ude00""#, "\u{FFFD}x\u{FFFD}\u{FFFD}😀"),
      ("[]", []), ("[1,[2, 3] , {}]", [1, [2, 3], [:]]),
      (#"{"b":1,"a":null,"":[true]}"#, ["b": 1, "a": nil, "": [true]]),
      ("\"\u{7f}\"", "\u{7f}"),
    ]

  @Test(arguments: goodTexts)
  func goodTextsAreRead(text: String, value: JSON) throws {
    #expect(try JSON.parse(text) == value)
  }

  static let badTexts: [(String, Int, Int)] = [
    ("", 0, 1), ("  ", 2, 1), ("nul", 0, 1), ("nonsense", 0, 1), ("NaN", 0, 1), ("Infinity", 0, 1),
    ("-Infinity", 1, 1), ("01", 1, 1), ("1.", 2, 1), (".5", 0, 1), ("+1", 0, 1), ("1e", 2, 1),
    ("1e+", 3, 1), ("-", 1, 1), ("1e400", 0, 1), ("-1e999999999999999999999", 0, 1), ("1 2", 2, 1),
    ("truex", 4, 1), ("[1,", 3, 1), ("[1,]", 3, 1), ("[1 2]", 3, 1), ("[", 1, 1), ("{", 1, 1),
    (#"{"a":}"#, 5, 1), (#"{"a" 1}"#, 5, 1), (#"{"a":1,}"#, 7, 1), ("{a:1}", 1, 1),
    (#"{"a":1 "b":2}"#, 7, 1), (#"""#, 0, 1), (#""a\"#, 0, 1), (#""a\""#, 0, 1),
    (#""\x""#, 1, 1), (#""\u12g4""#, 5, 1), (#""\u12"#, 5, 1), ("\"a\u{1}\"", 2, 1),
    ("\"a\nb\"", 2, 1), ("\"12345678\t\"", 9, 1), ("[1,\n\n  x]", 7, 3), ("\0", 0, 1),
    ("\u{FEFF}1", 0, 1), ("[1,2]]", 5, 1), ("'a'", 0, 1), ("[1,2}", 4, 1), ("/**/1", 0, 1),
  ]

  @Test(arguments: badTexts)
  func badTextsAreErrors(text: String, offset: Int, line: Int) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(error?.offset == offset)
    #expect(error?.line == line)
    #expect(error?.reason.isEmpty == false)
  }

  static let invalidUTF8: [([UInt8], Int)] =
    [
      ([0xFF], 1), ([0x61, 0xC3, 0x28], 2), ([0xC0, 0x80], 1), ([0xE0, 0x80, 0x80], 1),
      ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF0, 0x80, 0x80, 0x80], 1),
      ([0xF5, 0x80, 0x80, 0x80], 1), ([0x80], 1), ([0xE2, 0x82], 1), ([0xC3, 0xA9, 0xF1, 0x80], 3),
    ]

  @Test(arguments: invalidUTF8)
  func invalidUTF8IsAnError(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(([0x22] + bytes + [0x22]).span) }
    #expect(error?.offset == offset)
    #expect(error?.reason == "invalid UTF-8")
  }

  @Test func charactersOfEveryLengthAreRead() throws {
    let scalars: [Unicode.Scalar] = [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
      "\u{FFFFF}", "\u{100000}", "\u{10FFFF}",
    ]
    for count in 0...9 {
      for scalar in scalars {
        let text = String(repeating: "x", count: count) + String(scalar) + "yz"
        #expect(try JSON.parse("\"\(text)\"") == .string(text))
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":[1,"])
  func deepNestingIsAnError(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test func nestingIsGoodTo256() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSON.parse(nested(256)).description == nested(256))
    let error = #expect(throws: JSONError.self) { try JSON.parse(nested(257)) }
    #expect(error?.offset == 256)
  }

  @Test func anythingElseIsAnErrorAndNoCrash() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let good = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",null,{"b":true}],"é":"\ud83d\ude00"}"#.utf8)
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0...random.next(below: 3) {
        switch random.next(below: 3) {
        case 0: bytes.insert(UInt8(random.next(below: 128)), at: random.next(below: bytes.count))
        case 1: bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
        default: bytes = Array(bytes.prefix(1 + random.next(below: bytes.count)))
        }
      }
      if let value = try? JSON.parse(bytes.span) {
        #expect(String(decoding: bytes, as: UTF8.self).utf8.count == bytes.count, "seed \(seed)")
        #expect(
          (try? JSON.parse(value.description))?.description == value.description, "seed \(seed)")
      }
    }
  }
}
