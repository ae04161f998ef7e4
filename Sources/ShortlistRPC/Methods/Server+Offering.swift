import Shortlist
import ShortlistJSON
import Synchronization

extension Server {
  /// Creates a server that offers one list, and announces it with a `hello` notification.
  ///
  /// `list.open`, `list.close` and `selection.rules` are unknown methods, and so are those that
  /// change rows unless the offer allows them. `pick.accept` and `pick.cancel` are known if the
  /// offer can end.
  public static func offering(_ offer: Offer) async -> Server {
    let server = Server(offer: offer)
    await server.greet(offer)
    return server
  }

  private func greet(_ offer: Offer) async {
    let summary = await offer.list.summary
    _ = offer.list.updates.take(through: summary.revision)
    let handle = state.withLock { $0.newHandle("L") }
    keep(offer.list, as: handle)
    let members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(summary.revision)),
      ("count", .integer(summary.count)), ("attributes", summary.schema.json),
      ("writable", .boolean(offer.isWritable)),
      ("creates", offer.creates.map(JSON.string) ?? .null),
      ("picks", .boolean(offer.end != nil)),
    ]
    let hello: JSON = [
      "jsonrpc": "2.0", "method": "hello",
      "params": .object(JSONObject(members + offer.remarks.members.map { ($0.name, $0.value) })),
    ]
    output.put([hello.bytes])
  }

  /// Throws if the offer does not include a method.
  func check(_ method: Method, _ request: Request) throws(RPCError) {
    guard let offer else {
      if [.accept, .cancel].contains(method) { throw .unknownMethod(request.method) }
      return
    }
    switch method {
    case .open, .close, .selectionRules: throw .unknownMethod(request.method)
    case .apply, .save, .rename, .forget:
      if !offer.isWritable { throw .unknownMethod(request.method) }
    case .commitSuggestion:
      if offer.isWritable { return }
      guard let creates = offer.creates else { throw .unknownMethod(request.method) }
      guard case .object(let params) = request.params, params["attribute"] == .string(creates)
      else { throw .invalidParams("rows can be made of \(creates) alone") }
    case .accept, .cancel:
      if offer.end == nil { throw .unknownMethod(request.method) }
    default: return
    }
  }

  /// Answers `pick.accept` and `pick.cancel`.
  func end(_ params: inout Params, _ ending: Offer.Ending) async throws -> JSON {
    let target = try params.target()

    let list = try await findCurrent(target)
    guard let end = offer?.end else { throw RPCError.unknownMethod(ending.rawValue) }
    var reason: JSON = .null
    do { try await end(ending) } catch let refused as EndRefused {
      reason = .string(refused.description)
    }
    return [
      "revision": .integer(await list.revision), "ended": .boolean(reason == .null),
      "reason": reason,
    ]
  }
}
