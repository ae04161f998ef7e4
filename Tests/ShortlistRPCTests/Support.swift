import Shortlist
import ShortlistJSON
import ShortlistRPC
import Testing

/// A server whose files are a table of names and rows.
func makeServer(files: [String: [JSON]] = [:]) -> Server {
  Server { request in
    switch request {
    case .rows(let rows): return RowsSource(name: "rows", rows: rows)
    case .file(let path, let format, _):
      guard let rows = files[path] else {
        throw SourceError(path: path, reason: "no such file")
      }
      guard format != nil || path.contains(".") else {
        throw InvalidRequestError("the format of \(path) is not known")
      }
      return RowsSource(name: path, rows: rows)
    case .sqlite(let path, let table, let journal, _):
      let what = journal ? "a table with a journal" : "a table"
      throw SourceError(path: path, reason: "\(table) would be \(what)")
    case .postgres(let url, let table, let journal, let staysRemote):
      if staysRemote == true { throw NotSupportedError("\(table) would stay on the server") }
      let what = journal ? "a table with a journal" : "a table"
      throw SourceError(path: url, reason: "\(table) would be \(what)")
    }
  }
}

/// Rows given as values.
struct RowsSource: RowSource {
  var name: String
  var rows: [JSON]

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    for (index, row) in rows.enumerated() {
      guard case .object(let object) = row else {
        throw SourceError(path: name, line: index + 1, reason: "a row must be an object")
      }
      builder.beginRow(line: index + 1)
      for member in object.members {
        var bytes: [UInt8] = []
        let kind = CellKind(member.value.writeCell(into: &bytes))
        builder.append(kind, bytes.span, column: builder.column(named: member.name))
      }
      builder.endRow()
    }
  }
}

extension CellKind {
  init(_ kind: JSONKind) {
    self =
      switch kind {
      case .null: .null
      case .string: .text
      case .integer: .integer
      case .number: .number
      case .boolean: .boolean
      case .list: .list
      case .other: .json
      }
  }
}

extension Server {
  /// The answers to a line, as texts.
  func answers(to line: String) async -> [String] {
    await answer(Array(line.utf8))
    return output.drain().map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Holds a conversation, and tells what was answered otherwise than expected.
///
/// It is written as requests, each followed by its expected answer:
///
///     list.open {"source":{"rows":[]}}
///     = {"list":"L1","revision":1,"count":0,"attributes":[]}
///     list.ids {"list":"L2"}
///     ! {"code":-32001,"message":"no such handle: \"L2\""}
///
/// - Parameters:
///   - transcript: The conversation; one without answers is a difference.
///   - server: Who answers.
/// - Returns: The request, the answers and the expected one, of each that differs.
func differences(_ transcript: String, from server: Server = makeServer()) async -> [String] {
  var request = ""
  var compared = 0
  var differences: [String] = []
  for line in transcript.split(separator: "\n").map(String.init) {
    let text = String(line.dropFirst(2))
    switch line.prefix(2) {
    case "= ", "! ":
      let member = line.hasPrefix("=") ? "result" : "error"
      let answers = await server.answers(to: request)
      let expected = #"{"jsonrpc":"2.0","id":1,"\#(member)":\#(text)}"#
      compared += 1
      if answers != [expected] {
        differences.append("\(request) was answered \(answers), expected \(expected)")
      }
    default:
      let parts = line.split(separator: " ", maxSplits: 1)
      request = #"{"jsonrpc":"2.0","id":1,"method":"\#(parts[0])","params":\#(parts[1])}"#
    }
  }
  return compared == 0 ? ["no answer was expected"] : differences
}
