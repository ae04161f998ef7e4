import Shortlist
import ShortlistJSON
import Synchronization

extension Server {
  /// Answers `list.open`.
  func open(_ params: inout Params) async throws -> JSON {
    let source = try params.required("source", .source)
    let options = TableOptions(
      id: try params.optional("id", .text), schema: try params.optional("schema", .schema) ?? [])
    let query = try params.optional("query", .query) ?? ListQuery()

    let handle = params.newHandle
    let opened = try openSource(try source.request)
    try state.withLock { (state) throws(RPCError) in
      guard state.lists.count + state.opening.count < limits.lists else {
        throw .limit("at most \(limits.lists) lists can be open: close some", limits.lists)
      }
      state.opening[handle] = opened
    }
    defer { state.withLock { $0.opening[handle] = nil } }
    let list = try await LiveList.open(opened, options: options, query: query)
    let summary = await list.summary
    // The answer already includes these updates.
    _ = list.updates.take(through: summary.revision)
    keep(list, of: opened, as: handle)
    return [
      "list": .string(handle), "revision": .integer(summary.revision),
      "count": .integer(summary.count), "attributes": summary.schema.json,
    ]
  }

  /// Answers `list.close`.
  func close(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    _ = try await findCurrent(target)
    forget(target)
    return [:]
  }

  /// Answers `list.attributes`.
  func attributes(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    let list = try await findCurrent(target)
    let summary = await list.summary
    return ["revision": .integer(summary.revision), "attributes": summary.schema.json]
  }
}

extension Shape where Value == [ListSchema.Entry] {
  static var schema: Self {
    Self { (value, path) throws(RPCError) in
      guard case .object(let types) = value else {
        throw .invalidParams("\(path) must be an object")
      }
      var entries: [ListSchema.Entry] = []
      for (name, type) in types.members.map({ ($0.name, $0.value) }) {
        let type = try Shape<AttributeType>.choice.read(type, "\(path).\(name)")
        entries.append(ListSchema.Entry(name: name, type: type))
      }
      return entries
    }
  }
}
