import Shortlist
import ShortlistJSON

/// An error object of the protocol.
struct RPCError: Error, Hashable {
  var code: Int
  var message: String
  var data: JSON?

  var json: JSON {
    var members: [(String, JSON)] = [("code", .integer(code)), ("message", .string(message))]
    if let data { members.append(("data", data)) }
    return .object(JSONObject(members))
  }
}

extension RPCError {
  static func notJSON(_ error: JSONError) -> Self {
    Self(
      code: -32700, message: "not a JSON text: \(error.reason)",
      data: ["offset": .integer(error.offset)])
  }

  static func invalidRequest(_ reason: String) -> Self { Self(code: -32600, message: reason) }

  static func unknownMethod(_ name: String) -> Self {
    Self(code: -32601, message: "unknown method \(JSON.string(name))")
  }

  static func invalidParams(_ reason: String) -> Self { Self(code: -32602, message: reason) }

  static func noSuchList(_ handle: JSON) -> Self {
    Self(code: -32001, message: "no such handle: \(handle)")
  }

  static func stale(_ revision: Int) -> Self {
    Self(
      code: -32003, message: "the list is at revision \(revision)",
      data: ["revision": .integer(revision)])
  }

  static let cancelled = Self(code: -32800, message: "the request was cancelled")

  static let superseded = Self(
    code: -32801, message: "a newer query has taken the place of this one")

  /// A request beyond a limit.
  static func limit(_ reason: String, _ limit: Int) -> Self {
    Self(code: -32007, message: reason, data: ["limit": .integer(limit)])
  }

  static func tooLong(_ limit: Int) -> Self {
    Self.limit("a line has at most \(limit) bytes", limit)
  }

  /// Creates the error object for an error that a list or a source threw.
  init(_ error: any Error) {
    switch error {
    case let error as RPCError: self = error
    case is CancellationError: self = .cancelled
    case let error as InvalidRequestError: self = .invalidParams(error.description)
    case let error as FilterGroups.OperatorMismatchError: self = .invalidParams(error.description)
    case let error as StaleRevisionError: self = .stale(error.revision)
    case let error as FilterError: self.init(error)
    case let error as SearchError: self.init(error)
    case let error as SourceError: self.init(error)
    case let error as WriteError: self.init(error)
    case let error as NotSupportedError: self.init(code: -32006, message: error.description)
    case let error as ShortlistStoreError: self.init(code: -32006, message: error.description)
    default: self.init(code: -32603, message: "internal error: \(error)")
    }
  }

  private init(_ error: FilterError) {
    self.init(
      code: -32004, message: error.description,
      data: ["offset": .integer(error.offset), "expected": .string(error.expected)])
  }

  private init(_ error: SearchError) {
    var data: [(String, JSON)] = [
      ("offset", .integer(error.offset)), ("reason", .string(error.reason)),
    ]
    if let suggestion = error.suggestion { data.append(("suggestion", .string(suggestion))) }
    self.init(code: -32004, message: error.description, data: .object(JSONObject(data)))
  }

  private init(_ refusal: WriteError) {
    self.init(
      code: -32005, message: refusal.description,
      data: ["index": .integer(refusal.index), "reason": .string(refusal.reason)])
  }

  private init(_ error: SourceError) {
    var data: [(String, JSON)] = [("path", .string(error.path))]
    if let line = error.line { data.append(("line", .integer(line))) }
    if let column = error.column { data.append(("column", .integer(column))) }
    data.append(("reason", .string(error.reason)))
    self.init(code: -32002, message: error.description, data: .object(JSONObject(data)))
  }
}
