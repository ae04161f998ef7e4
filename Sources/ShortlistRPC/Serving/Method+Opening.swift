import Shortlist
import ShortlistJSON
import Synchronization

extension Method {
  /// The methods that open, close and describe lists.
  static let opening = [
    Method(
      withoutTarget: "list.open", .manage, .newHandle, .required("source", .source),
      .optional("id", .text), .optional("schema", .schema, default: []),
      .optional("query", .query, default: ListQuery())
    ) { server, handle, source, id, schema, query in
      let opened = try server.openSource(source)
      let limit = server.limits.lists
      try server.state.withLock { (state) throws(RPCError) in
        guard state.lists.count + state.opening.count < limit else {
          throw .limit("at most \(limit) lists can be open: close some", limit)
        }
        state.opening[handle] = opened
      }
      defer { server.state.withLock { $0.opening[handle] = nil } }
      let list = try await opened.openList(
        options: TableOptions(id: id, schema: schema), query: query)
      let summary = await list.summary
      // The answer already includes these updates.
      _ = list.updates.drain(through: summary.revision)
      server.keep(list, of: opened, as: handle)
      var answer = Answer(
        [
          "list": .string(handle), "revision": .integer(summary.revision),
          "count": .integer(summary.count), "attributes": summary.schema.json,
        ], revision: summary.revision)
      answer.list = handle
      return answer
    },

    Method("list.close", .manage) { server, target in
      try await target.requireRevision()
      server.state.withLock { $0.close(target.handle) }
      return Answer([:])
    },

    Method("list.attributes", .read) { _, target in
      try await target.requireRevision()
      let summary = await target.list.summary
      return Answer(revision: summary.revision, [("attributes", summary.schema.json)])
    },
  ]
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
