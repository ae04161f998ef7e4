import ShortlistTestSupport
import ShortlistJSON
import Testing

struct JSONWriteTests {
  static let texts: [(JSON, String)] =
    [
      (.null, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"),
      (9_007_199_254_740_993, "9007199254740993"), (.number(0.1 + 0.2), "0.30000000000000004"),
      (1.0, "1"), (-0.0, "0"), (100.0, "100"), (1e15, "1000000000000000"),
      (9007199254740994.0, "9007199254740994"), (1e16, "1e+16"), (1.5e300, "1.5e+300"),
      (0.0001, "0.0001"), (0.00001, "1e-05"), (.number(.leastNonzeroMagnitude), "5e-324"),
      (.number(.infinity), "null"),
      (.number(.nan), "null"),
      ("a\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}", #""a\"\\/\b\f\n\r\t\u0000\u001f""#),
      ("é\u{2028}\u{7f}😀", "\"é\u{2028}\u{7f}😀\""),
      (["b": 1, "a": [2, [:], []]], #"{"b":1,"a":[2,{},[]]}"#),
    ]

  @Test(arguments: texts)
  func valuesAreWritten(value: JSON, text: String) {
    #expect(value.description == text)
  }

  @Test func randomValuesComeBack() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let value = random.value()
      let text = value.description
      let back = try JSON.parse(text)
      // A whole number comes back as an integer, so the texts are compared.
      #expect(back.description == text, "seed \(seed)")
      #expect(try JSON.parse(back.description) == back, "seed \(seed)")
    }
  }

  @Test func randomDoublesComeBackExactly() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let number = random.number()
      let back: Double? =
        switch try JSON.parse(JSON.number(number).description) {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
      #expect(back == number, "seed \(seed)")
    }
  }
}

struct JSONObjectTests {
  @Test func aRepeatedMemberKeepsItsPlaceWithTheLastValue() throws {
    let value = try JSON.parse(#"{"a":1,"b":2,"a":3}"#)
    #expect(value.description == #"{"a":3,"b":2}"#)
  }

  @Test func namesAreComparedByCodePoints() throws {
    let value = try JSON.parse("{\"\u{e9}\":1,\"e\u{301}\":2}")
    guard case .object(let object) = value else { return #expect(Bool(false)) }
    #expect(object.members.count == 2)
    #expect(object["e\u{301}"] == 2)
    #expect(object["\u{e9}"] == 1)
  }

  @Test(arguments: [0, 1, 11, 12, 13, 14, 50_000])
  func membersOfBigObjectsAreFound(count: Int) {
    var object = JSONObject((0..<count).map { ("n\($0)", .integer($0)) })
    object.set("n0", to: "first")
    #expect(object.members.count == max(count, 1))
    #expect(object["n0"] == "first")
    for index in 1..<max(count, 1) { #expect(object["n\(index)"] == .integer(index)) }
    #expect(object["n\(max(count, 1))"] == nil)
  }
}
