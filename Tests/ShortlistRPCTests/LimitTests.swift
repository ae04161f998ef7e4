import ShortlistJSON
import Testing

@testable import ShortlistRPC

/// What is more than may be is refused, and says how much may be.
struct LimitTests {
  static func server(_ change: (inout Limits) -> Void) -> Server {
    var limits = Limits()
    change(&limits)
    return Server(limits: limits) { request in
      guard case .rows(let rows) = request else { throw InvalidSource() }
      return RowsSource(name: "rows", rows: rows)
    }
  }

  struct InvalidSource: Error {}

  static func error(_ message: String, _ limit: Int, id: String = "1") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32007,"message":"\#(message)","data":{"limit":\#(limit)}}}"#
  }

  @Test func linesThatAreTooLong() async {
    let server = Self.server { $0.lineBytes = 60 }
    let line = #"{"jsonrpc":"2.0","id":1,"method":"x"}"#
    #expect(await server.answers(to: line).first?.contains("-32601") == true)
    #expect(
      await server.answers(to: line + String(repeating: " ", count: 60))
        == [Self.error("a line has at most 60 bytes", 60, id: "null")])
  }

  @Test(arguments: 1...9)
  func theRestOfALongLineIsLeftOut(blockLength: Int) {
    var splitter = LineSplitter(limit: 3)
    let bytes = Array("abc\nabcd\n\nabcdefgh\nx\nabcdef".utf8)
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: blockLength) {
      lines += splitter.append(bytes[start..<min(start + blockLength, bytes.count)]).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(lines == ["abc", "abcd", "", "abcd", "x", "abcd"])
    #expect(splitter.end() == nil)
  }

  @Test func batches() async {
    let server = Self.server { $0.batch = 3 }
    #expect(await server.answers(to: "[7,7,7]").first?.hasPrefix("[{") == true)
    #expect(
      await server.answers(to: "[7,7,7,7")
        == [Self.error("a batch has at most 3 messages", 3, id: "null")])
  }

  @Test func answers() async {
    let server = Self.server { limits in
      limits.answerBytes = 400
      limits.answerValues = 3000
    }
    let given = (1...1500).map { #"{"id":\#($0),"a":1}"# }.joined(separator: ",")
    _ = await server.answers(
      to: #"{"jsonrpc":"2.0","id":0,"method":"list.open","params":{"source":{"rows":[\#(given)]}}}"#
    )
    func rows(_ length: Int) async -> [String] {
      await server.answers(
        to:
          #"{"jsonrpc":"2.0","id":1,"method":"list.rows","params":{"list":"L1","length":\#(length),"attributes":["id","a","a"]}}"#
      )
    }
    #expect(await rows(3).first?.contains(#""result""#) == true)
    let tooLong = "the answer is longer than 400 bytes: ask for fewer rows, or attributes"
    #expect(await rows(100) == [Self.error(tooLong, 400)])
    let tooMany = "an answer has at most 3000 values: ask for fewer rows, or attributes"
    #expect(await rows(1100) == [Self.error(tooMany, 3000)])
    #expect(await rows(Int.max) == [Self.error(tooMany, 3000)])
    // A batch as a whole is no longer.
    let ids =
      #"{"jsonrpc":"2.0","id":1,"method":"list.at","params":{"list":"L1","section":0,"row":0}}"#
    let batch = await server.answers(
      to: "[" + Array(repeating: ids, count: 30).joined(separator: ",") + "]")
    #expect(batch.count == 1 && batch[0].contains(Self.error(tooLong, 400)))
  }

  @Test func listsAndRanges() async {
    let server = Self.server { limits in
      limits.lists = 2
      limits.ranges = 1
    }
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[{"id":1}]}}}"#
    for _ in 0..<2 { #expect(await server.answers(to: open).first?.contains("result") == true) }
    #expect(
      await server.answers(to: open) == [Self.error("at most 2 lists can be open: close some", 2)])
    #expect(
      await differences(
        """
        number.connect {"list":"L1","attribute":"id"}
        = {"number":"N4","revision":1,"bounds":[1,1],"range":null,"conflict":false,"changes":null}
        number.connect {"list":"L2","attribute":"id"}
        ! {"code":-32007,"message":"at most 1 ranges can be connected","data":{"limit":1}}
        list.close {"list":"L2"}
        = {}
        """, from: server) == [])
    #expect(await server.answers(to: open).first?.contains("result") == true)
  }

  @Test func elementsOfParams() async {
    let server = Self.server { _ in }
    _ = await server.answers(
      to: #"{"jsonrpc":"2.0","id":0,"method":"list.open","params":{"source":{"rows":[]}}}"#)
    for (method, member, element) in [
      ("list.locate", "ids", "1"), ("list.apply", "operations", "1"),
    ] {
      let elements = Array(repeating: element, count: Limits.elements + 1).joined(separator: ",")
      let message = "\(member) has 1000001 elements, at most 1000000 may be"
      #expect(
        await server.answers(
          to:
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"list":"L1","\#(member)":[\#(elements)]}}"#
        ) == [Self.error(message, Limits.elements)])
    }
  }
}
