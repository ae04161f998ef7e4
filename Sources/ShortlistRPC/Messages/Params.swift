import ShortlistJSON

/// Reads the members of an object one by one, each by its shape.
///
/// Other members are errors.
///
///     let section = try params.optional("section", .text)
///     let row = try params.required("row", .natural)
///
/// All errors are -32602 and name the member.
struct Params {
  private let path: String
  private let members: JSONObject
  private var names: Set<String> = []
  /// The handle for the object that the request creates.
  let newHandle: String

  /// Starts reading `value`, which must be an object, at `path`.
  init(_ value: JSON, at path: String, newHandle: String? = nil) throws(RPCError) {
    guard case .object(let members) = value else {
      throw .invalidParams("\(path) must be an object")
    }
    self.path = path
    self.members = members
    self.newHandle = newHandle ?? ""
  }

  /// The names of all members, sorted.
  var memberNames: [String] { members.members.map(\.name).sorted() }

  /// Returns whether there is a member of this name.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// Reads a required member.
  mutating func required<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value {
    guard let value = try given(name, shape) else { throw missing(name) }
    return value
  }

  /// Reads an optional member; null is the same as leaving it out.
  mutating func optional<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value? {
    try given(name, .orNull(shape)) ?? nil
  }

  /// Reads an optional member that must not be null unless its shape allows that.
  mutating func given<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value? {
    names.insert(name)
    guard let value = members[name] else { return nil }
    return try shape.read(value, path == "params" ? name : "\(path).\(name)")
  }

  /// Ends reading; throws if there are members that were not read.
  func end() throws(RPCError) { try refuse { !names.contains($0) } }

  /// Throws if there are other members than these, or if required ones are missing.
  func check(_ expected: [ParamMember]) throws(RPCError) {
    try refuse { name in !expected.contains { $0.name == name } }
    for member in expected where member.isRequired && !has(member.name) {
      throw missing(member.name)
    }
  }

  private func refuse(_ isUnknown: (String) -> Bool) throws(RPCError) {
    guard let unknown = members.members.first(where: { isUnknown($0.name) }) else { return }
    throw .invalidParams("unknown member \(JSON.string(unknown.name)) in \(path)")
  }

  private func missing(_ name: String) -> RPCError {
    .invalidParams("missing member \(JSON.string(name)) in \(path)")
  }
}
