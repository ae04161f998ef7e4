import ShortlistJSON

/// Reads the members of an object one by one, each by its shape; others may not be there.
///
///     let section = try params.optional("section", .text)
///     let row = try params.required("row", .natural)
///
/// All errors are -32602 and name the member.
struct Params {
  private let path: String
  private let members: JSONObject
  private var names: Set<String> = []
  /// Whether a member that was read has a value that does not fit.
  private(set) var hasMisfit = false
  /// The handle of what the request makes.
  let newHandle: String

  /// Begins to read `value`, which must be an object and stands at `path`.
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

  /// Whether there is a member of this name.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// A member that must be there.
  mutating func required<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value {
    guard let value = try given(name, shape) else { throw missing(name) }
    return value
  }

  /// A member that may be left out, or null, which is the same.
  mutating func optional<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value? {
    try given(name, .orNull(shape)) ?? nil
  }

  /// A member that may be left out, but is not null unless its shape allows that.
  mutating func given<Value>(_ name: String, _ shape: Shape<Value>) throws(RPCError) -> Value? {
    names.insert(name)
    guard let value = members[name] else { return nil }
    do { return try shape.read(value, path == "params" ? name : "\(path).\(name)") } catch {
      hasMisfit = true
      throw error
    }
  }

  /// Ends the reading: members that nobody read are errors.
  func end() throws(RPCError) { try refuse { !names.contains($0) } }

  /// Refuses members that a method does not have, and params without those that it needs.
  ///
  /// Its params are read after this, and need no `end()`.
  func check(for method: Method) throws(RPCError) {
    let (required, optional) = method.members
    let general = method.target.map { [$0, "ifRevision"] } ?? []
    try refuse { !general.contains($0) && !required.contains($0) && !optional.contains($0) }
    for name in general.prefix(1) + required where !has(name) { throw missing(name) }
  }

  /// Whether each member that a method has was asked for.
  func areRead(for method: Method) -> Bool {
    let (required, optional) = method.members
    return names.isSuperset(of: required + optional)
  }

  private func refuse(_ isUnknown: (String) -> Bool) throws(RPCError) {
    guard let unknown = members.members.first(where: { isUnknown($0.name) }) else { return }
    throw .invalidParams("unknown member \(JSON.string(unknown.name)) in \(path)")
  }

  private func missing(_ name: String) -> RPCError {
    .invalidParams("missing member \(JSON.string(name)) in \(path)")
  }
}

/// The list, or the connected range, that a request is for.
struct Target {
  /// What should be its handle.
  var handle: JSON
  /// The revision at which its list must be, if the client cares.
  var ifRevision: Int?
}

extension Params {
  /// The members that all requests to a list have.
  mutating func target() throws(RPCError) -> Target { try target("list") }

  /// The members that all requests to a connected range have.
  mutating func numberTarget() throws(RPCError) -> Target { try target("number") }

  private mutating func target(_ handle: String) throws(RPCError) -> Target {
    Target(
      handle: try required(handle, .any), ifRevision: try optional("ifRevision", .natural))
  }
}
