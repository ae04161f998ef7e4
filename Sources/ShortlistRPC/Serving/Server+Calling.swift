import Shortlist
import ShortlistJSON

extension Server {
  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - newHandle: The handle for the object that it creates.
  ///   - superseded: The params of the queries that it superseded.
  /// - Returns: The result.
  /// - Throws: `RPCError`, and the errors of lists and sources.
  func call(
    _ request: Request, newHandle: String?, superseded: [JSON]
  ) async throws -> Answer {
    if request.method == Request.cancel { return Answer([:]) }
    guard let method = Method.all[request.method] else {
      throw RPCError.unknownMethod(request.method)
    }
    try check(method, request)
    var given = request.params ?? [:]
    if !superseded.isEmpty { given = await merge(superseded, into: given) }
    let params = try Params(given, at: "params", newHandle: newHandle)
    try params.check(method.members)
    defer { if method.access.isChange { offer?.screen?.noteChange() } }
    return try await addingStopReason(try await method.answer(self, params))
  }

  /// Throws if the offer does not include a method.
  private func check(_ method: Method, _ request: Request) throws(RPCError) {
    let isKnown =
      switch method.access {
      case .read, .view: true
      case .manage: offer == nil
      case .write: offer?.isWritable ?? true
      case .create: offer.map { $0.isWritable || $0.creates != nil } ?? true
      case .end: offer?.end != nil
      case .screen: offer?.screen != nil
      }
    if !isKnown { throw .unknownMethod(method.name) }
    guard method.access == .create, let offer, !offer.isWritable, let creates = offer.creates
    else { return }
    guard case .object(let params) = request.params, params["attribute"] == .string(creates)
    else { throw .invalidParams("rows can be made of \(creates) alone") }
  }

  /// Adds the reason why the list does not follow its source to an answer, if there is one.
  ///
  /// - Throws: The error of a list that has no right answers any more.
  private func addingStopReason(_ answer: Answer) async throws -> Answer {
    guard case .object(var members) = answer.json, let handle = answer.list,
      let list = list(handle)
    else { return answer }
    let state = await list.state
    if let failure = state.failure { throw failure }
    guard let reason = state.stopReason else { return answer }
    members.set("stopped", to: .string(reason))
    var answer = answer
    answer.json = .object(members)
    return answer
  }
}

extension Method {
  /// All methods, by name.
  static let all = Dictionary(
    uniqueKeysWithValues: [
      opening, querying, reading, writing, filters, facets, numbers, suggestions, selection,
      savedSelections, picking,
    ].joined().map { ($0.name, $0) })
}
