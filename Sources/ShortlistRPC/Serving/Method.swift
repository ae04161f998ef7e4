import ShortlistJSON

/// A method of the protocol: its name, who may call it, its params and what it does.
///
///     Method("list.locate", .read, .required("ids", .array(of: .id))) { _, target, ids in
///       try await target.list.locate(ids, ifRevision: target.ifRevision).answer
///     }
struct Method: Sendable {
  let name: String
  let access: Access
  /// What the requests address; nil for nothing.
  let target: Target.Kind?
  /// The members of the params, in the order in which missing ones are reported.
  let members: [ParamMember]
  /// Carries out a request whose params have these members.
  ///
  /// Throws `RPCError`, and the errors of lists and sources.
  let answer: @Sendable (Server, Params) async throws -> Answer
}

extension Method {
  /// What a method changes, and so who may call it.
  enum Access {
    /// Changes nothing.
    case read
    /// Changes the query, the ranges or the selection.
    case view
    /// Opens or closes a list or sets its rules; refused where a list is offered.
    case manage
    /// Changes rows or saved selections; an offer must be writable.
    case write
    /// Creates a row from a value; an offer must be writable, or name the value's attribute.
    case create
    /// Ends the pick; there must be an offer that can end.
    case end
    /// Reads or drives the screen; there must be an offer of one.
    case screen
  }
}

extension Method.Access {
  /// Whether the methods change what a list shows.
  var isChange: Bool { self == .view || self == .write || self == .create }
}

extension Line {
  /// Whether a message changes what a list shows.
  var isChange: Bool {
    messages.contains { message in
      guard case .success(let request) = message.request else { return false }
      return Method.all[request.method]?.access.isChange ?? false
    }
  }
}

extension Method {
  /// Creates a method whose requests address a list or a connected range.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - access: Who may call it.
  ///   - kind: What the requests address.
  ///   - parameter: The params, besides the target and `ifRevision`.
  ///   - body: Carries out a request. It gets the server, the target and the values of the params.
  init<each Value>(
    _ name: String, _ access: Access, of kind: Target.Kind = .list,
    _ parameter: repeat Parameter<each Value>,
    body: @escaping @Sendable (Server, Target, repeat each Value) async throws -> Answer
  ) {
    let parameters = Parameter(repeat each parameter) { (value: repeat each Value) in
      (repeat each value)
    }
    self.init(
      name: name, access: access, target: kind, members: kind.members + parameters.members
    ) { server, params in
      var params = params
      let values = Result { () throws(RPCError) in try parameters.read(&params) }
      let target = try Target(kind, &params, in: server)
      // A missing list or another revision explains more than an invalid value.
      if case .failure = values { try await target.requireRevision() }
      let value = try values.get()
      var answer = try await body(server, target, repeat each value)
      answer.list = target.listHandle
      return answer
    }
  }

  /// Creates a method whose requests address nothing.
  init<each Value>(
    withoutTarget name: String, _ access: Access, _ parameter: repeat Parameter<each Value>,
    body: @escaping @Sendable (Server, repeat each Value) async throws -> Answer
  ) {
    let parameters = Parameter(repeat each parameter) { (value: repeat each Value) in
      (repeat each value)
    }
    self.init(name: name, access: access, target: nil, members: parameters.members) {
      server, params in
      var params = params
      let value = try parameters.read(&params)
      return try await body(server, repeat each value)
    }
  }
}

extension Method: Equatable {
  static func == (one: Method, other: Method) -> Bool { one.name == other.name }
}
