import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `list.apply`.
  func apply(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let operations = try params.required("operations", .array(of: .operation))

    let outcome = try await find(target).apply(operations, ifRevision: target.ifRevision)
    tell(outcome.selection, revision: outcome.revision, of: target)
    return outcome.json
  }
}
