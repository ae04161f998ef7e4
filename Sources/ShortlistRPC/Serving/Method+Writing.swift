import Shortlist

extension Method {
  /// The methods that change rows.
  static let writing = [
    Method("list.apply", .write, .required("operations", .operations)) { server, target, given in
      if let refusal = given.refusal { try await target.refuse(refusal, after: given.operations) }
      let outcome = try await target.list.apply(given.operations, ifRevision: target.ifRevision)
      server.notify(outcome.selection, revision: outcome.revision, of: target.handle)
      return outcome.answer
    }
  ]
}

extension Target {
  /// Refuses a transaction because of an operation, unless the list refuses one of those before it.
  fileprivate func refuse(
    _ refusal: WriteError, after operations: [RowOperation]
  ) async throws -> Never {
    // An update that names no row is always refused, so the list changes nothing.
    let trial = operations.isEmpty ? [] : operations + [.update([:])]
    do { _ = try await list.apply(trial, ifRevision: ifRevision) } catch let other as WriteError
      where !operations.isEmpty && other.index == refusal.index
    {}
    throw refusal
  }
}
