import ShortlistFiles
import ShortlistJSON
import ShortlistRPC

@testable import Shortlist

/// Every line is answered with what JSON-RPC 2.0 has, and none of them finds a fault in the
/// program.
struct ProtocolCheck {
  private let server = Server { request in
    guard case .rows(let rows) = request else {
      throw SourceError(path: "x", reason: "there are no files here")
    }
    return JSONRowsSource(rows)
  }

  /// A list that lines can speak of: `L1`, its connected range `N1`.
  private static let opening = [
    """
    list.open {"source":{"rows":[{"id":1,"t":"Ann","n":3,"k":"a","d":"2024-01-31"},\
    {"id":2,"t":"bob cat","n":1.5,"k":"b","l":["x","y"]},{"id":3,"t":"Zoë","n":null,"k":"a"},\
    {"id":4,"t":"Łódź","n":-7,"k":"b","d":"2024-02-01T10:00:00Z"},{"id":5,"n":3,"b":true}]},\
    "id":"id"}
    """,
    #"number.connect {"list":"L1","attribute":"n"}"#,
  ]

  func run(_ input: inout Input) async throws {
    for line in Self.opening { try await answer(line) }
    var lines = 0
    while let line = input.line(), lines < 40 {
      try await answer(line)
      lines += 1
    }
  }

  /// Answers a line; one that does not look like JSON is a method with its params, so that fewer
  /// inputs fail for a brace.
  private func answer(_ line: String) async throws {
    var line = line
    let first = line.unicodeScalars.first
    if let first, first != "{", first != "[", let space = line.unicodeScalars.firstIndex(of: " ") {
      let (method, params) = (line[..<space], line[space...])
      let name = JSON.string(String(method))
      line = #"{"jsonrpc":"2.0","id":7,"method":\#(name),"params":\#(params)}"#
    }
    await server.answer(Array(line.utf8))
    var answers = 0
    for bytes in server.output.drain() {
      let text = String(decoding: bytes, as: UTF8.self)
      try require(!bytes.contains(UInt8(ascii: "\n")), "two lines in one: \(text)")
      guard let message = try? JSON.parse(bytes.span) else {
        throw Finding(description: "no JSON: \(text)")
      }
      if try isAnswer(message) { answers += 1 }
    }
    let expected = try? expectedAnswers(JSON.parse(Array(line.utf8).span))
    try requireSame(answers, expected ?? 1, "answers to \(line)")
  }

  /// How many answers there are to a message: to all that is no notification.
  private func expectedAnswers(_ message: JSON) -> Int {
    switch message {
    case .array(let parts): parts.isEmpty || parts.contains { expectedAnswers($0) > 0 } ? 1 : 0
    case .object(let members):
      if case .string? = members["method"], members["jsonrpc"] == "2.0", members["id"] == nil {
        0
      } else {
        1
      }
    default: 1
    }
  }

  /// Whether a message is an answer, and not a notification.
  private func isAnswer(_ message: JSON) throws -> Bool {
    if case .array(let parts) = message {
      for part in parts { _ = try isAnswer(part) }
      return try require(!parts.isEmpty, "an empty batch") == ()
    }
    guard case .object(let members) = message, members["jsonrpc"] == "2.0" else {
      throw Finding(description: "not of JSON-RPC 2.0: \(message)")
    }
    if case .string? = members["method"] {
      try require(members["id"] == nil, "a notification with an id: \(message)")
      return false
    }
    try require(members["id"] != nil, "an answer without id: \(message)")
    try require((members["result"] == nil) != (members["error"] == nil), "\(message)")
    if let error = members["error"] {
      guard case .object(let error) = error, case .integer(let code)? = error["code"],
        case .string? = error["message"]
      else { throw Finding(description: "an error without code or message: \(message)") }
      try require(code != -32603, "\(message)")
    }
    return true
  }
}
