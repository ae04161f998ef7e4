import ShortlistJSON

/// A JSON-RPC 2.0 request, or a notification if it has no id.
struct Request: Sendable {
  /// The name of the method.
  var method: String
  /// The parameters, not validated; nil if there are none.
  var params: JSON?
  /// The id of the request to cancel, if this is a cancellation.
  var cancelled: RequestID?

  /// The method that cancels a request.
  static let cancel = "$/cancelRequest"
}

/// A message of a line: a request, or the error in it.
struct Message: Sendable {
  /// The id to repeat in the answer; nil if no answer is wanted.
  var id: RequestID?
  /// The request.
  var request: Result<Request, RPCError>
  /// The handle for the object that the request creates, if any.
  var newHandle: String?
}

/// A line of input: one message, or a batch.
struct Line: Sendable {
  var messages: [Message]
  var isBatch = false
  /// The length, in bytes.
  var size = 0
}

extension Line {
  /// Creates a line that could not be parsed.
  init(_ error: RPCError) { messages = [Message(id: .null, request: .failure(error))] }

  /// Parses a line.
  init(_ bytes: [UInt8], within limits: Limits) {
    guard bytes.count <= limits.lineBytes else {
      self.init(RPCError.tooLong(limits.lineBytes))
      return
    }
    let read: JSONMessages
    do { read = try JSONMessages(bytes.span, atMost: limits.batch) } catch {
      self.init(RPCError.notJSON(error))
      return
    }
    if read.isCut {
      self.init(.limit("a batch has at most \(limits.batch) messages", limits.batch))
    } else if read.isArray && read.messages.isEmpty {
      self.init(.invalidRequest("an empty batch"))
    } else {
      self.init(
        messages: read.messages.map { Message($0, in: bytes.span) }, isBatch: read.isArray,
        size: bytes.count)
    }
  }
}

extension Message {
  /// Parses a message within a text.
  fileprivate init(_ message: JSONMessages.Message, in bytes: Span<UInt8>) {
    guard case .object(let members) = message.value else {
      self.init(id: .null, request: .failure(.invalidRequest("a request is an object")))
      return
    }
    let id = RequestID(message, in: bytes)
    if id == nil && members["id"] != nil {
      self.init(id: .null, request: .failure(.invalidRequest("id must be a number or a text")))
      return
    }
    guard members["jsonrpc"] == "2.0", case .string(let method) = members["method"] else {
      let error = RPCError.invalidRequest(#"a request has "jsonrpc": "2.0" and a method"#)
      self.init(id: id ?? .null, request: .failure(error))
      return
    }
    var request = Request(method: method, params: members["params"])
    if method == Request.cancel, let place = message.place(of: "params"),
      let params = try? JSONMessages(bytes.extracting(place), atMost: 1).messages.first
    {
      request.cancelled = RequestID(params, in: bytes.extracting(place))
    }
    self.init(id: id, request: .success(request))
  }
}

extension RequestID {
  /// Reads the member `id` of a message; nil if it is missing or not a valid id.
  fileprivate init?(_ message: JSONMessages.Message, in bytes: Span<UInt8>) {
    guard case .object(let members) = message.value, let place = message.place(of: "id") else {
      return nil
    }
    switch members["id"] {
    case .null, .string, .integer, .number:
      self.init(text: bytes.extracting(place).text)
    case nil, .boolean, .array, .object: return nil
    }
  }
}

extension Span<UInt8> {
  fileprivate var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

/// The answer to a request.
struct Response {
  /// The id of the request.
  var id: RequestID
  /// The result or error.
  var outcome: Result<JSON, RPCError>

  init(id: RequestID, _ outcome: Result<JSON, RPCError>) {
    self.id = id
    self.outcome = outcome
  }

  /// Appends the answer as JSON text.
  ///
  /// Replaces the result by an error if `bytes` would exceed the limit.
  func write(into bytes: inout [UInt8], atMost limit: Int) {
    let start = bytes.count
    bytes += #"{"jsonrpc":"2.0","id":"#.utf8
    bytes += id.text.utf8
    switch outcome {
    case .success(let result):
      bytes += #","result":"#.utf8
      result.write(into: &bytes)
    case .failure(let error):
      bytes += #","error":"#.utf8
      error.json.write(into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    guard bytes.count > limit, case .success = outcome else { return }
    bytes.removeSubrange(start...)
    let error = RPCError.limit(
      "the answer is longer than \(limit) bytes: ask for fewer rows, or attributes", limit)
    Self(id: id, .failure(error)).write(into: &bytes, atMost: .max)
  }
}
