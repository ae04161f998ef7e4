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
  /// Whether a member had an invalid value.
  private(set) var hasMisfit = false
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
    do { return try shape.read(value, path == "params" ? name : "\(path).\(name)") } catch {
      hasMisfit = true
      throw error
    }
  }

  /// Ends reading; throws if there are members that were not read.
  func end() throws(RPCError) { try refuse { !names.contains($0) } }

  /// Throws if there are members that the method does not have, or if required ones are missing.
  ///
  /// Reading the params after this needs no `end()`.
  func check(for method: Method) throws(RPCError) {
    let (required, optional) = method.members
    let general = method.target.map { [$0, "ifRevision"] } ?? []
    try refuse { !general.contains($0) && !required.contains($0) && !optional.contains($0) }
    for name in general.prefix(1) + required where !has(name) { throw missing(name) }
  }

  /// Returns whether every member of the method has been read.
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

/// The list or connected range that a request addresses.
struct Target {
  /// The handle as given, not validated.
  var handle: JSON
  /// The revision that the list must have; nil for any.
  var ifRevision: Int?
}

extension Params {
  /// Reads the members common to all requests to a list.
  mutating func target() throws(RPCError) -> Target { try target("list") }

  /// Reads the members common to all requests to a connected range.
  mutating func numberTarget() throws(RPCError) -> Target { try target("number") }

  private mutating func target(_ handle: String) throws(RPCError) -> Target {
    Target(
      handle: try required(handle, .any), ifRevision: try optional("ifRevision", .natural))
  }
}
