/// A member that the params of a method may have.
struct ParamMember: Hashable, Sendable {
  var name: String
  var isRequired = false
}

/// One or more members of an object that are read as one value.
struct Parameter<Value>: Sendable {
  let members: [ParamMember]
  /// Reads the members, in their order.
  let read: @Sendable (inout Params) throws(RPCError) -> Value
}

extension Parameter {
  /// A member that must be there.
  static func required(_ name: String, _ shape: Shape<Value>) -> Self {
    Self(members: [ParamMember(name: name, isRequired: true)]) { (params) throws(RPCError) in
      try params.required(name, shape)
    }
  }

  /// A member that may be left out; null is the same.
  static func optional<Wrapped>(_ name: String, _ shape: Shape<Wrapped>) -> Self
  where Value == Wrapped? {
    Self(members: [ParamMember(name: name)]) { (params) throws(RPCError) in
      try params.optional(name, shape)
    }
  }

  /// A member that may be left out; null is the same.
  static func optional(_ name: String, _ shape: Shape<Value>, default value: Value) -> Self
  where Value: Sendable {
    Self(members: [ParamMember(name: name)]) { (params) throws(RPCError) in
      try params.optional(name, shape) ?? value
    }
  }

  /// A member that may be left out; it is null only if its shape allows that.
  static func given<Wrapped>(_ name: String, _ shape: Shape<Wrapped>) -> Self
  where Value == Wrapped? {
    Self(members: [ParamMember(name: name)]) { (params) throws(RPCError) in
      try params.given(name, shape)
    }
  }

  /// Creates a parameter of several others, which are read one after the other.
  init<each Part>(
    _ part: repeat Parameter<each Part>,
    make: @escaping @Sendable (repeat each Part) -> Value
  ) {
    var members: [ParamMember] = []
    for part in repeat each part { members += part.members }
    let parts = (repeat each part)
    self.init(members: members) { (params) throws(RPCError) in
      make(repeat try (each parts).read(&params))
    }
  }
}

extension Parameter<String> {
  /// The handle for the object that the request creates; no member.
  static var newHandle: Self {
    Self(members: []) { (params) throws(RPCError) in params.newHandle }
  }
}
