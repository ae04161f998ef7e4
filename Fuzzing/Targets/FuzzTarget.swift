import ShortlistFiles

/// Something that reads what strangers have written, and what must hold whatever that is.
///
/// Fuzzing makes up inputs; tests replay those in `Corpus`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Files of rows.
  case csv, tsv, json, jsonl, lines
  /// What a person types, and what a page keeps in its address.
  case filter, url, search
  /// Changes, as a text and as what is done to a list.
  case changes
  /// Messages of the protocol.
  case rpc
  /// What a terminal sends.
  case keys
  /// What a browser sends.
  case http, socket
  /// Database files, and what is kept in them.
  case database, shortlists
  /// The log of a server.
  case log

  /// Checks what comes of an input.
  ///
  /// - Throws: `Finding`, and what should not have been thrown. A trap is a finding too.
  func check(_ bytes: [UInt8]) async throws {
    var input = Input(bytes)
    switch self {
    case .csv: try FileCheck(.csv, &input).run()
    case .tsv: try FileCheck(.tsv, &input).run()
    case .json: try FileCheck(.json, &input).run()
    case .jsonl: try FileCheck(.jsonl, &input).run()
    case .lines: try FileCheck(.lines, &input).run()
    case .filter: try FilterCheck.run(&input)
    case .url: try URLCheck.run(&input)
    case .search: try SearchCheck(&input).run()
    case .changes: try ChangesCheck.run(&input)
    case .rpc: try await ProtocolCheck().run(&input)
    case .keys: try KeysCheck.run(&input)
    case .http: try await RequestCheck.run(&input)
    case .socket: try await SocketCheck.run(&input)
    case .database: try await DatabaseCheck.run(&input)
    case .shortlists: try ShortlistsCheck.run(&input)
    case .log: try LogCheck.run(&input)
    }
  }
}

/// What is wrong with what came of an input.
struct Finding: Error, CustomStringConvertible {
  let description: String
}

/// Demands that something holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
  if !holds { throw Finding(description: otherwise()) }
}

/// Demands that two things are the same.
func requireSame<T: Equatable>(_ a: T, _ b: T, _ what: String) throws(Finding) {
  try require(a == b, "\(what): \(a) and \(b)")
}

/// The bytes that say what is tried, from the first on.
struct Input {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 when there are no more.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The next number below a bound.
  mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

  /// The text up to the next line end, whatever is no UTF-8 replaced; nil when there are no more.
  mutating func line() -> String? {
    if rest.isEmpty { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    defer { rest = end < rest.endIndex ? rest[(end + 1)...] : [] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// All bytes that are left, as a text.
  mutating func text() -> String {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// All bytes that are left.
  mutating func bytes() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
