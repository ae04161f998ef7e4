import ShortlistJSON

/// A JSON-RPC 2.0 request, or without an id a notification.
struct Request {
  /// What the answer repeats, a number by its value; nil if no answer is wanted.
  var id: JSON?
  /// The name of the method.
  var method: String
  /// The parameters, whatever they are; nil if there are none.
  var params: JSON?

  /// A message that is no request, and the id to answer with.
  struct Invalid: Error {
    var id: JSON
    var error: RPCError
  }

  /// Reads a message.
  static func read(_ message: JSON) -> Result<Request, Invalid> {
    guard case .object(let members) = message else {
      return .failure(Invalid(id: .null, error: .invalidRequest("a request is an object")))
    }
    let id = members["id"]
    switch id {
    case nil, .null, .string, .integer, .number: break
    case .boolean, .array, .object:
      return .failure(
        Invalid(id: .null, error: .invalidRequest("id must be a number or a text")))
    }
    guard members["jsonrpc"] == "2.0", case .string(let method) = members["method"] else {
      let error = RPCError.invalidRequest(#"a request has "jsonrpc": "2.0" and a method"#)
      return .failure(Invalid(id: id ?? .null, error: error))
    }
    return .success(Request(id: id, method: method, params: members["params"]))
  }
}

/// The answer to a request.
struct Response {
  /// The id of the request.
  var id: JSON
  /// What became of it.
  var outcome: Result<JSON, RPCError>

  init(id: JSON, _ outcome: Result<JSON, RPCError>) {
    self.id = id
    self.outcome = outcome
  }

  var json: JSON {
    switch outcome {
    case .success(let result): ["jsonrpc": "2.0", "id": id, "result": result]
    case .failure(let error): ["jsonrpc": "2.0", "id": id, "error": error.json]
    }
  }
}
