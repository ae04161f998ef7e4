import ShortlistJSON
import ShortlistRPC
import Testing

struct MessageTests {
  static let invalidLines: [(String, code: Int)] = [
    ("", -32700), ("   ", -32700), ("nonsense", -32700), ("{", -32700), (#"{"a":}"#, -32700),
    ("[1,", -32700), ("\"", -32700), ("\0", -32700), ("NaN", -32700), ("{} {}", -32700),
    (String(repeating: "[", count: 100_000), -32700),
    (String(repeating: "x", count: 1_000_000), -32700),
    ("[]", -32600), ("1", -32600), ("{}", -32600), ("null", -32600), (#""x""#, -32600),
    (#"{"jsonrpc":"2.0","method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":[],"method":"x"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":true,"method":"x"}"#, -32600),
    (#"{"jsonrpc":2.0,"method":"x"}"#, -32600),
  ]

  @Test(arguments: invalidLines)
  func anInvalidLineIsAnsweredWithoutID(line: String, code: Int) async throws {
    let answers = await makeServer().answers(to: line)
    try #require(answers.count == 1)
    #expect(
      answers[0].hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":\#(code),"message":""#))
  }

  @Test func invalidUTF8IsNoJSON() async {
    let line = Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xFE, 0x22, 0x7D]
    let server = makeServer()
    await server.answer(line)
    #expect(
      server.output.drain().map { String(decoding: $0, as: UTF8.self) } == [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#
          + #""message":"not a JSON text: invalid UTF-8","data":{"offset":34}}}"#
      ])
  }

  @Test(arguments: [
    "0", "-1", "1.5", "9007199254740993", "9223372036854775807", #""""#, #""é\u0000\"\\""#, "null",
    "\"\u{2028}\"", "1.0", "1e2", "-0", "123456789012345678901234567890", #""\ud800""#,
    #""\u0061""#,
    #""\/""#,
  ])
  func idsComeBackAsTheyWere(id: String) async {
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"nope"}"#
    let answers = await makeServer().answers(to: line)
    #expect(
      answers == [
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32601,"message":"unknown method \"nope\""}}"#
      ])
    let invalid = await makeServer().answers(to: #"{"jsonrpc":"1.0","id":\#(id),"method":"nope"}"#)
    #expect(
      invalid == [
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32600,"#
          + #""message":"a request has \"jsonrpc\": \"2.0\" and a method"}}"#
      ])
  }

  @Test(arguments: ["", "list", "list.", "LIST.OPEN", "rpc.x", "é", "suggestion"])
  func unknownMethods(method: String) async {
    let answers = await makeServer().answers(
      to: #"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":7}"#)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(#"{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"#) == true)
  }

  @Test func notificationsAreNotAnswered() async {
    let server = makeServer()
    #expect(await server.answers(to: #"{"jsonrpc":"2.0","method":"nope"}"#) == [])
    #expect(await server.answers(to: #"{"jsonrpc":"2.0","method":"list.ids","params":[]}"#) == [])
    #expect(await server.answers(to: #"[{"jsonrpc":"2.0","method":"nope"}]"#) == [])
  }

  @Test func aBatchIsAnsweredAsOne() async {
    let answers = await makeServer().answers(
      to: #"[{"jsonrpc":"2.0","id":1,"method":"nope"},7,{"jsonrpc":"2.0","method":"nope"},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"list.ids","params":{"list":"L1"}}]"#)
    #expect(
      answers == [
        #"[{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method \"nope\""}},"#
          + #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a request is an object"}},"#
          + #"{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"no such handle: \"L1\""}}]"#
      ])
  }
}
