import Shortlist

extension Method {
  /// The methods that change rows.
  static let writing = [
    Method("list.apply", .write, .required("operations", .array(of: .operation))) {
      server, target, operations in
      let outcome = try await target.list.apply(operations, ifRevision: target.ifRevision)
      server.tell(outcome.selection, revision: outcome.revision, of: target.handle)
      return outcome.answer
    }
  ]
}
